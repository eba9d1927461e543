import type { IncomingHttpHeaders } from 'node:http';
import { type AllMiddlewareArgs, type AnyMiddlewareArgs, isValidSlackRequest } from '@slack/bolt';
import { z } from 'zod';
import type { LimitedUse, OverLimit } from '../../domain/people/limit.ts';
import { actFormId } from '../action/action-form-modal.ts';
import { holderActions } from '../action/buttons.ts';
import { tooQuickWords } from '../action/refusal-words.ts';
import { sayToClicker } from '../action/say-to-clicker.ts';
import { cardActions, listedForm } from '../card/card-buttons.ts';
import { commentShortcut } from '../comment/comment-from-message.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { wordModal } from '../modals.ts';
import {
  acting,
  firstBlockOf,
  homeOpened,
  inView,
  messageShortcut,
  oneAction,
  onMessage,
  slashCommand,
  triggered,
  triggerOf,
  typedIn,
} from '../platform/payloads.ts';
import { attempt } from '../platform/web-api-failure.ts';

type Call = AnyMiddlewareArgs & AllMiddlewareArgs;

/** A click in a form, which stays below the answer. */
const inForm = z.object({ view: z.object({ type: z.literal('modal') }) });

export type PersonLimitsDeps = Pick<ListenerDeps, 'limits' | 'languages' | 'world'>;

const { approve, deny, more } = cardActions;
/** Clicks whose check calls other systems, even if it ends in a refusal. */
const checked: ReadonlySet<string> = new Set([
  approve,
  deny,
  more,
  ...Object.values(holderActions),
]);

interface Counted {
  readonly kinds: readonly LimitedUse[];
  readonly userId: string;
  /** It is not done either after too many refusals. */
  readonly isChecked: boolean;
}

/**
 * The limits that a payload counts against; null if none: searching in a select asks nobody
 * outside, and people type fast. Requests are counted once their number in a form is known.
 */
function countedAs(call: Call): Counted | null {
  const counted = (
    userId: string,
    isChecked = false,
    more: readonly LimitedUse[] = [],
  ): Counted => ({
    kinds: ['clicks', ...more],
    userId,
    isChecked,
  });
  if ('command' in call) return counted(call.command.user_id);
  if ('shortcut' in call) {
    const { callback_id: id, user } = call.shortcut;
    return counted(user.id, id === commentShortcut);
  }
  if ('event' in call)
    return call.event.type === 'app_home_opened' ? counted(call.event.user) : null;
  const userId = call.body.user.id;
  if ('view' in call) {
    if (call.body.type !== 'view_submission') return null;
    return counted(userId, call.view.callback_id === actFormId);
  }
  if (!('action' in call)) return null;
  const action = 'action_id' in call.action ? call.action.action_id : '';
  const isChecked = checked.has(action) || action.startsWith(listedForm);
  return counted(userId, isChecked, action === holderActions.escalate ? ['emergencies'] : []);
}

/**
 * Stops a person who does something too often, before any listener runs and so before any call to
 * other systems.
 */
export async function withinLimits(deps: PersonLimitsDeps, call: Call): Promise<void> {
  const counted = countedAs(call);
  if (counted === null) return call.next();
  const { kinds, userId, isChecked } = counted;
  const refused = isChecked ? deps.limits.take(['refusals'], userId, 0) : null;
  const over = refused ?? deps.limits.take(kinds, userId, 1, !('event' in call));
  return over === null ? call.next() : answer(deps, call, userId, over);
}

/**
 * Nothing is asked of Slack for these words; the first of a burst is answered, and every
 * submission, whose form stays open.
 */
