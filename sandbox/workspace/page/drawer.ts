/** The drawer in the rail, closed until somebody opens it: it moves the time in the sandbox, and makes bad weather. */
import { html } from 'hono/html';
import type { FormBody } from './form-body.ts';
import type { Html } from './html.ts';
import type { Viewer } from './place.ts';

const moves = { hour: '+1 h', day: '+1 day', due: 'To the next due thing' } as const;

const weathers = {
  fair: ['Fair', 'Everything answers.'],
  down: ['Service down', 'The governance service answers 503.'],
  slow: ['Service slow', 'The governance service takes 2 s longer.'],
  lost: ['Answers lost', 'The governance service does what it is asked, and its answers get lost.'],
  limited: ['Slack 429', 'Slack refuses the next 5 calls: too many.'],
} as const;
export type Weather = keyof typeof weathers;

/** What the drawer does, to both stand-ins and to the bot. */
export interface SandboxControls {
  readonly now: () => Date;
  /** Never goes back. */
  forwardTo(instant: Date): void;
  /** When the bot has something to do next; null = nothing. */
  nextDue(): Promise<Date | null>;
  weather(weather: Weather): void;
  /** Stops the bot and starts it again. */
  restartBot(): Promise<void>;
}

/** "Saturday, 21 November 2026 at 14:30", in the reader's zone. */
function timeWords({ reader }: Viewer, at: Date): string {
  const style = { dateStyle: 'full', timeStyle: 'short', timeZone: reader.timeZone } as const;
  return new Intl.DateTimeFormat(reader.locale, style).format(at);
}

export function drawer(viewer: Viewer): Html {
  const button = (what: string, to: string, words: string) =>
    html`<button type="button" class="button" hx-post="/as/${encodeURIComponent(viewer.person.id)}/drawer" hx-vals="${JSON.stringify({ [what]: to })}" hx-target="#sandbox-${what === 'time' ? 'time' : 'weather'}" hx-swap="innerHTML" data-testid="${what}-${to}">${words}</button>`;
  const times = Object.entries(moves).map(([to, words]) => button('time', to, words));
  const skies = Object.entries(weathers).map(([to, [words]]) => button('weather', to, words));
  return html`<details class="drawer" data-testid="drawer"><summary>Time and weather</summary><p id="sandbox-time" role="status" data-testid="sandbox-time">${timeWords(viewer, viewer.reader.now)}</p><div class="drawer-buttons">${times}</div><p id="sandbox-weather" role="status" data-testid="sandbox-weather">Make some weather:</p><div class="drawer-buttons">${skies}${button('bot', 'restart', 'Restart the bot')}</div></details>`;
}

/** Does what a button of the drawer says, and tells what is so then. */
export async function workDrawer(controls: SandboxControls, viewer: Viewer, body: FormBody): Promise<string> {
  if (body.text('bot') === 'restart') {
    await controls.restartBot();
    return 'The bot was stopped and is back.';
  }
  const weather = Object.keys(weathers).find((one): one is Weather => one === body.text('weather'));
  if (weather === undefined) return moveTime(controls, viewer, body.text('time'));
  controls.weather(weather);
  return weathers[weather][1];
}

const hourMs = 3_600_000;

async function moveTime(controls: SandboxControls, viewer: Viewer, to: string): Promise<string> {
  const nowMs = controls.now().getTime();
  if (to === 'hour') controls.forwardTo(new Date(nowMs + hourMs));
  if (to === 'day') controls.forwardTo(new Date(nowMs + 24 * hourMs));
  const due = to === 'due' ? await controls.nextDue() : null;
  if (due !== null) controls.forwardTo(due);
  const words = timeWords(viewer, controls.now());
  return to === 'due' && due === null ? `${words}. Nothing is due.` : words;
}
