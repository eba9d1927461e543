import type { App as BoltApp } from '@slack/bolt';
import { z } from 'zod';
import { acceptReview } from '../../../use-cases/accept-review.ts';
import { readJson } from '../../json-text.ts';
import { spokenMemory } from '../../languages.ts';
import { acceptanceWords } from '../../surfaces/acceptance-words.ts';
import { decisionTitle, denyModalId, denyReason, wordModal } from '../../surfaces/modals.ts';
import type { ListenerDeps } from '../deps.ts';
import { actorOf, viewOf } from '../payloads.ts';

const decision = z.object({
  v: z.literal(1),
  /** Forms that were opened before approvals had reasons name none. */
  verb: z.enum(['approve', 'deny']).default('deny'),
  card: z.string(),
  step: z.string(),
  clicked: z.object({ channel: z.string(), ts: z.string() }).nullable(),
  /** How the reviewer reads: nothing is asked between the denial and its row. */
  spoken: spokenMemory,
});

/** What the form for the reason remembers of the click that opened it. */
export function writeDecision(click: Omit<z.infer<typeof decision>, 'v'>): string {
  return JSON.stringify({ v: 1, ...click });
}

/** The decision with its reason is kept before Slack gets its answer. */
export function denialSubmitted(bolt: BoltApp, deps: ListenerDeps): void {
  bolt.view({ type: 'view_submission', callback_id: denyModalId }, async ({ ack, body }) => {
    const view = viewOf(body);
    const click = decision.safeParse(readJson(view.privateMetadata));
    const { texts } = deps.languages.readerFrom(click.data?.spoken ?? null);
    if (!click.success) {
      await ack({ response_action: 'update', view: wordModal(texts, texts.review.denyTitle, texts.review.oldCard) });
      return;
    }
    const reason = view.input(denyReason.block, denyReason.action)?.trim() ?? '';
    if (reason === '') {
      await ack({
        response_action: 'errors',
        errors: { [denyReason.block]: texts.review.reasonEmpty },
      });
      return;
    }
    const { verb } = click.data;
    const accepted = await acceptReview(deps, {
      verb,
      by: actorOf(body),
      reason,
      cardId: click.data.card,
      stepId: click.data.step,
      clicked: click.data.clicked,
    });
    const words = acceptanceWords(texts, accepted);
    if (words === null) await ack();
    else await ack({ response_action: 'update', view: wordModal(texts, decisionTitle(texts, verb), words) });
  });
}
