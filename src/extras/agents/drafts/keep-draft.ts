import { unlessFailing } from '../../../domain/outward/outward-failure.ts';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { PersonalChat } from '../../../slack/message/personal-messages.ts';
import { rowsOfExtra } from '../../../store/transaction.ts';
import type { LocalDeps, UseCaseDeps } from '../../../use-cases/deps.ts';
import type { StoreTransaction } from '../../../use-cases/ports/store-ports.ts';
import { record } from '../../../use-cases/record/record.ts';
import { agentRows } from '../agent-tables.ts';
import type { Caller } from '../tools/tool.ts';
import { type Draft, type DraftContent, drafterOf, draftLastsMs } from './draft.ts';
import { draftMessage } from './draft-message.ts';
import { draftRows } from './draft-tables.ts';
import { draftStateIn } from './settle-draft.ts';

/** The most drafts of a person that wait at once: agents make no more until the person acts, or a day is over. */
const mostWaiting = 10;

/**
 * Within this time, the same content is the same preparation repeated. Longer than a copy of what
 * Slack signed is good.
 */
const repeatedWithinMs = 660_000;

/**
 * Keeps a draft and the job that shows it to its person, in one transaction. A repetition finds the
 * one before by its content.
 */
export async function keepDraft(
  { store }: Pick<LocalDeps, 'store'>,
  { person, identityId, client, tokenId }: Caller,
  content: DraftContent,
): Promise<Result<Draft, 'too-many-open' | 'token-ended'>> {
  const owner = { teamId: person.teamId, slackUserId: person.userId, identityId };
  return store.transaction(async (tx) => {
    // The call took a while, and the token may have been revoked meanwhile.
    if (tokenId !== undefined && !(await rowsOfExtra(tx, agentRows).holdToken(tokenId, tx.at)))
      return refuse('token-ended');
    const rows = rowsOfExtra(tx, draftRows);
    await rows.lockPerson(owner);
    const since = new Date(tx.at.getTime() - repeatedWithinMs);
    const earlier = await rows.alike(owner, content, since);
    // What Slack signed can be sent again as it is; the agent of a token prepares anew on purpose.
    if (earlier !== null && (client.kind === 'slackbot' || earlier.state === 'open'))
      return ok(earlier);
    if ((await rows.countWaiting(owner, tx.at)) >= mostWaiting) return refuse('too-many-open');
    const draft: Draft = {
      id: tx.newId(),
      ...owner,
      client,
      content,
      state: 'open',
      at: tx.at,
      endsAt: new Date(tx.at.getTime() + draftLastsMs),
      postedChannel: null,
      ts: null,
      permalink: null,
      shown: null,
    };
    await rows.insert(draft);
    await keepJobs(tx, draft);
    return ok(draft);
  });
}

async function keepJobs(tx: StoreTransaction, draft: Draft): Promise<void> {
  await tx.enqueue({ kind: 'show-draft', draftId: draft.id });
  const { content } = draft;
  const detail = {
    draftId: draft.id,
    draftedBy: drafterOf(draft),
    slackUserId: draft.slackUserId,
    appName: content.appName,
    entitlementName: content.entitlementName,
  };
  await record(tx, { kind: 'draft.prepared', detail });
}

/** So far the clocks of this machine and of the database may be apart. */
const clocksDifferMs = 60_000;

interface ShowDraftDeps extends UseCaseDeps {
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
