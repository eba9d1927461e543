import { ok, type Result, refuse } from '../../../domain/result.ts';
import { rowsOfExtra } from '../../../store/rows-of-extra.ts';
import type { LocalDeps } from '../../../use-cases/deps.ts';
import type { StoreTransaction } from '../../../use-cases/ports/store-ports.ts';
import { record } from '../../../use-cases/record/record.ts';
import { agentRows } from '../agent-tables.ts';
import type { Caller } from '../tools/tool.ts';
import { type Draft, type DraftContent, drafterOf, draftLastsMs } from './draft.ts';
import { draftRows } from './draft-tables.ts';

/** The most drafts of a person that wait at once: agents make no more until the person acts, or a day is over. */
const mostWaiting = 10;

/**
 * Within this time, the same content is the same preparation repeated. Longer than a copy of what
 * Slack signed is good.
 */
const repeatedWithinMs = 660_000;

export type KeepDraftRefusal = 'too-many-open' | 'token-ended';

/**
 * Keeps a draft and the job that shows it to its person, in one transaction. A repetition finds the
 * one before by its content.
 */
export async function keepDraft(
  { store }: Pick<LocalDeps, 'store'>,
  { person, identityId, client, tokenId }: Caller,
  content: DraftContent,
): Promise<Result<Draft, KeepDraftRefusal>> {
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
