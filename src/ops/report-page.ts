import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { DateTime } from 'luxon';
import type { ReportFigures } from './report-figures.ts';

type Times = ReportFigures['decision'];

/** One page with everything in it: no script, nothing is loaded from anywhere. */
export function reportPage(figures: ReportFigures): string {
  const { month, timeZone, requests, madeAt } = figures;
  const { firstLook, decision } = figures;
  const told = [
    ['Requests', String(requests)],
    ['Time to first look', `${length(firstLook.medianSeconds)} median, ${length(firstLook.p90Seconds)} p90`],
    ['Time to decision', `${length(decision.medianSeconds)} median, ${length(decision.p90Seconds)} p90`],
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
<dl>${told.map(([name, value]) => `<div><dt>${name}</dt><dd>${text(value)}</dd></div>`).join('')}</dl>
${[
  section('Requests over time', requests === 0 ? '' : overTime(figures.byDay)),
  section('By app and outcome', figures.byApp.length === 0 ? '' : byApp(figures.byApp)),
  section('Time to first look, by the hour of the request', byHour(firstLook)),
  section('Time to decision, by the hour of the request', byHour(decision)),
  section('Who waits longest', waits(figures.longestWaits, timeZone)),
  section('Emergencies', emergencies(figures.emergencies, timeZone)),
  section('Refusals', refusals(figures.refusals)),
].join('\n')}
</main>
</body>
</html>
`;
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

/** The library names its marks to screen readers where they may have no name: the plot as a whole has one instead. */
function plot(name: string, options: Plot.PlotOptions): string {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const { outerHTML } = Plot.plot({ document, width: 860, height: 240, ...options });
  return `<div role="img" aria-label="${name}">${outerHTML.replaceAll(/ aria-label="[^"]*"/g, '')}</div>`;
}

function overTime(days: ReportFigures['byDay']): string {
  return plot('Requests by day', {
    x: { type: 'band', label: null, tickFormat: (day: string) => day.slice(8) },
    y: { label: 'requests', grid: true },
    marks: [Plot.barY(days, { x: 'day', y: 'requests', fill: '#4269d0' }), Plot.ruleY([0])],
  });
}

/** Colours that say what they mean. */
const outcomeColours: ReadonlyMap<string, string> = new Map([
  ['granted', '#2e8b57'],
  ['denied', '#c0392b'],
  ['open', '#95a5a6'],
  ['refused', '#e08e0b'],
]);
/** For every other outcome, in turn. */
const otherColours = ['#7d5ba6', '#4269d0', '#9c6b4e', '#d66ba0', '#2a9fb0', '#7a8c1f'];

function byApp(apps: ReportFigures['byApp']): string {
  const outcomes = [...new Set(apps.map(({ outcome }) => outcome))].toSorted();
  const others = outcomes.filter((one) => !outcomeColours.has(one));
  const colourOf = (one: string) => outcomeColours.get(one) ?? otherColours[others.indexOf(one) % otherColours.length];
  const height = 60 + 30 * new Set(apps.map(({ app }) => app)).size;
  return plot('Requests by app and outcome', {
    height,
    marginLeft: 160,
    x: { label: 'requests', grid: true },
    y: { label: null },
    color: { legend: true, domain: outcomes, range: outcomes.map(colourOf) },
    marks: [Plot.barX(apps, { x: 'requests', y: 'app', fill: 'outcome', sort: { y: '-x' } }), Plot.ruleX([0])],
  });
}

function byHour({ byHour: hours }: Times): string {
  if (hours.length === 0) return '';
  const points = hours.flatMap(({ hour, medianSeconds, p90Seconds }) => [
    { hour, minutes: (medianSeconds ?? 0) / 60, of: 'median' },
    { hour, minutes: (p90Seconds ?? 0) / 60, of: 'p90' },
  ]);
  // A plot of nothing but zeros has no scale of its own.
  const most = Math.max(...points.map(({ minutes }) => minutes)) || 1;
  return plot('Minutes by hour of day, median and p90', {
    x: { label: 'hour of day', domain: [0, 23], ticks: 24, tickFormat: 'd' },
    y: { label: 'minutes', grid: true, domain: [0, most], nice: true },
    color: { legend: true },
    marks: [
      Plot.lineY(points, { x: 'hour', y: 'minutes', stroke: 'of', z: 'of' }),
      Plot.dot(points, { x: 'hour', y: 'minutes', fill: 'of' }),
    ],
  });
}

function waits(rows: ReportFigures['longestWaits'], timeZone: string): string {
  return table(
    ['Number', 'App', 'Entitlement', 'Requester', 'Asked', 'Waited'],
    rows.map((one) => [
      ...who(one),
      moment(one.askedAt, timeZone),
      `${length(one.waitedSeconds)}${one.isOpen ? ', still open' : ''}`,
    ]),
  );
}

function emergencies(rows: ReportFigures['emergencies'], timeZone: string): string {
  return table(
    ['Number', 'App', 'Entitlement', 'Requester', 'Asked', 'Why', 'Outcome', 'Held', 'Follow-up'],
    rows.map((one) => [
      ...who(one),
      moment(one.askedAt, timeZone),
      one.why ?? '',
      one.outcome,
      one.heldSeconds === null ? '' : `${length(one.heldSeconds)}, ${one.ending ?? 'not ended'}`,
      one.isFollowedUp ? 'delivered' : '',
    ]),
  );
}

const who = ({
  number,
  app,
  entitlement,
  requester,
}: ReportFigures['longestWaits'][number] | ReportFigures['emergencies'][number]) => [
  number ?? '',
  app,
  entitlement ?? 'confidential',
  requester ?? 'confidential',
];

function refusals(rows: ReportFigures['refusals']): string {
  return table(
    ['What', 'Why', 'Times'],
    rows.map(({ kind, reason, times }) => [kind, reason, String(times)]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${text(cell)}</${tag}>`).join('')}</tr>`;
  return `<table>\n${line(head, 'th')}\n${rows.map((row) => line(row, 'td')).join('\n')}\n</table>`;
}

const moment = (at: string, zone: string) => DateTime.fromISO(at, { zone }).toFormat('yyyy-MM-dd HH:mm');

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

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function text(typed: string): string {
  return typed.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? sign);
}
