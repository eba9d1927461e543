/**
 * The sandbox's Slack workspace: an HTTP server that behaves towards a bot as Slack does (Web API,
 * signed delivery, limits), and towards people as Slack's client does. It never knows what the bot
 * is for, and shares no schema with the bot's `slack` room, so that a mistake there cannot be
 * agreed to here.
 *
 * This file is what one person sees and does: the web page (`page/`) and the HTTP control interface
 * (`control.ts`) both stand on it. Reads are synchronous snapshots; a change is announced through
 * `subscribe`. Interactions deliver to the bot and settle when Slack's client would show their
 * result, at the latest after the 3 s limit. Long because it is one contract: whoever stands on it
 * finds every word of it here.
 */
import type {
  ActionsBlock,
  Button,
  Checkboxes,
  ContextBlock,
  Datepicker,
  EmailInput,
  ExternalSelect,
  HeaderBlock,
  InputBlock,
  MessageMetadata,
  MrkdwnElement,
  MultiExternalSelect,
  MultiUsersSelect,
  NumberInput,
  Option,
  Overflow,
  PlainTextElement,
  PlainTextInput,
  RadioButtons,
  SectionBlock,
  StaticSelect,
  URLInput,
  UsersSelect,
} from '@slack/types';

export type ShownSelect =
  | StaticSelect
  | ExternalSelect
  | UsersSelect
  | MultiExternalSelect
  | MultiUsersSelect;
type Choosable = ShownSelect | Checkboxes | RadioButtons;
type Clickable = Button | Overflow | Choosable;
export type ShownInput = PlainTextInput | NumberInput | EmailInput | URLInput | Datepicker;
/** Every interactive element that the workspace knows. */
export type ShownElement = Clickable | ShownInput;

type TextObject = PlainTextElement | MrkdwnElement;

export interface ShownRichText {
  type: 'rich_text';
  elements: {
    type: 'rich_text_section' | 'rich_text_quote';
    elements: (
      | { type: 'text'; text: string; style?: { bold?: boolean; italic?: boolean } }
      | { type: 'date'; timestamp: number; format: string; fallback?: string }
    )[];
  }[];
}

/**
 * A block as it is stored and shown: checked against Slack's limits, and always with a `block_id`
 * (generated if absent).
 */
export type ShownBlock = { block_id: string } & (
  | (Omit<SectionBlock, 'text' | 'fields' | 'accessory'> & {
      text: TextObject;
      accessory?: Clickable;
    })
  | (Omit<ActionsBlock, 'elements'> & { elements: Clickable[] })
  | (Omit<InputBlock, 'element'> & { element: ShownInput | Choosable })
  | (Omit<ContextBlock, 'elements'> & { elements: TextObject[] })
  | HeaderBlock
  | ShownRichText
);

/** A human being in the workspace. */
export interface Person {
  /** `U0` + upper-case handle, for example `U0ANA`. */
  readonly id: string;
  readonly handle: string;
  readonly name: string;
  readonly title: string;
  readonly email: string;
  /** IANA zone: times in messages are shown in it. */
  readonly timeZone: string;
  /** For example `en-GB`. */
  readonly locale: string;
  /** `external` comes from another company through a shared channel. */
  readonly kind: 'member' | 'guest' | 'deactivated' | 'external';
  /** null: Slack says nothing of a workspace. */
  readonly teamId: string | null;
  /** null: Slack does not say whether the email is confirmed. */
  readonly isEmailConfirmed: boolean | null;
  /** `expiration` in seconds since 1970; 0: without an end. */
  readonly status: { readonly emoji: string; readonly expiration: number } | null;
}

/** The bot's own user, as mentions and messages name it. */
export interface BotProfile {
  readonly userId: string;
  readonly botId: string;
  readonly appId: string;
  readonly name: string;
}

/** For rendering `<!subteam^ID>`. */
export interface UserGroup {
  readonly id: string;
  readonly handle: string;
  readonly name: string;
  readonly memberIds: readonly string[];
}

/** For rendering `<#ID>`, also for people who are not members. */
export interface ChannelName {
  readonly id: string;
  readonly name: string;
}

