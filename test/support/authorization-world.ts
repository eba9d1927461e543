/**
 * The bot between a Slack that a test wrote and the sandbox's service (authorization-service.ts),
 * for the matrix of who may do what. Every click is a signed payload over HTTP. Long because it has
 * every way to act on a request.
 */
import type { RunningApp } from '../../src/app.ts';
import { actFormId } from '../../src/slack/action/action-form-modal.ts';
import { holderActions } from '../../src/slack/action/buttons.ts';
import { cardActions } from '../../src/slack/card/card-buttons.ts';
import {
  entitlementBlockId,
  requestFormId,
} from '../../src/slack/form/blocks/request-form-fields.ts';
import { type Cell, modes } from './authorization-cells.ts';
import { AuthorizationService, at, type Json } from './authorization-service.ts';
import { until } from './bot-world.ts';
import { postgresEngine, type TestDatabase } from './database.ts';
import { signedHeaders } from './signed-headers.ts';
import { type SlackServer, startSlackServer } from './slack-server.ts';
import { startBot } from './stand-ins.ts';
import { defaultLimits, governanceWith, testApp, testSettings } from './test-settings.ts';
import { actMemory, requestMemory } from './window-memories.ts';

/** A request of Ben's for Dee that stands at the cell's step, with all that a payload names. */
export interface Opened {
  /** What is asked for. */
  readonly entitlement: string;
  readonly taskId: string;
  readonly requestId: string;
  readonly card: string;
  /** The conversation of the card. */
  readonly channel: string;
  /** The fingerprint of what its card showed. */
  readonly shown: string;
  /** The step that its card shows. */
  readonly step: string;
}

/** How often somebody clicks who is told each time that it did not work. */
const mostClicks = 20;

/**
 * A click that was kept after all, though the person was told otherwise and clicked again: its
 * outcome is yet to come.
 */
const isAboutRepeatedClick = (text: string): boolean => text.includes('What you did before counts');

interface PostedCard {
  readonly id: string;
  /** The conversation that it was posted in. */
  readonly channel: string;
  readonly shown: string;
}

/** What became of a click: what the service was told to do, and what the person read. */
export interface Outcome {
  readonly sent: readonly string[];
  readonly told: string;
}

export class AuthorizationWorld {
  readonly #slack: SlackServer;
  readonly #service: AuthorizationService;
  #app: RunningApp | null = null;
  readonly #told = new Map<string, string[]>();
  /**
   * Who was told that a request was withdrawn, by what was asked for; other messages to a person
   * come whenever they come.
   */
  readonly #withdrawn = new Map<string, string>();
  /** By what was asked for. */
  readonly #cards = new Map<string, PostedCard>();
  #next = 0;
  #count = 0;
  readonly #database: TestDatabase;

