import type { AllMiddlewareArgs, AnyMiddlewareArgs } from '@slack/bolt';
import { z } from 'zod';
import type { LimitedAct, OverLimit } from '../domain/person-limit.ts';
import { type PersonLimits, takeAudited } from '../use-cases/person-limits.ts';
import type { World } from '../use-cases/ports.ts';
import type { Store } from '../use-cases/store-ports.ts';
import type { Languages } from './languages.ts';
import { actFormId, listedAct } from './surfaces/act-form.ts';
import { holderActions } from './surfaces/buttons.ts';
import { tooQuickWords } from './surfaces/limit-words.ts';
import { wordModal } from './surfaces/modals.ts';
import { cardActions } from './surfaces/task-card.ts';
import { attempt } from './web-api-failure.ts';

export interface PersonLimitsDeps {
  readonly limits: PersonLimits;
  readonly store: Store;
  readonly world: World;
  readonly languages: Languages;
}

const person = z.object({ id: z.string() });
const view = z.object({
  type: z.string().nullish(),
  callback_id: z.string().nullish(),
  state: z.object({ values: z.record(z.string(), z.unknown()) }).nullish(),
});
const trigger_id = z.string();

/** What is counted. Searching in a select is not: it asks nobody outside, and people type fast. */
const counted = z.union([
  z.object({ command: z.string(), user_id: z.string() }),
  z.object({ type: z.literal(['shortcut', 'message_action']), user: person, trigger_id }),
  z.object({
    type: z.literal('block_actions'),
    user: person,
    trigger_id,
    actions: z.tuple([z.object({ action_id: z.string() })], z.unknown()),
    response_url: z.string().nullish(),
    view: view.nullish(),
  }),
  z.object({ type: z.literal('view_submission'), user: person, view }),
  z.object({ event: z.object({ type: z.literal('app_home_opened'), user: z.string() }) }),
]);
type Counted = z.output<typeof counted>;

const deciding: ReadonlySet<string> = new Set([cardActions.approve, cardActions.deny, cardActions.more]);

/** By which limits a payload counts. Requests are counted where it is known how many a form asks for. */
function actsOf(payload: Counted): readonly LimitedAct[] {
  if (!('type' in payload)) return 'command' in payload ? ['commands'] : ['clicks'];
  if (payload.type === 'block_actions') {
    const { action_id: action } = payload.actions[0];
    if (action === holderActions.escalate) return ['clicks', 'emergencies'];
    return deciding.has(action) || action.startsWith(listedAct) ? ['clicks', 'refusals'] : ['clicks'];
  }
  if (payload.type !== 'view_submission') return ['commands'];
  return payload.view.callback_id === actFormId ? ['clicks', 'refusals'] : ['clicks'];
}

function personOf(payload: Counted): string {
  if ('event' in payload) return payload.event.user;
  return 'user' in payload ? payload.user.id : payload.user_id;
}

/** Stops what one person does too often before any listener hears of it, and with it before any call outward. */
export async function withinLimits(deps: PersonLimitsDeps, call: AnyMiddlewareArgs & AllMiddlewareArgs): Promise<void> {
  const payload = counted.safeParse(call.body);
  if (!payload.success) return call.next();
  const userId = personOf(payload.data);
  for (const act of actsOf(payload.data)) {
    // Refusals are counted when they happen.
    const over = await takeAudited(deps, act, userId, act === 'refusals' ? 0 : 1);
    if (over !== null) return answer(deps, call, payload.data, { act, over, userId });
  }
  return call.next();
}

/** Nothing is asked of Slack for these words; the first of a burst is answered, and every submission, whose form stays open. */
async function answer(
  { languages }: PersonLimitsDeps,
  call: AnyMiddlewareArgs & AllMiddlewareArgs,
  payload: Counted,
  { act, over, userId }: { readonly act: LimitedAct; readonly over: OverLimit; readonly userId: string },
): Promise<void> {
  const texts = languages.rememberedTextsOf(userId);
  const isEmergency = act === 'emergencies' || ('command' in payload && payload.command === '/emergency-access');
  const text = tooQuickWords(texts, isEmergency, over.waitSeconds);
  if ('command' in call) {
    return over.isFirst ? call.ack({ response_type: 'ephemeral', text }) : call.ack();
  }
  if ('type' in payload && payload.type === 'view_submission') {
    const [block] = Object.keys(payload.view.state?.values ?? {});
    if (!('view' in call) || call.body.type !== 'view_submission') return;
    return block === undefined ? call.ack() : call.ack({ response_action: 'errors', errors: { [block]: text } });
  }
  if ('ack' in call) await call.ack?.();
  if (!over.isFirst || !('type' in payload)) return;
  if (payload.type === 'block_actions' && payload.response_url) {
    if ('respond' in call) await call.respond({ response_type: 'ephemeral', replace_original: false, text });
    return;
  }
  const isInForm = payload.type === 'block_actions' && payload.view?.type === 'modal';
  const shown = { trigger_id: payload.trigger_id, view: wordModal(texts, texts.limits.title, text) };
  const { views } = call.client;
  await attempt(isInForm ? 'views.push' : 'views.open', () => (isInForm ? views.push(shown) : views.open(shown)));
}