/** A channel the person is in, or their direct message with the bot. */
export interface ConversationSummary {
  readonly id: string;
  readonly kind: 'channel' | 'dm';
  /** Without `#`; for a direct message the bot's name. */
  readonly name: string;
  readonly topic: string;
  /** Whether the bot is in it (always for a direct message). */
  readonly hasBot: boolean;
  /** Messages since the person last read it; their own and thread replies do not count. */
  readonly unreadCount: number;
}

export interface MessageAuthor {
  readonly kind: 'person' | 'bot';
  /** User id. */
  readonly id: string;
  readonly name: string;
}

/**
 * What has been chosen or typed in one element, in Slack's own shape
 * (`view.state.values[block_id][action_id]`).
 */
export interface StateValue {
  type: string;
  value?: string | null;
  selected_option?: Option | null;
  selected_options?: Option[];
  selected_user?: string | null;
  selected_date?: string | null;
  selected_users?: string[];
}

/** By block_id, then action_id. */
export type StateValues = Record<string, Record<string, StateValue>>;

export interface ShownMessage {
  readonly conversationId: string;
  /** Slack's `1700000000.000100`; its seconds are the time it was sent. */
  readonly ts: string;
  /** The thread it belongs to; null outside threads (a thread's parent too). */
  readonly threadTs: string | null;
  readonly author: MessageAuthor;
  /** mrkdwn; what is shown when there are no blocks, else the notification's text. */
  readonly text: string;
  readonly blocks: readonly ShownBlock[];
  /** What has been chosen in the message's own selects, checkboxes and inputs. */
  readonly state: StateValues;
  readonly edited: boolean;
  /** Only the person asked about sees it. */
  readonly ephemeral: boolean;
  readonly metadata: MessageMetadata | null;
  readonly permalink: string;
  /** Oldest first; for a thread's parent only. Ephemeral replies are among them. */
  readonly replies: readonly ShownMessage[];
}

export interface ShownView {
  readonly id: string;
  /** Changes with every update. */
  readonly hash: string;
  readonly kind: 'modal' | 'home';
  readonly rootViewId: string;
  readonly previousViewId: string | null;
  readonly callbackId: string;
  readonly privateMetadata: string;
  /** Empty for Home. */
  readonly title: string;
  /** Null: no submit button. */
  readonly submit: string | null;
  /** Null: Slack's own word ("Cancel"). */
  readonly close: string | null;
  readonly blocks: readonly ShownBlock[];
  /** Initial values included; an element without a value is present with null or []. */
  readonly state: StateValues;
  /** Sentence by block_id; from the last submission. */
  readonly errors: Readonly<Record<string, string>>;
  /** The app has not answered the submission yet: the buttons are disabled. */
  readonly busy: boolean;
}

export interface CommandHint {
  /** With the slash. */
  readonly command: string;
  readonly description: string;
  readonly usageHint: string;
}

export interface ShortcutHint {
  readonly callbackId: string;
  readonly name: string;
  readonly description: string;
  readonly kind: 'global' | 'message';
}

/** Where an interactive element is: a message (ephemeral ones too), or a view (a modal or Home). */
export type Container =
  | { readonly kind: 'message'; readonly conversationId: string; readonly ts: string }
  | { readonly kind: 'ephemeral'; readonly conversationId: string; readonly ts: string }
  | { readonly kind: 'view'; readonly viewId: string };

/**
 * What a person puts into one element, as a form would post it: typed text or a number as it
 * stands; an option by its `value`; a person by id; for several of them (checkboxes, multi selects)
 * an array. Null or an empty string or array: nothing. The workspace looks options up in the
 * blocks, in the initial options, or in what `optionsFor` has offered this person for this element.
 */
export type Entered = string | readonly string[] | null;

/** By block_id, then action_id. Elements left out keep what they had. */
export type EnteredValues = Readonly<Record<string, Readonly<Record<string, Entered>>>>;

export interface ElementAction {
  readonly blockId: string;
  readonly actionId: string;
  /** Absent for a button; an overflow menu's option by its `value`. */
  readonly entered?: Entered;
}

/**
 * Ok, or what Slack's client would tell the person. `errors` (by block_id) where a modal's fields
 * were refused: by the client itself or by the app.
 */
export type Outcome =
  | { readonly ok: true }
  | {
      readonly ok: false;
      /**
       * For tests: `operation_timeout`, `dispatch_failed`, `http_error`, `invalid_response`,
       * `validation`, `view_errors`, `not_found`, `not_allowed`, `stale`, ...
       */
      readonly code: string;
      readonly sentence: string;
      readonly errors?: Readonly<Record<string, string>>;
    };

