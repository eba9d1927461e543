import { unlessFailing } from '../../../domain/outward/outward-failure.ts';
import type { PersonalChat } from '../../../slack/message/personal-messages.ts';
import { rowsOfExtra } from '../../../store/rows-of-extra.ts';
import type { UseCaseDeps } from '../../../use-cases/deps.ts';
import { draftMessage } from './draft-message.ts';
import { draftRows } from './draft-tables.ts';
import { draftStateIn } from './settle-draft.ts';

/** So far the clocks of this machine and of the database may be apart. */
const clocksDifferMs = 60_000;

export interface ShowDraftDeps extends UseCaseDeps {
  readonly chat: UseCaseDeps['chat'] & PersonalChat;
}

/**
 * Posts a draft into its person's direct messages, or has its message say what became of it. Cut off
 * after Slack took it and before that was noted, it is posted again: both can be clicked, and what
 * counts is the row.
 */
export async function showDraft(deps: ShowDraftDeps, draftId: string): Promise<void> {
  const { store, chat, world } = deps;
  const current = await store.transaction(async (tx) => {
    const rows = rowsOfExtra(tx, draftRows);
    const draft = await rows.find(draftId);
    return draft === null ? null : { draft, state: await draftStateIn(tx, draft) };
  });
  if (current === null) return;
  const { draft, state } = current;
  const { postedChannel: channel, ts } = draft;
  const place = channel === null || ts === null ? null : { channel, ts };
  if (draft.shown === state || (place === null && state !== 'waiting')) return;
  const answer = await chat.showPerson(draft.slackUserId, {
    place,
    ticket: draft.id,
    message: (texts) => draftMessage(texts, draft, state),
  });
  if (!answer.ok) {
    world.log.warn({ draftId, refusal: answer.refusal }, 'a draft is not shown');
    return;
  }
  const posted = answer.value;
  const isOutdated = await store.transaction(async (tx) => {
    const rows = rowsOfExtra(tx, draftRows);
    // The lock lets a click come before or after, not in between.
    const now = await rows.lock(draftId);
    if (now === null) return false;
    await rows.change(draftId, { postedChannel: posted.channel, ts: posted.ts, shown: state });
    const stateNow = await draftStateIn(tx, now);
    // The message says by itself that the draft has ended; the queue's clock may be another.
    const afterMs = now.endsAt.getTime() - tx.at.getTime() + clocksDifferMs;
    if (stateNow === 'waiting') await tx.enqueue({ kind: 'show-draft', draftId }, { afterMs });
    if (stateNow === state) return false;
    await tx.enqueue({ kind: 'show-draft', draftId });
    return true;
  });
  if (isOutdated || draft.permalink !== null) return;
  const permalink = await unlessFailing(chat.permalink(posted), () => null);
  if (permalink !== null)
    await store.transaction((tx) => rowsOfExtra(tx, draftRows).change(draftId, { permalink }));
}
