import { beforeEach, describe, expect, it } from 'vitest';
import { reviewing } from '../../../support/reviewing.ts';
import { person, snapshot, stepPolicy } from '../../../support/samples.ts';
import { useCaseDesk } from '../../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click, closing } = reviewing(desk);

beforeEach(async () => {
  await desk().opened();
});

const anaIsKnown = () =>
  desk().store.transaction((tx) =>
    tx.identities.saveResolved({
      slackUserId: 'U0ANA',
      person: person('user-ana'),
      checkedAt: new Date(0),
    }),
  );

describe('a click', () => {
  it('is stored with its job, and nothing else', async () => {
    await anaIsKnown();
    expect(await click('U0ANA')).toBe('kept');
    expect((await desk().takeJobs()).map((job) => job.kind)).toEqual(['carry-out-action']);
  });

  it('shows on the card before anything else is asked of Slack or of the service', async () => {
    await anaIsKnown();
    const never = () => new Promise<never>(() => undefined);
    desk().directory.findByEmail = never;
    desk().governance.operations.add('riskLevels');
    desk().governance.riskLevels = never;
    await click('U0ANA');
    desk().world.pass(300);
    await desk().timers.ring();
    await desk().runJobs('sync-card', 'update-card');
    const shown = desk().chat.updated.map((one) =>
      one.card.reviews.map(({ by, state }) => [by.userId, state]),
    );
    expect(shown).toEqual([[['U0ANA', 'accepted']]]);
  });

  it('stays invisible until it is checked when the person is probably not a reviewer', async () => {
    expect(await click('U0DEE')).toBe('kept');
    desk().world.pass(300);
    await desk().timers.ring();
    expect((await desk().takeJobs()).map((job) => job.kind)).toEqual(['carry-out-action']);
  });

  it('changes nothing when the same person clicks the same step twice', async () => {
    await click('U0ANA');
    expect(await click('U0ANA')).toBe('repeated');
    expect((await desk().takeJobs()).filter((job) => job.kind === 'carry-out-action')).toHaveLength(
      1,
    );
  });

  it('gives way to another decision of the same person while it waits', async () => {
    await click('U0ANA');
    expect(await click('U0ANA', { verb: 'deny', reason: 'by mistake' })).toBe('kept');
    await desk().runJobs('carry-out-action');
    expect(desk().governance.reviewOrders.map(({ act }) => act)).toEqual(['deny']);
  });

  it('does nothing on an unknown card', async () => {
    expect(await click('U0ANA', { cardId: 'card-of-nobody' })).toBe('unknown');
    expect(await desk().takeJobs()).toEqual([]);
  });

  it('stores no approval without the reason that the step requires', async () => {
    const task = snapshot({ stepPolicy: { ...stepPolicy, requireApprovalReason: true } });
    await desk().store.transaction((tx) => tx.tasks.save('request-1', task, desk().world.now()));
    await desk().takeJobs();
    expect(await click('U0ANA')).toBe('reason-needed');
    expect(await desk().takeJobs()).toEqual([]);
    expect(await click('U0ANA', { reason: 'seen the ticket' })).toBe('kept');
  });

  it('does nothing and deletes nothing on the message of another request’s card', async () => {
    const other = { channel: 'C0REVIEWS', ts: '1772452900.000200' };
    const requestId = await desk().ask({ id: 'request-2', entitlementId: 'ent-admin' });
    await desk().store.transaction(async (tx) => {
      await tx.cards.want('card-2', requestId, other.channel);
      await tx.cards.markPosted('card-2', other, '');
    });
    await desk().takeJobs();
    expect(await click('U0ANA', { clicked: other })).toBe('unknown');
    await desk().runJobs();
    expect(desk().chat.deleted).toEqual([]);
    expect(desk().governance.reviewOrders).toEqual([]);
  });

  it('counts on an older copy of the card, and the copy is deleted', async () => {
    await click('U0ANA', { clicked: { channel: 'C0REVIEWS', ts: '1772452000.000001' } });
    closing();
    await desk().runJobs();
    expect(desk().chat.deleted).toEqual([{ channel: 'C0REVIEWS', ts: '1772452000.000001' }]);
    expect(desk().governance.reviewOrders).toHaveLength(1);
  });

  it('does not count outside the conversation of the card, and deletes no message there', async () => {
    await click('U0ANA', { clicked: { channel: 'D0BEN', ts: '1772452000.000001' } });
    closing();
    await desk().runJobs();
    expect(desk().chat.deleted).toEqual([]);
    expect(desk().governance.reviewOrders).toEqual([]);
  });
});
