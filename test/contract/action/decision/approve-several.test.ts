import { beforeEach, describe, expect, it } from 'vitest';
import { DatabaseFailure, OutwardFailure } from '../../../../src/domain/outward/outward-failure.ts';
import type { TaskSnapshot } from '../../../../src/domain/task/task-snapshot.ts';
import { acceptReview } from '../../../../src/use-cases/action/accept-action.ts';
import { approveSeveral } from '../../../../src/use-cases/action/approve-several.ts';
import { requestFingerprint } from '../../../../src/use-cases/card/request-fingerprint.ts';
import { severalPage } from '../../../../src/use-cases/card/several-page.ts';
import { openingHomes } from '../../../support/opening-homes.ts';
import {
  actor,
  closedSnapshot,
  firstEntitlement,
  person,
  snapshot,
  stepPolicy,
} from '../../../support/samples.ts';
import { useCaseDesk } from '../../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { asked, home } = openingHomes(desk);

const low = { ...firstEntitlement(), riskLevel: 'risk-low' };

async function waits(number: number, change: Partial<TaskSnapshot> = {}): Promise<TaskSnapshot> {
  const common = { id: `task-${number}`, sourceRequestId: `request-${number}` };
  const task = snapshot({ ...common, entitlements: [low], stepPolicy, ...change });
  desk().governance.tasks.set(task.id, task);
  await asked(task, { id: `request-${number}`, taskId: task.id });
  return task;
}

/** What Ana picks in the window that lists all of it. */
async function picks() {
  const { reviews } = await severalPage(desk().deps, 'U0ANA');
  return reviews.map(({ card }) => ({
    cardId: card.cardId,
    stepId: card.task.currentStepId ?? '',
    shown: requestFingerprint(card),
  }));
}

const submission = (picked: Awaited<ReturnType<typeof picks>>, key = 'V1:ticks') =>
  approveSeveral(desk().deps, { by: actor('U0ANA'), key, picked });

/** What became of the decisions, by request. */
async function decisions() {
  const rows = await desk()
    .kysely.selectFrom('actions')
    .select(['requestId', 'bySlackId', 'state', 'refusal'])
    .orderBy('requestId')
    .orderBy('at')
    .execute();
  return rows.map((row) => [row.requestId, row.bySlackId, row.state, row.refusal?.kind ?? null]);
}

/** Of somebody for whom nothing of the kind waits. */
const empty = { reviews: [], isCut: false, areRisksRead: true };

const sentApprovals = () =>
  desk()
    .governance.reviewOrders.map(({ taskId }) => taskId)
    .toSorted();

