/**
 * A workspace without a bot behind it, for the page's own tests: it holds messages, views and
 * options that a test put there, and writes down what the page asked of it. Interactions end as the
 * test says.
 * Long because it has every call that the page makes.
 */
import type {
  Change,
  ConversationSummary,
  ElementAction,
  EnteredValues,
  OfferedOptions,
  Outcome,
  Person,
  ShownBlock,
  ShownMessage,
  ShownView,
  SlackbotTalk,
  StateValues,
  WorkspaceClient,
} from '../../sandbox/workspace/client.ts';

const person = (
  handle: string,
  name: string,
  title: string,
  timeZone: string,
  locale = 'en-GB',
): Person => ({
  id: `U0${handle.toUpperCase()}`,
  handle,
  name,
  title,
  email: `${handle}@acme.example`,
  timeZone,
  locale,
  kind: 'member',
  teamId: 'T0ACME',
  isEmailConfirmed: true,
  status: null,
});

const fakePeople: readonly Person[] = [
  person('ana', 'Ana Lindqvist', 'Head of Platform', 'Europe/Stockholm'),
  person('ben', 'Ben Okafor', 'Staff Engineer, Timetables', 'Africa/Lagos'),
  person('quinn', 'Quinn Abernathy', 'Recruiter (all hands on deck)', 'America/New_York', 'en-US'),
  {
    ...person('wim', 'Wim de Groot', 'Former Dispatcher', 'Europe/Amsterdam'),
    kind: 'deactivated',
  },
];

export interface FakeMessage {
  readonly ts: string;
  readonly text: string;
  /** A person's id; the bot when absent. */
  readonly from?: string;
  readonly blocks?: readonly ShownBlock[];
  readonly onlyFor?: string;
  readonly edited?: boolean;
  readonly threadTs?: string;
}

export interface FakeModal {
  readonly id: string;
  readonly title: string;
  readonly submit?: string | null;
  readonly blocks: readonly ShownBlock[];
  readonly state?: StateValues;
  readonly errors?: Record<string, string>;
}

/** What the page asked for, in order. */
export type PageCall =
  | {
      readonly kind: 'say';
      readonly personId: string;
      readonly text: string;
      readonly threadTs?: string;
    }
  | {
      readonly kind: 'act';
      readonly personId: string;
      readonly action: ElementAction;
      readonly values: EnteredValues;
    }
  | { readonly kind: 'fill'; readonly viewId: string; readonly values: EnteredValues }
  | { readonly kind: 'submit'; readonly viewId: string; readonly values: EnteredValues }
  | { readonly kind: 'options'; readonly actionId: string; readonly query: string }
  | { readonly kind: 'close'; readonly viewId: string }
  | { readonly kind: 'shortcut'; readonly callbackId: string; readonly ts: string | null }
  | { readonly kind: 'askSlackbot'; readonly personId: string; readonly text: string }
  | { readonly kind: 'openHome'; readonly personId: string };

const ok: Outcome = { ok: true };
const channels = [
  { id: 'C0GENERAL', name: 'general', topic: 'Everything that floats' },
  { id: 'C0REVIEWS', name: 'access-reviews', topic: 'Requests that wait for somebody' },
];

/** Where nobody of the page's tests reads. */
const otherChannels = [
  { id: 'C0HARBOUR', name: 'harbour-ops', topic: '' },
  { id: 'C0INCIDENTS', name: 'incidents', topic: '' },
];

export class FakeWorkspaceClient implements WorkspaceClient {
  readonly teamName = 'Acme Lighthouse & Ferry Co.';
  readonly teamDomain = 'acme';
  readonly calls: PageCall[] = [];
  /** What happens after a call, and how it ends; replaced by tests. */
  react: (call: PageCall) => Outcome | Promise<Outcome> = () => ok;
  offer: (actionId: string, query: string) => OfferedOptions | Promise<OfferedOptions> = () => ({
    ok: true,
    options: [],
  });
  /** What everybody and Slackbot said to each other; null: it is not there. */
  talk: SlackbotTalk | null = null;
  readonly #messages = new Map<string, FakeMessage[]>();
  readonly #modals = new Map<string, FakeModal[]>();
  readonly #homes = new Map<string, FakeModal>();
  readonly #read = new Map<string, number>();
  readonly #listeners = new Set<(change: Change) => void>();

  post(conversationId: string, message: FakeMessage): void {
    const list = this.#messages.get(conversationId) ?? [];
    this.#messages.set(conversationId, [...list.filter((one) => one.ts !== message.ts), message]);
    this.#announce({ kind: 'conversation', conversationId, personId: message.onlyFor ?? null });
  }

  showModals(personId: string, modals: readonly FakeModal[]): void {
    this.#modals.set(personId, [...modals]);
    this.#announce({ kind: 'views', personId });
  }

  showHome(personId: string, blocks: readonly ShownBlock[]): void {
    this.#homes.set(personId, { id: `VHOME${personId}`, title: '', blocks });
    this.#announce({ kind: 'home', personId });
  }

