/** The drawer in the rail, closed until somebody opens it: it moves the time in the sandbox. */
import { html } from 'hono/html';
import type { Html } from './html.ts';
import type { Viewer } from './place.ts';

/** The sandbox's time, by which both stand-ins and the bot go. */
export interface SandboxTime {
  readonly now: () => Date;
  forwardTo(instant: Date): void;
  /** When the bot has something to do next; null = nothing. */
  nextDue(): Promise<Date | null>;
}

const hourMs = 3_600_000;
const moves = { hour: '+1 h', day: '+1 day', due: 'To the next due thing' } as const;

/** "Saturday, 21 November 2026 at 14:30", in the reader's zone. */
export function timeWords({ reader }: Viewer, at: Date): string {
  const style = { dateStyle: 'full', timeStyle: 'short', timeZone: reader.timeZone } as const;
  return new Intl.DateTimeFormat(reader.locale, style).format(at);
}

export function drawer(viewer: Viewer): Html {
  const { person, reader } = viewer;
  const button = ([to, words]: [string, string]) =>
    html`<button type="button" class="button" hx-post="/as/${encodeURIComponent(person.id)}/time" hx-vals="${JSON.stringify({ to })}" hx-target="#sandbox-time" hx-swap="innerHTML" data-testid="time-${to}">${words}</button>`;
  return html`<details class="drawer" data-testid="drawer"><summary>Time in the sandbox</summary><p id="sandbox-time" role="status" data-testid="sandbox-time">${timeWords(viewer, reader.now)}</p><div class="drawer-buttons">${Object.entries(moves).map(button)}</div></details>`;
}

/** Moves the time, and says what it is then. */
export async function moveTime(time: SandboxTime, viewer: Viewer, to: string): Promise<string> {
  const nowMs = time.now().getTime();
  if (to === 'hour') time.forwardTo(new Date(nowMs + hourMs));
  if (to === 'day') time.forwardTo(new Date(nowMs + 24 * hourMs));
  const due = to === 'due' ? await time.nextDue() : null;
  if (due !== null) time.forwardTo(due);
  const words = timeWords(viewer, time.now());
  return to === 'due' && due === null ? `${words}. Nothing is due.` : words;
}
