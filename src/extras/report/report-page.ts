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
  const { timeZone, firstLook, decision } = figures;
  const busyDays = figures.byDay.filter((day) => day.requests > 0);
  const sections = [
    section('Requests over time', table(busyDays, perDay, countOf)),
    section('By app and outcome', table(figures.byApp, perApp, countOf)),
    section(
      'Time to first look, by the hour of the request',
      table(firstLook.byHour, perHour, medianOf),
    ),
    section(
      'Time to decision, by the hour of the request',
      table(decision.byHour, perHour, medianOf),
    ),
    section('Who waits longest', table(figures.longestWaits, [...who(timeZone), ...waited])),
    section('Emergencies', table(figures.emergencies, [...who(timeZone), ...emergency])),
    section('Refusals', table(figures.refusals, refusal)),
  ];
  return sections.join('\n');
}

const countOf = ({ requests }: { readonly requests: number }): number => requests;
const medianOf = ({ medianSeconds }: { readonly medianSeconds: number | null }): number =>
  medianSeconds ?? 0;

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
dl { display: flex; flex-wrap: wrap; gap: 1rem 2rem } dt { opacity: .7 } dd { margin: 0; font-size: 1.2rem }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .3rem .6rem .3rem 0; vertical-align: top }
tr { border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent) } .bar { width: 40% } .bar div { background: #4269d0; height: .8em }
`;

function section(title: string, body: string): string {
  return `<section>\n<h2>${title}</h2>\n${body === '' ? '<p>Nothing in this month.</p>' : body}\n</section>`;
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
    ({ heldSeconds, ending }) =>
      heldSeconds === null ? '' : `${length(heldSeconds)}, ${ending ?? 'not ended'}`,
  ],
  ['Follow-up', ({ isFollowedUp }) => (isFollowedUp ? 'delivered' : '')],
];

const refusal: Columns<ReportFigures['refusals'][number]> = [
  ['What', ({ what }) => refusedWords(what)],
  ['Why', ({ reason }) => reason.replaceAll('-', ' ')],
  ['Times', ({ times }) => String(times)],
];

const refusedActs: Readonly<Record<string, string>> = {
  request: 'Request, by the access service',
  approve: 'Approval',
  deny: 'Denial',
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
};

/** "Approval"; an act without words of its own is shown by its name without hyphens: "Set up". */
function refusedWords(what: string): string {
  const plain = what.replaceAll('-', ' ');
  return refusedActs[what] ?? `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`;
}

/** @param barOf what the bar at the end of each row shows; without it, there are no bars */
function table<Row>(
  rows: readonly Row[],
  columns: Columns<Row>,
  barOf: ((row: Row) => number) | null = null,
): string {
  if (rows.length === 0) return '';
  const head = columns.map(([name]) => `<th scope="col">${text(name)}</th>`).join('');
  const most = barOf === null ? 0 : Math.max(...rows.map(barOf)) || 1;
  // Its number stands in the row: a screen reader has nothing to read here.
  const bar = (row: Row): string =>
    barOf === null
      ? ''
      : `<td class="bar" aria-hidden="true"><div style="width:${Math.round((100 * barOf(row)) / most)}%"></div></td>`;
  const body = rows.map(
    (row) =>
      `<tr>${columns.map(([, cellOf]) => `<td>${text(cellOf(row))}</td>`).join('')}${bar(row)}</tr>`,
  );
  const end = barOf === null ? '' : '<td></td>';
  return `<table>\n<thead><tr>${head}${end}</tr></thead>\n<tbody>\n${body.join('\n')}\n</tbody>\n</table>`;
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