  people = () => fakePeople;
  bot = () => ({ userId: 'U0BOT', botId: 'B0BOT', appId: 'A0BOT', name: 'Access' });
  userGroups = () => [{ id: 'S0ONCALL', handle: 'on-call', name: 'On call', memberIds: ['U0ANA'] }];
  channelNames = () => [...channels, ...otherChannels];
  commands = () => [
    { command: '/request-access', description: 'Ask for access', usageHint: '[app] [entitlement]' },
    { command: '/emergency-access', description: 'Ask for emergency access', usageHint: '' },
  ];
  shortcuts = () => [
    {
      callbackId: 'request',
      name: 'Request access',
      description: 'Ask for access',
      kind: 'global',
    } as const,
    {
      callbackId: 'request_for',
      name: 'Request access for this',
      description: '',
      kind: 'message',
    } as const,
  ];

  conversations(personId: string): readonly ConversationSummary[] {
    const unread = (id: string) =>
      this.#shown(personId, id).length - (this.#read.get(`${personId} ${id}`) ?? 0);
    return [
      ...channels.map(
        (one) => ({ ...one, kind: 'channel', hasBot: true, unreadCount: unread(one.id) }) as const,
      ),
      {
        id: `D${personId}`,
        kind: 'dm',
        name: 'Access',
        topic: '',
        hasBot: true,
        unreadCount: unread(`D${personId}`),
      },
    ];
  }

  messages(personId: string, conversationId: string): readonly ShownMessage[] {
    const shown = this.#shown(personId, conversationId);
    const show = (message: FakeMessage): ShownMessage => ({
      conversationId,
      ts: message.ts,
      threadTs: message.threadTs ?? null,
      author: this.#author(message.from),
      text: message.text,
      blocks: message.blocks ?? [],
      state: {},
      edited: message.edited === true,
      ephemeral: message.onlyFor !== undefined,
      metadata: null,
      permalink: `https://acme.example/${conversationId}/${message.ts}`,
      replies:
        message.threadTs === undefined
          ? shown.filter((one) => one.threadTs === message.ts).map(show)
          : [],
    });
    return shown.filter((one) => one.threadTs === undefined).map(show);
  }

  openViews(personId: string): readonly ShownView[] {
    return (this.#modals.get(personId) ?? []).map((one) => shownView(one, 'modal'));
  }

  home(personId: string): ShownView | null {
    const home = this.#homes.get(personId);
    return home === undefined ? null : shownView(home, 'home');
  }

  markRead(personId: string, conversationId: string): void {
    this.#read.set(`${personId} ${conversationId}`, this.#shown(personId, conversationId).length);
    this.#announce({ kind: 'conversation', conversationId, personId });
  }

  fill(_personId: string, viewId: string, values: EnteredValues): void {
    this.calls.push({ kind: 'fill', viewId, values });
  }

  say(
    personId: string,
    _conversationId: string,
    text: string,
    threadTs?: string,
  ): Promise<Outcome> {
    return this.#do({
      kind: 'say',
      personId,
      text,
      ...(threadTs === undefined ? {} : { threadTs }),
    });
  }

  runCommand(personId: string, conversationId: string, text: string): Promise<Outcome> {
    return this.say(personId, conversationId, text);
  }

  runShortcut(
    _personId: string,
    callbackId: string,
    message?: { readonly ts: string },
  ): Promise<Outcome> {
    return this.#do({ kind: 'shortcut', callbackId, ts: message?.ts ?? null });
  }

  act(
    personId: string,
    _container: unknown,
    action: ElementAction,
    values: EnteredValues = {},
  ): Promise<Outcome> {
    return this.#do({ kind: 'act', personId, action, values });
  }

  async optionsFor(
    _personId: string,
    _container: unknown,
    _blockId: string,
    actionId: string,
    query: string,
  ) {
    this.calls.push({ kind: 'options', actionId, query });
    return await this.offer(actionId, query);
  }

  submitView(_personId: string, viewId: string, values: EnteredValues): Promise<Outcome> {
    return this.#do({ kind: 'submit', viewId, values });
  }

  async closeView(personId: string, viewId: string): Promise<Outcome> {
    this.showModals(personId, (this.#modals.get(personId) ?? []).slice(0, -1));
    return await this.#do({ kind: 'close', viewId });
  }

  slackbot(): SlackbotTalk | null {
    return this.talk;
  }

  askSlackbot(personId: string, text: string): Promise<Outcome> {
    return this.#do({ kind: 'askSlackbot', personId, text });
  }

  openHome(personId: string): Promise<Outcome> {
    return this.#do({ kind: 'openHome', personId });
  }

  subscribe(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #do(call: PageCall): Promise<Outcome> {
    this.calls.push(call);
    return await this.react(call);
  }

  #announce(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }

  #shown(personId: string, conversationId: string): readonly FakeMessage[] {
    const list = this.#messages.get(conversationId) ?? [];
    return list.filter((one) => one.onlyFor === undefined || one.onlyFor === personId);
  }

  #author(from: string | undefined): ShownMessage['author'] {
    const found = fakePeople.find((one) => one.id === from);
    return found === undefined
      ? { kind: 'bot', id: 'U0BOT', name: 'Access' }
      : { kind: 'person', id: found.id, name: found.name };
  }
}

function shownView(modal: FakeModal, kind: 'modal' | 'home'): ShownView {
  return {
    id: modal.id,
    hash: '1.a',
    kind,
    rootViewId: modal.id,
    previousViewId: null,
    callbackId: 'test',
    privateMetadata: '',
    title: modal.title,
    submit: modal.submit === undefined ? 'Send' : modal.submit,
    close: null,
    blocks: modal.blocks,
    state: modal.state ?? {},
    errors: modal.errors ?? {},
    busy: false,
  };
}