describe('requests of low risk', () => {
  it('are offered together from two on, without those that need a look of their own', async () => {
    await waits(1);
    await waits(2, { stepPolicy: { ...stepPolicy, requireApprovalReason: true } });
    await waits(3, { entitlements: [{ ...low, riskLevel: 'risk-medium' }] });
    expect((await home('U0ANA')).offersSeveral).toBe(false);
    await waits(4);
    expect((await home('U0ANA')).offersSeveral).toBe(true);
    const { reviews, isCut } = await severalPage(desk().deps, 'U0ANA');
    expect(reviews.map(({ card }) => card.request.id)).toEqual(['request-1', 'request-4']);
    expect(isCut).toBe(false);
  });

  it('are offered by nothing where the tenant calls their risk high', async () => {
    await waits(1);
    await waits(2);
    desk().governance.operations.add('riskLevels');
    const high = { ok: true, value: [{ id: 'risk-low', name: 'High' }] } as const;
    desk().governance.riskLevels = async () => high;
    expect((await home('U0ANA')).offersSeveral).toBe(false);
  });

  it('are not listed while the names of risks cannot be read, and the page says so', async () => {
    await waits(1);
    await waits(2);
    desk().governance.operations.add('riskLevels');
    desk().governance.riskLevels = async () => {
      throw new OutwardFailure({
        system: 'governance',
        kind: 'timeout',
        message: 'no answer in time',
        certainlyNotDone: true,
      });
    };
    expect((await home('U0ANA')).offersSeveral).toBe(false);
    expect(await severalPage(desk().deps, 'U0ANA')).toEqual({ ...empty, areRisksRead: false });
  });

  it('are listed ten at a time, also those that Home does not show', async () => {
    for (let number = 1; number <= 10; number += 1)
      await waits(number, { entitlements: [{ ...low, riskLevel: 'risk-high' }] });
    for (let number = 11; number <= 21; number += 1) await waits(number);
    expect((await home('U0ANA')).offersSeveral).toBe(true);
    const page = await severalPage(desk().deps, 'U0ANA');
    expect(page.reviews).toHaveLength(10);
    expect(page.isCut).toBe(true);
  });

  it('are not listed for somebody who is not known, or for whom nothing waits', async () => {
    await waits(1);
    await waits(2);
    expect(await severalPage(desk().deps, 'U0ANA')).toEqual(empty);
    await home('U0DEE');
    expect(await severalPage(desk().deps, 'U0DEE')).toEqual(empty);
  });

  it('are not listed where the only reading is so old that it has to be confirmed', async () => {
    const receivedAt = desk().world.now().toISOString();
    const delivered = { kind: 'approval', receivedAt, deniedAt: null, isOnlySource: true } as const;
    await waits(1, { delivered });
    await home('U0ANA');
    expect((await severalPage(desk().deps, 'U0ANA')).reviews).toHaveLength(1);
    desk().world.pass((desk().settings.webhook.freshForSeconds + 1) * 1_000);
    expect((await severalPage(desk().deps, 'U0ANA')).reviews).toEqual([]);
  });
});