async function answer(
  { languages }: PersonLimitsDeps,
  call: Call,
  userId: string,
  over: OverLimit,
): Promise<void> {
  const texts = languages.rememberedTextsOf(userId);
  const text = tooQuickWords(texts, over.waitSeconds);
  if ('command' in call)
    return over.isFirst ? call.ack({ response_type: 'ephemeral', text }) : call.ack();
  if ('view' in call && call.body.type === 'view_submission') {
    const block = firstBlockOf(call.body);
    return block === undefined
      ? call.ack({ response_action: 'push', view: wordModal(texts, texts.limits.title, text) })
      : call.ack({ response_action: 'errors', errors: { [block]: text } });
  }
  if ('ack' in call) await call.ack?.();
  if (!over.isFirst) return;
  const isInForm = inForm.safeParse(call.body).success;
  if ('action' in call && !isInForm) return sayToClicker(call, texts, text);
  const view = {
    trigger_id: triggerOf(call.body),
    view: wordModal(texts, texts.limits.title, text),
  };
  const { views } = call.client;
  await attempt(isInForm ? 'views.push' : 'views.open', () =>
    isInForm ? views.push(view) : views.open(view),
  );
}

/** How far Slack's clock and ours may be apart, in either direction. */
const clockLimitMs = 5 * 60_000;

/** Bolt ignores what follows a second `=`: a copy of a request would come with a signature of its own. */
const shape = /^v0=[0-9a-f]{64}$/;

/** What is wrong with a signature; null where Slack signed the body, a moment ago. */
export function signatureProblem(
  headers: IncomingHttpHeaders,
  body: string,
  { signingSecret, nowMs }: { readonly signingSecret: string; readonly nowMs: number },
): 'unsigned' | 'timestamp' | 'signature' | null {
  const { 'x-slack-signature': signature, 'x-slack-request-timestamp': sentAt } = headers;
  const timestamp = Number(sentAt);
  if (typeof signature !== 'string' || Number.isNaN(timestamp)) return 'unsigned';
  if (Math.abs(nowMs - timestamp * 1_000) > clockLimitMs) return 'timestamp';
  if (!shape.test(signature)) return 'signature';
  const signed = { 'x-slack-signature': signature, 'x-slack-request-timestamp': timestamp };
  return isValidSlackRequest({ signingSecret, body, headers: signed, nowMilliseconds: nowMs })
    ? null
    : 'signature';
}

const responseUrl = z.url({ protocol: /^https?$/ });
/** Bolt reads these two before it looks at the type. */
const neither = { event: z.never().optional(), command: z.never().optional() };

const person = { ...neither, ...acting.shape };
const view = inView.shape;

const click = z.looseObject({
  type: z.literal('block_actions'),
  ...person,
  ...triggered.shape,
  ...onMessage.shape,
  actions: z.tuple([z.looseObject({ ...oneAction.shape, action_id: z.string() })], z.unknown()),
});

/**
 * The payloads that Bolt may get: the kinds that Slack sends, with every member that listeners rely
 * on. Bolt reads members without checking that they exist, and a listener that throws would tell a
 * person of a bug.
 */
const payload = z.union([
  z.looseObject({
    event: homeOpened.or(z.looseObject({ type: z.string().regex(/^(?!app_home_opened$)/) })),
  }),
  z.looseObject({ event: neither.event, response_url: responseUrl, ...slashCommand.shape }),
  // The answer to a click in a view is a view.
  click.extend(view),
  click.extend({ response_url: responseUrl }),
  z.looseObject({
    type: z.literal('block_suggestion'),
    action_id: z.string(),
    ...person,
    ...typedIn.shape,
    ...view,
  }),
  z.looseObject({ type: z.literal(['view_submission', 'view_closed']), ...person, ...view }),
  z.looseObject({ type: z.literal('shortcut'), ...person, ...triggered.shape }),
  z.looseObject({
    type: z.literal('message_action'),
    ...person,
    ...triggered.shape,
    ...messageShortcut.shape,
  }),
]);

/** The fault of a payload; null if Bolt may have it. */
export function payloadProblem(body: unknown): string | null {
  const parsed = payload.safeParse(body);
  return parsed.success ? null : z.prettifyError(parsed.error);
}
