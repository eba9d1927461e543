import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { DateTime } from 'luxon';
import type { ReportFigures } from './report-figures.ts';

/** One self-contained page: no script, and nothing is loaded. */
export function reportPage(figures: ReportFigures): string {
  const { month, timeZone, requests, madeAt } = figures;
  const { firstLook, decision } = figures;
  const lines = [
    ['Requests', String(requests)],
    [
      'Time to first look',
      `${length(firstLook.medianSeconds)} median, ${length(firstLook.p90Seconds)} p90`,
    ],
    [
      'Time to decision',
      `${length(decision.medianSeconds)} median, ${length(decision.p90Seconds)} p90`,
    ],
    ['Emergencies', String(figures.emergencies.length)],
    ['Refusals', String(figures.refusals.reduce((sum, { times }) => sum + times, 0))],
  ] as const;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Access requests, ${text(month)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Access requests, ${text(month)}</h1>
<p>Times in ${text(timeZone)}. Made ${text(moment(madeAt, timeZone))}.</p>
<dl>${lines.map(([name, value]) => `<div><dt>${name}</dt><dd>${text(value)}</dd></div>`).join('')}</dl>
${sectionsOf(figures)}
</main>
</body>
</html>
`;
}

function sectionsOf(figures: ReportFigures): string {
  const { timeZone, requests, firstLook, decision } = figures;
  const busyDays = figures.byDay.filter((day) => day.requests > 0);
  const sections = [
    section(
      'Requests over time',
      requests === 0 ? '' : overTime(figures.byDay) + numbers(table(busyDays, perDay)),
    ),
    section(
      'By app and outcome',
      figures.byApp.length === 0
        ? ''
        : byApp(figures.byApp) + numbers(table(figures.byApp, perApp)),
    ),
    section('Time to first look, by the hour of the request', byHour(firstLook)),
    section('Time to decision, by the hour of the request', byHour(decision)),
    section('Who waits longest', table(figures.longestWaits, [...who(timeZone), ...waited])),
    section('Emergencies', table(figures.emergencies, [...who(timeZone), ...emergency])),
    section('Refusals', table(figures.refusals, refusal)),
  ];
  return sections.join('\n');
}

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; --plot-background: Canvas }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
dl { display: flex; flex-wrap: wrap; gap: 1rem 2rem } dt { opacity: .7 } dd { margin: 0; font-size: 1.2rem }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .3rem .6rem .3rem 0; vertical-align: top }
tr { border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent) } figure { margin: 0 } svg { max-width: 100%; height: auto }
`;

function section(title: string, body: string): string {
  return `<section>\n<h2>${title}</h2>\n${body === '' ? '<p>Nothing in this month.</p>' : body}\n</section>`;
}

/**
 * The chart's numbers as a table: a screen reader cannot read a chart, and nobody can read it
 * exactly.
 */
function numbers(figures: string): string {
  return `<details open><summary>In numbers</summary>\n${figures}\n</details>`;
}

/**
 * The library labels marks for screen readers where no label is allowed, so the whole plot has one
 * instead.
 */
function plot(name: string, options: Plot.PlotOptions): string {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const { outerHTML } = Plot.plot({ document, width: 860, height: 240, ...options });
  return `<div role="img" aria-label="${text(name)}">${outerHTML.replaceAll(/ aria-label="[^"]*"/g, '')}</div>`;
}

function overTime(days: ReportFigures['byDay']): string {
  const busiest = days.reduce((most, day) => (day.requests > most.requests ? day : most), {
    day: '',
    requests: 0,
  });
  const all = days.reduce((sum, day) => sum + day.requests, 0);
  const name = `Requests by day: ${all} in all, the most on ${busiest.day} (${busiest.requests}). The numbers follow.`;
  return plot(name, {
    x: { type: 'band', label: null, tickFormat: (day: string) => day.slice(8) },
    y: { label: 'requests', grid: true },
    marks: [Plot.barY(days, { x: 'day', y: 'requests', fill: '#4269d0' }), Plot.ruleY([0])],
  });
}

/** The colours of the first four say what they mean; the others get the rest in turn. */
const knownOutcomes = ['granted', 'denied', 'open', 'refused'];
const colours =
  '#2e8b57 #c0392b #95a5a6 #e08e0b #7d5ba6 #4269d0 #9c6b4e #d66ba0 #2a9fb0 #7a8c1f'.split(' ');

/** Describes a chart for screen readers. */
const mostTold = 12;

function byApp(apps: ReportFigures['byApp']): string {
  const lines = apps
    .map(({ app, outcome, requests }) => `${app} ${outcome}: ${requests}`)
    .slice(0, mostTold);
  return plot(`Requests by app and outcome: ${lines.join(', ')}. The numbers follow.`, {
    height: 60 + 30 * new Set(apps.map(({ app }) => app)).size,
    marginLeft: 160,
    x: { label: 'requests', grid: true },
    y: { label: null },
    color: {
      legend: true,
      domain: [...new Set([...knownOutcomes, ...apps.map(({ outcome }) => outcome)])],
      range: colours,
    },
    marks: [
      Plot.barX(apps, { x: 'requests', y: 'app', fill: 'outcome', sort: { y: '-x' } }),
      Plot.ruleX([0]),
    ],
  });
}

function byHour({ byHour: hours }: ReportFigures['decision']): string {
  if (hours.length === 0) return '';
  const points = hours.flatMap(({ hour, medianSeconds, p90Seconds }) => [
    { hour, minutes: (medianSeconds ?? 0) / 60, of: 'median' },
    { hour, minutes: (p90Seconds ?? 0) / 60, of: 'p90' },
  ]);
  // A plot of nothing but zeros has no scale of its own.
  const most = Math.max(...points.map(({ minutes }) => minutes)) || 1;
  const name = `Median and p90 by the hour of the request, for ${hours.length} hours of the day. The numbers follow.`;
  const drawn = plot(name, {
    x: { label: 'hour of day', domain: [0, 23], ticks: 24, tickFormat: 'd' },
    y: { label: 'minutes', grid: true, domain: [0, most], nice: true },
    color: { legend: true },
    marks: [
      Plot.lineY(points, { x: 'hour', y: 'minutes', stroke: 'of', z: 'of' }),
      Plot.dot(points, { x: 'hour', y: 'minutes', fill: 'of' }),
    ],
  });
  return drawn + numbers(table(hours, perHour));
}

type Waiting = ReportFigures['longestWaits'][number];

/** A column of a table: its heading, and its text for a row. */
type Columns<Row> = readonly (readonly [string, (row: Row) => string])[];

const perDay: Columns<ReportFigures['byDay'][number]> = [
  ['Day', ({ day }) => day],
  ['Requests', ({ requests }) => String(requests)],
];

const perApp: Columns<ReportFigures['byApp'][number]> = [
  ['App', ({ app }) => app],
  ['Outcome', ({ outcome }) => outcome],
  ['Requests', ({ requests }) => String(requests)],
];

const perHour: Columns<ReportFigures['decision']['byHour'][number]> = [
  ['Hour', ({ hour }) => `${hour}:00`],
  ['Requests', ({ requests }) => String(requests)],
  ['Median', ({ medianSeconds }) => length(medianSeconds)],
  ['p90', ({ p90Seconds }) => length(p90Seconds)],
];

const who = (timeZone: string): Columns<Omit<Waiting, 'waitedSeconds'>> => [
  ['Number', ({ number }) => number ?? ''],
  ['App', ({ app }) => app],
  ['Entitlement', ({ entitlement }) => entitlement ?? 'confidential'],
  ['Requester', ({ requester }) => requester ?? 'confidential'],
  ['Asked', ({ askedAt }) => moment(askedAt, timeZone)],
];

const waited: Columns<Waiting> = [
  [
    'Waited',
    ({ waitedSeconds, outcome }) =>
      `${length(waitedSeconds)}${outcome === 'open' ? ', still open' : ''}`,
  ],
];

const emergency: Columns<ReportFigures['emergencies'][number]> = [
  ['Why', ({ why }) => why ?? ''],
  ['Approved by', ({ approvers }) => approvers?.join(', ') ?? 'confidential'],
  ['Outcome', ({ outcome }) => outcome],
  [
    'Held',
    ({ heldSeconds: held, ending }) =>
      held === null ? '' : `${length(held)}, ${ending ?? 'not ended'}`,
  ],
  ['Follow-up', ({ isFollowedUp }) => (isFollowedUp ? 'delivered' : '')],
];

const refusal: Columns<ReportFigures['refusals'][number]> = [
  ['What', ({ kind }) => refusedWords(kind)],
  ['Why', ({ reason }) => reason.replaceAll('-', ' ')],
  ['Times', ({ times }) => String(times)],
];

/** By the name of the act in the trail, which stands before “.refused”. */
const refusedActs: Readonly<Record<string, string>> = {
  request: 'Request, by the access service',
  review: 'Decision',
  settlement: 'Settling an uncertain request',
  ask: 'Question to the requester',
  answer: 'Answer to a question',
  comment: 'Comment',
  nudge: 'Nudge',
  withdraw: 'Withdrawal',
  escalate: 'Escalation to an emergency',
  reassign: 'Reassigning',
  shorten: 'Changing the duration',
  'give-back': 'Giving access back',
  'take-away': 'Taking access away',
};

/** "Decision"; an act without words of its own is shown by its name without hyphens: "Set up". */
function refusedWords(kind: string): string {
  const what = kind.replace(/\.refused$/, '');
  const plain = what.replaceAll('-', ' ');
  return refusedActs[what] ?? `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`;
}

function table<Row>(rows: readonly Row[], columns: Columns<Row>): string {
  if (rows.length === 0) return '';
  const head = columns.map(([name]) => `<th scope="col">${text(name)}</th>`).join('');
  const body = rows.map(
    (row) => `<tr>${columns.map(([, cellOf]) => `<td>${text(cellOf(row))}</td>`).join('')}</tr>`,
  );
  return `<table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${body.join('\n')}\n</tbody>\n</table>`;
}

const moment = (at: string, zone: string) =>
  DateTime.fromISO(at, { zone }).toFormat('yyyy-MM-dd HH:mm');

/** "2 h 5 min"; "–" where there is none. */
function length(secondsLong: number | null): string {
  if (secondsLong === null) return '–';
  const minutes = Math.round(secondsLong / 60);
  const parts = [
    [Math.floor(minutes / 1_440), 'd'],
    [Math.floor((minutes % 1_440) / 60), 'h'],
    [minutes % 60, 'min'],
  ].filter(([count]) => count !== 0);
  return parts.length === 0 ? `${secondsLong} s` : parts.slice(0, 2).flat().join(' ');
}

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function text(typed: string): string {
  return typed.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? sign);
}