/** One line of what a person and Slackbot said to each other. */
export interface SlackbotLine {
  readonly id: string;
  readonly by: 'person' | 'slackbot';
  /** Plain. */
  readonly text: string;
  /** The tools of the app that it called for this answer, with their arguments. */
  readonly calls: readonly string[];
}

/** What Slackbot shows to one person. */
export interface SlackbotTalk {
  /** Sentences to begin with. */
  readonly suggestions: readonly string[];
  /** Oldest first. */
  readonly lines: readonly SlackbotLine[];
}

export type OfferedOptions =
  | { readonly ok: true; readonly options: readonly Option[] }
  | { readonly ok: false; readonly code: string; readonly sentence: string };

/**
 * Something changed and must be rendered again. `personId` null: for everybody who sees the
 * conversation.
 */
export type Change =
  | {
      readonly kind: 'conversation';
      readonly conversationId: string;
      readonly personId: string | null;
    }
  | { readonly kind: 'views'; readonly personId: string }
  | { readonly kind: 'home' | 'slackbot'; readonly personId: string };

/**
 * What Slack's client shows and does. An unknown person sees nothing, and their interactions end in
 * `not_found`.
 */
export interface WorkspaceClient {
  readonly teamName: string;
  readonly teamDomain: string;

  /** Everybody, deactivated and external people too. */
  people(): readonly Person[];
  bot(): BotProfile;
  userGroups(): readonly UserGroup[];
  channelNames(): readonly ChannelName[];
  /** Slash commands of the app's manifest. */
  commands(): readonly CommandHint[];
  shortcuts(): readonly ShortcutHint[];

  /**
   * Channels by name, then the direct message with the bot (always there for a person who can use
   * the app).
   */
  conversations(personId: string): readonly ConversationSummary[];
  /**
   * Oldest first, without thread replies (they are in `replies`); the person's own ephemeral
   * messages among them.
   */
  messages(personId: string, conversationId: string): readonly ShownMessage[];
  /** The open modals, the top one last. */
  openViews(personId: string): readonly ShownView[];
  /** The app's Home as last published for the person; null before. */
  home(personId: string): ShownView | null;

  markRead(personId: string, conversationId: string): void;
  /**
   * Stores what has been typed so far in an open view, so that an update of the view does not lose
   * it. Ignores unknown elements.
   */
  fill(personId: string, viewId: string, values: EnteredValues): void;

  /** A text that starts with `/` runs the command, as in Slack. */
  say(personId: string, conversationId: string, text: string, threadTs?: string): Promise<Outcome>;
  /** `text` is the whole line, for example `/request-access github`. */
  runCommand(personId: string, conversationId: string, text: string): Promise<Outcome>;
  /** `message` for message shortcuts. */
  runShortcut(
    personId: string,
    callbackId: string,
    message?: { readonly conversationId: string; readonly ts: string },
  ): Promise<Outcome>;
  /** A click or a choice. `values`: what else stands in the container's inputs at that moment. */
  act(
    personId: string,
    container: Container,
    action: ElementAction,
    values?: EnteredValues,
  ): Promise<Outcome>;
  /**
   * The options of any select: static ones filtered by `query`, people by name, external ones from
   * the app. The caller checks `min_query_length`.
   */
  optionsFor(
    personId: string,
    container: Container,
    blockId: string,
    actionId: string,
    query: string,
  ): Promise<OfferedOptions>;
  /** Only the top view can be submitted. */
  submitView(personId: string, viewId: string, values: EnteredValues): Promise<Outcome>;
  /** Closes the top view. */
  closeView(personId: string, viewId: string): Promise<Outcome>;
  /** Opens the app's Home tab: the app is told, and publishes when it wants to. */
  openHome(personId: string): Promise<Outcome>;

  /** null: the app offers Slackbot no tools, or the person may not use the app. */
  slackbot(personId: string): SlackbotTalk | null;
  /** Says something to Slackbot, which then calls the app's tools. */
  askSlackbot(personId: string, text: string): Promise<Outcome>;

  /** Called after each change. Returns how to stop listening. */
  subscribe(listener: (change: Change) => void): () => void;
}
