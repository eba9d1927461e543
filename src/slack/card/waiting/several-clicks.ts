import type { App as BoltApp } from '@slack/bolt';
import { z } from 'zod';
import type { TaskSnapshot } from '../../../domain/task/task-snapshot.ts';
import type { Accepted } from '../../../use-cases/action/accept-action.ts';
import { approveSeveral } from '../../../use-cases/action/approve-several.ts';
import { taskOfCard } from '../../../use-cases/card/request-cards.ts';
import { severalPage } from '../../../use-cases/card/several-page.ts';
import type { CardValue } from '../../action/buttons.ts';
import { openChecking } from '../../action/forms/open-action-form.ts';
import { acceptanceWords } from '../../action/refusal-words.ts';
import { homeActions } from '../../home/home.ts';
import type { ListenerDeps } from '../../listener-deps.ts';
import { wordModal } from '../../modals.ts';
import { spokenMemory } from '../../people/languages.ts';
import { readJson } from '../../platform/json-text.ts';
import { actorOf, blocksOf, viewOf } from '../../platform/payloads.ts';
import { name } from '../../platform/text.ts';
import type { Texts } from '../../texts.ts';
import { accessName, numbered } from '../task-words.ts';
import {
  nothingPickedWindow,
  pickedRequests,
  severalFormId,
  severalPick,
  severalWindow,
} from './several-window.ts';

/** How the person reads: nothing is asked between the submission and its rows. */
export const severalMemory = z.object({ spoken: spokenMemory });

/** *Approve several* on Home, and the submission of its window. */
export function severalApproved(bolt: BoltApp, deps: ListenerDeps): void {
  bolt.action({ type: 'block_actions', action_id: homeActions.several }, async (click) => {
    await click.ack();
    const { userId } = actorOf(click.body);
    const opened = await openChecking(deps, click, ({ waiting }) => waiting.several.title);
    if (opened === null) return;
    const { texts, language, timeZone } = opened.reader;
    const spoken = JSON.stringify({ spoken: { language, timeZone } });
    // The service may have to name risks first.
    await opened.show(severalWindow(texts, await severalPage(deps, userId), spoken));
  });

  // Slack waits for an answer to each tick; what is ticked comes with the submission.
  bolt.action({ type: 'block_actions', action_id: severalPick }, ({ ack }) => ack());

  bolt.view({ type: 'view_submission', callback_id: severalFormId }, async ({ ack, body }) => {
    const view = viewOf(body);
    const by = actorOf(body);
    const { spoken = null } = severalMemory.safeParse(readJson(view.privateMetadata)).data ?? {};
    const { texts } = deps.languages.readerFrom(spoken);
    const picked = pickedRequests(view);
    if (picked.length === 0) {
      const again = nothingPickedWindow(texts, blocksOf(body), view.privateMetadata);
      return ack({ response_action: 'update', view: again });
    }
    const accepted = await approveSeveral(deps, {
      by,
      key: view.submissionKey,
      picked: picked.map(({ card: cardId, step: stepId, shown }) => ({ cardId, stepId, shown })),
    });
    const sentences = await unkeptSentences(deps, texts, picked, accepted);
    // Home shows what is under way, and what comes of it.
    if (sentences.length === 0) return ack();
    const answer = wordModal(texts, texts.waiting.several.title, sentences.join('\n'));
    return ack({ response_action: 'update', view: answer });
  });
}

/** Why some of the picked requests are not being approved; Home says nothing of these. */
async function unkeptSentences(
  { store }: ListenerDeps,
  texts: Texts,
  picked: readonly CardValue[],
  accepted: readonly Accepted[],
): Promise<readonly string[]> {
  const sentences: string[] = [];
  for (const [index, { card: cardId }] of picked.entries()) {
    const why = acceptanceWords(texts, accepted[index] ?? 'unknown');
    if (why === null) continue;
    const row = await store.transaction((tx) => taskOfCard(tx, cardId));
    const what = row === null ? texts.review.thisRequest : taskWords(row.snapshot);
    sentences.push(`*${what}*: ${why}`);
  }
  return sentences;
}

function taskWords(task: TaskSnapshot): string {
  return `${name(accessName(task), 200)}${numbered(task)}`;
}
