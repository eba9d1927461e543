import type { AllMiddlewareArgs, AnyMiddlewareArgs, SlackOptionsMiddlewareArgs } from '@slack/bolt';
import { z } from 'zod';
import { DatabaseFailure } from '../../domain/outward/outward-failure.ts';
import { wordModal } from '../modals.ts';
import type { Languages } from '../people/languages.ts';
import { acting, firstBlockOf, triggerOf } from '../platform/payloads.ts';
import { option } from '../platform/text.ts';
import { attempt } from '../platform/web-api-failure.ts';

type Call = AnyMiddlewareArgs & AllMiddlewareArgs;
type Suggestion = SlackOptionsMiddlewareArgs<'block_suggestion'>;

interface UnkeptDeps {
  readonly languages: Pick<Languages, 'rememberedTextsOf'>;
  /** The events that were not kept. */
  readonly unkept: WeakSet<object>;
}

const onHome = z.object({ view: z.object({ type: z.literal('home') }) });

/**
 * Acknowledges what Slack sent if the database stored nothing: without an ack, Slack shows a
 * warning triangle, or words of its own. If the payload has an address for answers, the sentence
 * goes there, like that of any other failure. A second ack does nothing, so a listener that has
 * answered already is not contradicted.
 */
export async function answeringUnkept(deps: UnkeptDeps, call: Call): Promise<void> {
  try {
    await call.next();
  } catch (error) {
    if (error instanceof DatabaseFailure) await answer(deps, call, error);
    throw error;
  }
}

async function answer(
  { languages, unkept }: UnkeptDeps,
  call: Call,
  { isUncertain }: DatabaseFailure,
): Promise<void> {
  // Without an ack Slack sends the event again.
  if ('event' in call) return void unkept.add(call.body);
  if ('command' in call) return call.ack();
  const userId = acting.safeParse(call.body).data?.user.id ?? '';
  const texts = languages.rememberedTextsOf(userId);
  const { notKept, maybeKept } = texts.review;
  const words = isUncertain ? maybeKept : notKept;
  if (isSuggestion(call)) {
    const unavailable = option(texts.requestForm.listUnavailable, 'unavailable');
    return call.ack({ options: [unavailable] });
  }
  if ('view' in call && call.body.type === 'view_submission') {
    const block = firstBlockOf(call.body);
    if (block === undefined) {
      const view = wordModal(texts, texts.home.title, words);
      return call.ack({ response_action: 'push', view });
    }
    const { notSaved, maybeSaved } = texts.requestForm;
    const errors = { [block]: isUncertain ? maybeSaved : notSaved };
    return call.ack({ response_action: 'errors', errors });
  }
  if ('ack' in call) await call.ack?.();
  if (!onHome.safeParse(call.body).success) return;
  // A click on Home has no address for answers.
  const view = wordModal(texts, texts.home.title, words);
  const modal = { trigger_id: triggerOf(call.body), view };
  await attempt('views.open', () => call.client.views.open(modal));
}

function isSuggestion(call: Call): call is Suggestion & AllMiddlewareArgs {
  return 'options' in call && call.body.type === 'block_suggestion';
}