  private constructor(slack: SlackServer, service: AuthorizationService, database: TestDatabase) {
    this.#slack = slack;
    this.#service = service;
    this.#database = database;
    slack.answer((method, args) => ({ body: this.#slackAnswer(method, args) }));
  }

  /** For so many requests. */
  static async start(requests: number): Promise<AuthorizationWorld> {
    const service = await AuthorizationService.start(requests);
    return new AuthorizationWorld(await startSlackServer(), service, await postgresEngine.open());
  }

  /** The bot with the settings of a mode; what it kept stays. */
  async run(mode: Cell['mode']): Promise<void> {
    await this.#app?.stop();
    this.#service.isEmergency = mode === 'link for emergencies';
    // However many refusals there are, each is answered.
    const endless = { most: Number.POSITIVE_INFINITY, windowSeconds: 60 };
    const place = {
      database: this.#database.settings,
      slackApiUrl: this.#slack.apiUrl,
      governanceUrl: this.#service.url,
    };
    this.#app = await startBot(place, {
      settings: testSettings({
        apps: [testApp()],
        admins: ['U0CHO'],
        review: modes[mode],
        governance: governanceWith('taskRevoke'),
        limits: {
          ...defaultLimits,
          clicks: endless,
          refusals: endless,
          requests: endless,
        },
      }),
      // What became of a task is read when somebody clicks.
      refreshTasksMs: 3_600_000,
    });
  }

  async close(): Promise<void> {
    await this.#app?.stop();
    await this.#service.close();
    await this.#slack[Symbol.asyncDispose]();
    await this.#database.close();
  }

  /** Asks as Ben for Dee, and brings the request to where the cell has it. */
  async open({ state, policy }: Pick<Cell, 'state' | 'policy'>): Promise<Opened> {
    const entitlement = `ent-${this.#next}`;
    this.#next += 1;
    await this.#submit(entitlement, `${policy}|${state}|`);
    const card = await until(`the card of ${entitlement}`, () => this.#cards.get(entitlement));
    const { requestId, taskId } = this.#service.requestOf(entitlement);
    const step = await this.#service.currentStep(taskId);
    const further = { 'at another step': 1, closed: 2, 'at this step': 0, 'offering nothing': 0 }[
      state
    ];
    for (let count = 0; count < further; count += 1) await this.#service.decide('fay', taskId);
    const { id, channel, shown } = card;
    return { entitlement, taskId, requestId, card: id, channel, shown, step };
  }

  async #submit(entitlement: string, justification: string): Promise<void> {
    const values = {
      app: { 'request.app': { selected_option: { value: 'app-github' } } },
      [entitlementBlockId('app-github', [])]: {
        'request.entitlement': { selected_options: [{ value: entitlement }] },
      },
      justification: { 'request.justification': { value: justification } },
      'duration-1': { 'request.duration': { selected_option: { value: '3600' } } },
      time: { 'request.time': { value: null } },
      target: { 'request.target': { selected_user: 'U0DEE' } },
    };
    const view = {
      callback_id: requestFormId,
      private_metadata: JSON.stringify(requestMemory),
      state: { values },
    };
    // Right after the start the catalogue is still being read.
    for (;;) {
      const answer = await this.#view({ handle: 'ben', teamId: 'T0ACME' }, view);
      if (!answer.includes('errors')) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Clicks as the cell has it, and waits until the person was told or the service was. */
  async click(cell: Cell, opened: Opened): Promise<Outcome> {
    const userId = `U0${cell.handle.toUpperCase()}`;
    const before = this.#service.sentTo(opened.taskId).length;
    const sent = () => this.#service.sentTo(opened.taskId).slice(before);
    const told = () =>
      [
        ...(this.#told.get(userId) ?? []),
        ...(cell.verb === 'withdraw'
          ? [this.#withdrawn.get(`${opened.entitlement} to ${userId}`) ?? '']
          : []),
      ].filter((text) => text !== '' && !isAboutRepeatedClick(text));
    let answer = '';
    // A refusal of the service is not the end: the person hears of it, too.
    const isOver = () => answer !== '' || told().length > 0 || sent().some((one) => !one.isRefused);
    for (let clicks = 1; ; clicks += 1) {
      this.#told.set(userId, []);
      answer = await this.#send(cell, opened);
      if (isAboutRepeatedClick(answer)) answer = '';
      await until(`${cell.name} comes to something`, isOver, 60_000);
      // On a busy machine the database may be too slow for a click: the person does as they are
      // told.
      const isUnsaved = [answer, ...told()].some((text) =>
        /was not saved|not certain that this was saved/.test(text),
      );
      if (!isUnsaved || clicks === mostClicks) break;
    }
    return { sent: sent().map(({ verb }) => verb), told: [answer, ...told()].join('\n') };
  }

  async #send(
    cell: Cell,
    { entitlement, card, channel, shown, step, requestId }: Opened,
  ): Promise<string> {
    const messageTs = messageTsOf(entitlement);
    const value = JSON.stringify({ v: 1, card, step, shown });
    const { verb, policy } = cell;
    if (verb === 'withdraw' || verb === 'escalate')
      return this.#button(cell, holderActions[verb], { value: requestId, channel, messageTs });
    if (verb === 'give-back')
      return this.#button(cell, holderActions['give-back'], {
        value: requestId,
        channel,
        messageTs,
      });
    // Where the step wants a reason the button opens the form, which is sent here without one.
    if (verb === 'approve' && policy !== 'reasons')
      return this.#button(cell, cardActions.approve, { value, channel, messageTs });
    const isDecision = verb === 'approve' || verb === 'deny';
    const memory = {
      ...actMemory,
      verb,
      card,
      step,
      shown,
      clicked: card === '' ? null : { channel, ts: messageTs },
      request: requestId,
      mustSay: false,
    };
    const values = {
      reason: { reason: { value: isDecision ? '' : 'because' } },
      time: { time: { selected_option: { value: '1800' } } },
      people: { people: { selected_users: ['U0FAY'] } },
    };
    return this.#view(cell, {
      callback_id: actFormId,
      private_metadata: JSON.stringify(memory),
      state: { values },
    });
  }

