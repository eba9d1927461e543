/** A job of every kind, so that a later version meets each of them as this one wrote it. */
import { sql } from 'kysely';
import { type JobKind, jobKinds, type OutwardJob } from '../../src/domain/outward/job.ts';
import { takeDelivery } from '../../src/extras/webhooks/take-delivery.ts';
import { receiveDelivery } from '../../src/extras/webhooks/webhook-receiver.ts';
import { keepElsewhere } from '../../src/use-cases/task/keep-elsewhere.ts';
import { recordReading } from '../../src/use-cases/task/record-reading.ts';
import { deliveryOf } from '../support/delivering.ts';
import { FakeReviewerLists } from '../support/fake-reviewer-lists.ts';
import { person, revokedSnapshot } from '../support/samples.ts';
import type { UseCaseDesk } from '../support/use-case-desk.ts';
import { openSnapshot } from './in-flight.ts';

/** Its payload cannot be read; it is denied in two days. */
export const unreadableHook = 'hook of a step that cannot be read';
/** It took access from Ben, who was not told yet. */
export const removalTask = 'task that took access away';
const answerWithinDays = 2;

export async function bringJobsUnderWay(desk: UseCaseDesk): Promise<void> {
  await bringUnreadableUnderWay(desk);
  await bringRemovalUnderWay(desk);
  await addJobsOfOtherKinds(desk);
  await failOneInSlack(desk);
}

async function bringUnreadableUnderWay(desk: UseCaseDesk): Promise<void> {
  const at = desk.world.now();
  const payload = { nothing: 'that can be read' };
  const delivery = { ...deliveryOf(openSnapshot(''), at), webhookId: unreadableHook, payload };
  await receiveDelivery(desk.deps, delivery);
  const nothing = { taskIn: () => null, reviewerLists: new FakeReviewerLists() };
  const waiting = { ...desk.settings.webhook, answerWithinSeconds: answerWithinDays * 86_400 };
  const settings = { ...desk.settings, webhook: waiting };
  await takeDelivery({ ...desk.deps, ...nothing, settings }, unreadableHook);
}

async function bringRemovalUnderWay(desk: UseCaseDesk): Promise<void> {
  const removal = { id: removalTask, takesAway: true, target: person('user-ben') } as const;
  const task = { ...openSnapshot(''), ...removal, sourceRequestId: null };
  await desk.store.transaction(async (tx) => {
    const subject = await keepElsewhere(tx, task, tx.at);
    await tx.tasks.save(subject.id, task, tx.at);
    await recordReading(tx, desk.deps, subject, { ...task, ...revokedSnapshot({ id: task.id }) });
  });
}

/** Those of which none waits yet. */
async function addJobsOfOtherKinds(desk: UseCaseDesk): Promise<void> {
  const jobs: readonly OutwardJob[] = [
    { kind: 'read-held', slackUserId: 'U0BEN' },
    { kind: 'read-work', slackUserId: 'U0ANA' },
    { kind: 'retire-copy', channel: 'C0REVIEWS', ts: '1772450.000900' },
    { kind: 'show-draft', draftId: 'a draft that is gone' },
    { kind: 'act-on-due' },
    { kind: 'deny-undecided' },
    { kind: 'refresh-tasks' },
    { kind: 'end-grants' },
  ];
  await desk.store.transaction(async (tx) => {
    for (const job of jobs) await tx.enqueue(job);
  });
}

/** One message was tried, and Slack did not take it. */
async function failOneInSlack({ kysely, world }: UseCaseDesk): Promise<void> {
  const earlier = {
    attempt: 2,
    mayBeDone: false,
    hasServiceFailed: false,
    failing: { since: world.now().toISOString(), why: 'slack', code: 'timeout', refused: null },
  };
  await sql`
    update pgboss.job set data = data || ${JSON.stringify(earlier)}::jsonb
    where id = (select min(id::text)::uuid from pgboss.job where name = 'send-notice')`.execute(
    kysely,
  );
}

/** The kinds of which none waits. */
export async function kindsWithoutJob({ kysely }: UseCaseDesk): Promise<readonly JobKind[]> {
  const { rows } = await sql<{
    name: string;
  }>`select distinct name from pgboss.job where state = 'created'`.execute(kysely);
  const names = new Set(rows.map(({ name }) => name));
  return jobKinds.filter((kind) => !names.has(kind));
}