describe('several approvals in one submission', () => {
  beforeEach(async () => {
    for (const number of [1, 2, 3]) await waits(number);
    await home('U0ANA');
    await desk().takeJobs();
  });

  it('are kept, checked, sent and recorded one by one', async () => {
    const picked = (await picks()).slice(0, 2);
    expect(await submission(picked)).toEqual(['kept', 'kept']);
    expect(sentApprovals()).toEqual([]);
    await desk().runJobs('carry-out-action');
    expect(sentApprovals()).toEqual(['task-1', 'task-2']);
    expect(await decisions()).toEqual([
      ['request-1', 'U0ANA', 'done', null],
      ['request-2', 'U0ANA', 'done', null],
    ]);
    const entries = await desk()
      .kysely.selectFrom('audit')
      .select(['kind', 'requestId', 'actor'])
      .where('kind', '=', 'review.approved')
      .orderBy('requestId')
      .execute();
    expect(entries).toEqual(
      ['request-1', 'request-2'].map((requestId) => ({
        kind: 'review.approved',
        requestId,
        actor: 'U0ANA',
      })),
    );
  });

  it('do nothing twice when Slack sends the submission again, before or after they were carried out', async () => {
    const picked = await picks();
    await submission(picked);
    expect(await submission(picked)).toEqual(['repeated', 'repeated', 'repeated']);
    await desk().runJobs('carry-out-action');
    expect(await submission(picked)).toEqual(['repeated', 'repeated', 'repeated']);
    await desk().runJobs('carry-out-action');
    expect(sentApprovals()).toEqual(['task-1', 'task-2', 'task-3']);
    expect(await decisions()).toHaveLength(3);
  });

  it('are not tried again by the same submission after one was refused', async () => {
    const picked = (await picks()).slice(0, 1);
    desk().governance.tasks.set('task-1', closedSnapshot());
    await submission(picked);
    await desk().runJobs('carry-out-action');
    expect(await submission(picked)).toEqual(['repeated']);
    expect(await decisions()).toEqual([['request-1', 'U0ANA', 'refused', 'closed']]);
  });

  it('are not taken back by a repetition that comes after the time in which a click counts', async () => {
    const picked = (await picks()).slice(0, 1);
    await submission(picked);
    desk().world.pass((desk().settings.review.expireAfterSeconds + 1) * 1_000);
    expect(await submission(picked)).toEqual(['repeated']);
    expect(await decisions()).toEqual([['request-1', 'U0ANA', 'accepted', null]]);
  });

  it('go on where a crash left some of them unkept', async () => {
    const picked = await picks();
    await submission(picked.slice(0, 1));
    expect(await submission(picked)).toEqual(['repeated', 'kept', 'kept']);
  });

  it('are kept all or none where the database fails in between', async () => {
    const picked = await picks();
    const { deps } = desk();
    const lost = picked.at(-1)?.cardId;
    const store: typeof deps.store = {
      ...deps.store,
      transaction: (work) =>
        deps.store.transaction((tx) => {
          const lock = async (id: string) => {
            if (id === lost) throw new DatabaseFailure('the connection is gone');
            return tx.cards.lock(id);
          };
          return work({ ...tx, cards: { ...tx.cards, lock } });
        }),
    };
    const failing = approveSeveral({ ...deps, store }, { by: actor('U0ANA'), key: 'V1', picked });
    await expect(failing).rejects.toThrow('the connection is gone');
    expect(await decisions()).toEqual([]);
    expect(await submission(picked)).toEqual(['kept', 'kept', 'kept']);
  });

  it('leave out one that changed underneath, and Home says so on its line', async () => {
    const picked = await picks();
    const task = desk().governance.tasks.get('task-2') ?? snapshot();
    desk().governance.tasks.set('task-2', { ...task, grantDurationSeconds: 604_800 });
    await submission(picked);
    await desk().runJobs('carry-out-action');
    expect(sentApprovals()).toEqual(['task-1', 'task-3']);
    const { refused } = await home('U0ANA');
    expect(refused.map(({ request, refusal }) => [request.id, refusal])).toEqual([
      ['request-2', { kind: 'changed', fields: ['duration'], secondsBefore: 14_400 }],
    ]);
    expect((await severalPage(desk().deps, 'U0ANA')).reviews).toEqual([]);
  });

  it('leave out one that somebody else decided meanwhile', async () => {
    const picked = await picks();
    const by = actor('U0CHO');
    const [first] = picked;
    if (first === undefined) throw new Error('something is picked');
    await acceptReview(desk().deps, { ...first, verb: 'approve', by, reason: '', clicked: null });
    await desk().runJobs('carry-out-action');
    await submission(picked);
    await desk().runJobs('carry-out-action');
    expect(sentApprovals()).toEqual(['task-1', 'task-2', 'task-3']);
    const { refused } = await home('U0ANA');
    expect(refused.map(({ request }) => request.id)).toEqual(['request-1']);
    expect((await decisions()).filter(([, , state]) => state === 'done')).toEqual([
      ['request-1', 'U0CHO', 'done', null],
      ['request-2', 'U0ANA', 'done', null],
      ['request-3', 'U0ANA', 'done', null],
    ]);
  });

  it('are refused one by one where the right is lost, and Home tells each', async () => {
    const picked = await picks();
    for (const [id, task] of desk().governance.tasks)
      desk().governance.tasks.set(id, { ...task, stepApprovers: [person('user-cho')] });
    await submission(picked);
    await desk().runJobs('carry-out-action');
    expect(sentApprovals()).toEqual([]);
    const { refused } = await home('U0ANA');
    expect(refused.map(({ refusal }) => refusal.kind)).toEqual(Array(3).fill('not-reviewer'));
  });

  it('keep none that wants a reason by now', async () => {
    const picked = await picks();
    const task = desk().governance.tasks.get('task-1') ?? snapshot();
    const wantsReason = { ...task, stepPolicy: { ...stepPolicy, requireApprovalReason: true } };
    const at = desk().world.now();
    await desk().store.transaction((tx) => tx.tasks.save('request-1', wantsReason, at));
    expect(await submission(picked)).toEqual(['reason-needed', 'kept', 'kept']);
  });
});
