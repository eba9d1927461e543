/**
 * The drawer in the rail, closed until somebody opens it: it moves the time in the sandbox, makes
 * bad weather, and leads through what there is.
 */
import { html } from 'hono/html';
import type { FormBody } from './form-body.ts';
import type { Html } from './html.ts';
import { addressOf, slackbotId, type Viewer } from './place.ts';

const moves = { hour: '+1 h', day: '+1 day', due: 'To the next due thing' } as const;

const weathers = {
  fair: ['Fair', 'Everything answers.'],
  down: ['Service down', 'The governance service answers 503.'],
  slow: ['Service slow', 'The governance service takes 2 s longer.'],
  lost: ['Answers lost', 'The governance service does what it is asked, and its answers get lost.'],
  limited: ['Slack 429', 'Slack refuses the next 5 messages: too many.'],
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
  /** kill -9; then the bot is started again. */
  killBot(): Promise<void>;
  /**
   * Changes an entry of the bot's audit trail behind its back; what the bot says when it is asked
   * about the trail.
   */
  tamper(): Promise<string>;
  /** The bot's report of the month, as a page. */
  report(): Promise<string>;
}

/** "Saturday, 21 November 2026 at 14:30", in the reader's zone. */
function timeWords({ reader }: Viewer, at: Date): string {
  const style = { dateStyle: 'full', timeStyle: 'short', timeZone: reader.timeZone } as const;
  return new Intl.DateTimeFormat(reader.locale, style).format(at);
}

/** Its answer takes the place of what `#sandbox-{answer}` says. */
type DrawerButton = (what: string, to: string, words: string, answer: string) => Html;

interface TourStep {
  readonly title: string;
  /** `{channel}` stands for a link to the channel of `nextPlace`, else of `place`. */
  readonly words: string;
  readonly place: TourPlace;
  /** Where the step goes on, for somebody else. */
  readonly nextPlace?: TourPlace;
}

type TourPlace = readonly [personId: string, conversationId: string];

const steps: readonly TourStep[] = [
  {
    title: 'Ask',
    words:
      'As Ben, send /request-access, pick GitHub and then Platform: write. Say why, and submit.',
    place: ['U0BEN', 'C0GENERAL'],
  },
  {
    title: 'Decide',
    words: 'As Ana, approve it on the card in {channel}.',
    place: ['U0ANA', 'C0REVIEWS'],
  },
  {
    title: 'Handed over',
    words:
      'As Ben, ask for Yard crane of Slipway; as Ana, approve it in {channel}. The bot has no right to decide it: the service asks the bot.',
    place: ['U0BEN', 'C0GENERAL'],
    nextPlace: ['U0ANA', 'C0HARBOUR'],
  },
  {
    title: 'Emergency',
    words:
      'As Ben, send /emergency-access platform deploy because INC-77: horn broken, submit the form, and see in {channel} who is called.',
    place: ['U0BEN', 'C0INCIDENTS'],
  },
  {
    title: 'Outage',
    words:
      'Press “Service down”, ask as Ben for Platform: read of GitHub, then press “Fair”: it arrives.',
    place: ['U0BEN', 'C0GENERAL'],
  },
  {
    title: 'End',
    words: 'Press “+1 h” until Ben’s access of the first step ends, and read what he is told.',
    place: ['U0BEN', 'D0BEN'],
  },
  {
    title: 'Reminder',
    words:
      'Press “+1 day”, then “To the next due thing” until Ana is reminded of Platform: read of GitHub.',
    place: ['U0ANA', 'D0ANA'],
  },
];

/** Where the bot has tools for Slackbot. */
const slackbotStep: TourStep = {
  title: 'Plain words',
  words:
    'As Emil, tell Slackbot “Get me write on the platform repo for two hours, INC-42”, open the draft that the bot sends him, and press Send.',
  place: ['U0EMIL', slackbotId],
};

const countWords = [
  '',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
];

/** What there is to see; nothing where the company has no such people or channels. */
function tour({ client }: Viewer, button: DrawerButton): Html {
  const people = new Set(client.people().map(({ id }) => id));
  const channels = new Map(client.channelNames().map(({ id, name }) => [id, name]));
  const isThere = ({ words, place, nextPlace = place }: TourStep) =>
    people.has(place[0]) &&
    people.has(nextPlace[0]) &&
    (channels.has(nextPlace[1]) || !words.includes('{channel}'));
  const offered =
    client.slackbot(slackbotStep.place[0]) === null ? steps : [...steps, slackbotStep];
  if (!offered.every(isThere)) return html``;
  const items = offered.map(({ title, words, place, nextPlace = place }) => {
    const [before = '', after] = words.split('{channel}');
    const name = channels.get(nextPlace[1]) ?? '';
    const channel = html`<a href="${addressOf(...nextPlace)}">#${name}</a>`;
    const rest = after === undefined ? '' : html`${channel}${after}`;
    return html`<li><a href="${addressOf(...place)}">${title}</a>: ${before}${rest}</li>`;
  });
  const more = [
    html`<li>Tamper: somebody writes another name into the audit trail while the bot is down. ${button('tour', 'tamper', 'Do it, and verify', 'tour')}<p class="drawer-working" role="status" data-testid="tour-working">Working: the bot is stopped and started again, then the trail is verified. This takes some seconds.</p><p id="sandbox-tour" role="status" data-testid="sandbox-tour"></p></li>`,
    html`<li><a href="/report" data-testid="tour-report">Report</a>: the month on one page.</li>`,
  ];
  const count = countWords[items.length + more.length] ?? '';
  return html`<h2>A tour of ${count} steps</h2><ol class="tour" data-testid="tour">${items}${more}</ol>`;
}

export function drawer(viewer: Viewer, weather: string): Html {
  const button: DrawerButton = (what, to, words, answer) =>
    html`<button type="button" class="button" hx-post="/as/${encodeURIComponent(viewer.person.id)}/drawer" hx-vals="${JSON.stringify({ [what]: to })}" hx-target="#sandbox-${answer}" hx-swap="innerHTML" data-testid="${what}-${to}">${words}</button>`;
  const times = Object.entries(moves).map(([to, words]) => button('time', to, words, 'time'));
  const skies = Object.entries(weathers).map(([to, [words]]) =>
    button('weather', to, words, 'weather'),
  );
  return html`<details class="drawer" data-testid="drawer"><summary>Time, weather and a tour</summary><p id="sandbox-time" role="status" data-testid="sandbox-time">${timeWords(viewer, viewer.reader.now)}</p><div class="drawer-buttons">${times}</div><p id="sandbox-weather" role="status" data-testid="sandbox-weather">${weather}</p><div class="drawer-buttons">${skies}${button('bot', 'kill', 'Kill the bot and start it again', 'weather')}</div>${tour(viewer, button)}</details>`;
}

/** Does what a button of the drawer says, and tells what is so then. */
export async function workDrawer(
  controls: SandboxControls,
  viewer: Viewer,
  body: FormBody,
): Promise<string> {
  if (body.text('bot') === 'kill') {
    await controls.killBot();
    return 'The bot was killed, and is back.';
  }
  if (body.text('tour') === 'tamper') return controls.tamper();
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