  #button(
    who: Pick<Cell, 'handle' | 'teamId'>,
    action_id: string,
    {
      value,
      channel,
      messageTs,
    }: { readonly value: string; readonly channel: string; readonly messageTs: string },
  ): Promise<string> {
    const container = {
      type: 'message',
      channel_id: channel,
      message_ts: messageTs,
      is_ephemeral: false,
    };
    const actions = [{ action_id, block_id: 'b', value, action_ts: '1.5' }];
    return this.#post(who, { type: 'block_actions', container, actions });
  }

  #view(who: Pick<Cell, 'handle' | 'teamId'>, view: Json): Promise<string> {
    this.#count += 1;
    return this.#post(who, {
      type: 'view_submission',
      view: { id: `V${this.#count}`, hash: '1.2', ...view },
    });
  }

  /**
   * As Slack sends and signs it. Returns what Slack is answered. Bolt answers 404 where a busy
   * machine needs more than 3 s for an ack: Slack then shows a warning, and the person clicks
   * again.
   */
  async #post(who: Pick<Cell, 'handle' | 'teamId'>, payload: Json): Promise<string> {
    for (let clicks = 1; ; clicks += 1) {
      const answer = await this.#postOnce(who, payload);
      const text = await answer.text();
      if (answer.status === 200) return text;
      if (answer.status !== 404 || clicks === mostClicks) {
        throw new Error(`the bot answers ${answer.status}`);
      }
    }
  }

  #postOnce({ handle, teamId }: Pick<Cell, 'handle' | 'teamId'>, payload: Json): Promise<Response> {
    const user = {
      id: `U0${handle.toUpperCase()}`,
      username: handle,
      name: handle,
      team_id: teamId,
    };
    const sender = {
      user,
      team: { id: teamId, domain: 'acme' },
      trigger_id: '1.2.3',
      response_url: `${this.#slack.apiUrl}respond.${user.id}`,
    };
    const body = new URLSearchParams({
      payload: JSON.stringify({ ...sender, ...payload }),
    }).toString();
    const headers = signedHeaders(body);
    return fetch(this.#app?.eventsUrl ?? '', { method: 'POST', headers, body });
  }

  /** A Slack in which everybody is who they say, and which notes what people are told. */
  #slackAnswer(method: string, args: URLSearchParams): Json {
    const userId =
      args.get('user') ??
      args.get('users') ??
      `U0${(args.get('email') ?? '').split('@')[0]?.toUpperCase()}`;
    const handle = userId.slice(2).toLowerCase();
    const profile = { email: `${handle}@acme.example`, real_name: handle };
    const user = {
      id: userId,
      team_id: 'T0ACME',
      name: handle,
      is_email_confirmed: true,
      profile,
      tz: 'Etc/UTC',
    };
    const said = /^chat\.post(?:Message|Ephemeral)$/.test(method) ? (args.get('text') ?? '') : '';
    // What came of a click begins with what was clicked.
    if (/^\*[^*]+\*(?: \([^)]*\))*: /.test(said))
      this.#told.get(args.get('user') ?? args.get('channel') ?? '')?.push(said);
    const [withdrawn] = /withdrew/.test(said) ? (/ent-\d+/.exec(said) ?? []) : [];
    if (withdrawn !== undefined)
      this.#withdrawn.set(`${withdrawn} to ${args.get('channel')}`, said);
    const card: unknown = at(JSON.parse(args.get('metadata') ?? '{}'), 'event_payload', 'card_id');
    const [entitlement] = /ent-\d+/.exec(args.get('blocks') ?? '') ?? [];
    const shown = /\\"shown\\":\\"([^"\\]+)\\"/.exec(args.get('blocks') ?? '')?.[1] ?? '';
    if (typeof card === 'string' && entitlement !== undefined)
      this.#cards.set(entitlement, { id: card, channel: args.get('channel') ?? '', shown });
    this.#count += 1;
    // Slack is sent JSON there, so that the words are in what was taken for a form.
    if (method.startsWith('respond.'))
      this.#told.get(method.slice('respond.'.length))?.push([...args].flat().join(' '));
    const channel = this.#channelIn(method, args, userId);
    return {
      ok: true,
      team_id: 'T0ACME',
      user_id: 'U0BOT',
      ts: `${this.#count}.5`,
      channel,
      user,
      view: { id: 'V1' },
    };
  }

  #channelIn(method: string, args: URLSearchParams, userId: string): string | Json {
    if (method === 'conversations.open') return { id: `D${userId}` };
    const id = args.get('channel') ?? 'C0GENERAL';
    return method === 'conversations.info' ? { id, is_ext_shared: false } : id;
  }
}

/**
 * Where the clicked copy of a card is: another message for each, because the bot takes it for the
 * card until its own post is noted.
 */
function messageTsOf(entitlement: string): string {
  return `${900_000 + Number(entitlement.replace('ent-', ''))}.5`;
}
