import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Place } from '../../domain/message/place.ts';
import type { SlackActor } from '../../domain/request/access-request.ts';
import { storableText } from '../../domain/text/foreign-text.ts';

/**
 * The parts of Slack's payloads that listeners read. Unknown members are ignored. A payload with an
 * unexpected value in one of these is refused before any listener gets it (receiving/within-limits.ts).
 */
const id = z.string().min(1).max(255);

/** A message of a conversation. */
export const placeShape = z.object({ channel: z.string(), ts: z.string() });

const person = z.object({
  id,
  team_id: id.nullish(),
  name: z.string().nullish(),
  username: z.string().nullish(),
});

export const acting = z.object({ user: person, team: z.object({ id }).nullish() });

export function actorOf(body: unknown): SlackActor {
  const { user, team } = acting.parse(body);
  return {
    userId: user.id,
    teamId: user.team_id ?? team?.id ?? '',
    userName: user.username ?? user.name ?? user.id,
  };
}

export const onMessage = z.object({
  container: z
    .object({
      channel_id: id.nullish(),
      message_ts: id.nullish(),
      is_ephemeral: z.boolean().nullish(),
    })
    .nullish(),
});

/**
 * The message that was clicked, or in whose menu something was chosen; null for a click in a modal
 * or on Home.
 */
export function clickedMessage(body: unknown): Place | null {
  const shortcut = ofMessage.safeParse(body).data;
  if (shortcut !== undefined) return { channel: shortcut.channel.id, ts: shortcut.message.ts };
  const { container } = onMessage.parse(body);
  if (!container?.channel_id || !container.message_ts) return null;
  return { channel: container.channel_id, ts: container.message_ts };
}

export const oneAction = z.object({
  value: z.string().nullish(),
  action_ts: z.string().nullish(),
  block_id: z.string().nullish(),
  selected_option: z.object({ value: z.string() }).nullish(),
});

export interface ClickedElement {
  readonly value: string;
  readonly selected: string | null;
  /** The time of the click by Slack's clock; the newest click counts. */
  readonly actionTs: string;
  readonly blockId: string;
}

export function clickedElement(action: unknown): ClickedElement {
  const { value, selected_option, action_ts, block_id } = oneAction.parse(action);
  const selected = selected_option?.value ?? null;
  return { value: value ?? '', selected, actionTs: action_ts ?? '', blockId: block_id ?? '' };
}

export const triggered = z.object({ trigger_id: id });

export function triggerOf(body: unknown): string {
  return triggered.parse(body).trigger_id;
}

export const inView = z.object({
  view: z.object({
    id,
    hash: id.nullish(),
    private_metadata: z.string().nullish(),
    state: z
      .object({
        values: z.record(
          z.string(),
          z.record(
            z.string(),
            z.object({
              value: z.string().nullish(),
              selected_option: z.object({ value: z.string() }).nullish(),
              selected_user: id.nullish(),
              selected_date: z.string().nullish(),
              selected_users: z.array(id).nullish(),
              selected_options: z.array(z.object({ value: z.string() })).nullish(),
            }),
          ),
        ),
      })
      .nullish(),
  }),
});

/** A modal with the inputs of the person who has it open. */
export interface ViewState {
  readonly viewId: string;
  /**
   * Stays as it is for the same view with the same inputs. A form that was changed after a lost
   * answer is another submission.
   */
  readonly submissionKey: string;
  readonly hash: string | null;
  readonly privateMetadata: string;
  /** The exact id of a block, for errors beside its field: itself, else the one named `{block}-…`. */
  readonly blockId: (block: string) => string;
  /** Ids of the blocks that hold inputs. */
  readonly blockIds: readonly string[];
  /** The typed or picked value; null if there is none. */
  readonly input: (block: string, action: string) => string | null;
  readonly users: (block: string, action: string) => readonly string[];
  /** The values of several picks; empty if there are none. */
  readonly picked: (block: string, action: string) => readonly string[];
}

/** The first block of a form, beside which a mistake can be shown; undefined if there is none. */
export function firstBlockOf(body: unknown): string | undefined {
  return Object.keys(inView.safeParse(body).data?.view.state?.values ?? {})[0];
}

const inWindow = z.object({ view: z.object({ type: z.literal('modal') }) });

/** The window that was clicked; null for a click on a message or on Home. */
export function clickedWindow(body: unknown): ViewState | null {
  return inWindow.safeParse(body).success ? viewOf(body) : null;
}

export function viewOf(body: unknown): ViewState {
  const { view } = inView.parse(body);
  const values = view.state?.values ?? {};
  const blockId = (block: string): string => {
    // Ids of questions may begin alike.
    if (values[block] !== undefined || block.includes('.')) return block;
    return Object.keys(values).find((id) => id.startsWith(`${block}-`)) ?? block;
  };
  return {
    viewId: view.id,
    submissionKey: `${view.id}:${createHash('sha256').update(JSON.stringify(values)).digest('base64url')}`,
    hash: view.hash ?? null,
    privateMetadata: view.private_metadata ?? '',
    blockId,
    blockIds: Object.keys(values),
    input(block, action) {
      const element = values[blockId(block)]?.[action];
      const {
        selected_option: option,
        selected_user: user,
        selected_date: date,
        value,
      } = element ?? {};
      return option?.value ?? user ?? date ?? value ?? null;
    },
    users: (block, action) => values[blockId(block)]?.[action]?.selected_users ?? [],
    picked(block, action) {
      return (values[blockId(block)]?.[action]?.selected_options ?? []).map(
        (option) => option.value,
      );
    },
  };
}

export const slashCommand = z.object({
  command: z.string(),
  user_id: id,
  text: z.string().nullish(),
  trigger_id: id,
  channel_id: id,
  team_domain: z.string().nullish(),
});

/** The text that a person types into a select. */
export const typedIn = z.object({ value: z.string().nullish(), block_id: id });

export const messageShortcut = z.object({
  channel: z.object({ id }),
  message: z.object({
    ts: id,
    text: z.string().nullish(),
    thread_ts: id.nullish(),
    /** The bot that posted the message. */
    bot_id: z.string().nullish().catch(null),
    // A bot's message names no person.
    user: z
      .string()
      .regex(/^[UW][A-Z0-9]+$/)
      .max(255)
      .nullish()
      .catch(null),
  }),
  team: z.object({ id, domain: z.string().nullish() }).nullish(),
});

const ofMessage = messageShortcut.extend({ type: z.literal('message_action') });

export const homeOpened = z.object({
  type: z.literal('app_home_opened'),
  user: id,
  tab: z.string(),
});

/** Opens a conversation, or a message in it, in Slack: in the browser or the client. */
export function conversationUrl(
  teamDomain: string | null | undefined,
  conversationId: string,
  message: { readonly ts: string; readonly thread_ts?: string | null | undefined } | null = null,
): string {
  const channel = encodeURIComponent(conversationId);
  const conversation = `https://${encodeURIComponent(teamDomain || 'app')}.slack.com/archives/${channel}`;
  if (message === null) return conversation;
  const { ts, thread_ts: thread } = message;
  const url = `${conversation}/p${ts.replace('.', '')}`;
  return !thread || thread === ts
    ? url
    : `${url}?thread_ts=${encodeURIComponent(thread)}&cid=${channel}`;
}

/**
 * The value of a JSON text, with every string fit to be stored; undefined if it is not JSON or
 * nested too deeply.
 */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text, (_key, member: unknown) =>
      typeof member === 'string' ? storableText(member) : member,
    );
  } catch (error) {
    // RangeError: nested deeper than the stack.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}
