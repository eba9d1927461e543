import { describe, expect, it } from 'vitest';
import { warnOfEnds } from '../../../src/use-cases/access/follow-grants.ts';
import { actOnDue } from '../../../src/use-cases/due/act-on-due.ts';
import { closedSnapshot, noon, person } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';
import { numbersIn, waiting } from '../../support/waiting.ts';

const onlyAna = { stepApprovers: [person('user-ana')] };

describe('due times', () => {
  const desk = useCaseDesk();
  const { waits, reads, standStill, turn, nextDue } = waiting(desk);
  const stored = () => desk().kysely.selectFrom('dueTimes').selectAll().execute();
  const next = () => desk().store.transaction((tx) => tx.dueTimes.next());
  const threeTimes = (work: () => Promise<void>) => Promise.all([work(), work(), work()]);

  it('exist from the first reading until the end', async () => {
    await waits(1, onlyAna);
    // By the pace of reminders, whenever the reviewers work: nobody has to look before.
    expect(await stored()).toMatchObject([
      { requestId: 'request-1', watch: { reviewers: { 'user-ana': { sent: 0 } } } },
    ]);
    expect(await nextDue()).toEqual(new Date('2026-03-02T14:00Z'));
    expect(await next()).toEqual(new Date('2026-03-02T14:00Z'));
    await reads(1, closedSnapshot());
    expect((await stored()).map(({ dueAt }) => dueAt)).toEqual([null]);
  });

  it('include the end of a grant', async () => {
    expect(await next()).toBeNull();
    await waits(1, onlyAna);
    await reads(1, closedSnapshot({ grantDurationSeconds: 600 }));
    await warnOfEnds(desk().deps);
    expect(await next()).toEqual(new Date('2026-03-02T12:10Z'));
  });

  it('include the message before that end', async () => {
    await waits(1, onlyAna);
    await reads(1, closedSnapshot({ grantDurationSeconds: 3_600 }));
    // Not looked at yet, so that nobody who moves the time passes it by.
    expect(await next()).toEqual(noon);
    await warnOfEnds(desk().deps);
    expect(await next()).toEqual(new Date('2026-03-02T12:50Z'));
    standStill('2026-03-02T12:50Z');
    await warnOfEnds(desk().deps);
    expect(await next()).toEqual(new Date('2026-03-02T13:00Z'));
  });

  it('are acted on once by several processes at the same time', async () => {
    await waits(1, onlyAna);
    await waits(2, onlyAna);
    await turn();
    standStill('2026-03-02T14:00Z');
    await threeTimes(() => actOnDue(desk().deps));
    await desk().runJobs('show-list');
    expect(desk().chat.lists.map(({ to, text }) => [to, numbersIn(text)])).toEqual([
      ['U0ANA', [1, 2]],
    ]);
  });

  it('are postponed to the next round when the request changed meanwhile', async () => {
    await waits(1, onlyAna);
    await turn();
    standStill('2026-03-02T14:00Z');
    const { directory } = desk();
    const findByEmail = directory.findByEmail.bind(directory);
    directory.findByEmail = async (email) => {
      await reads(1, { ...onlyAna, currentStepId: 'step-2' });
      return findByEmail(email);
    };
    desk().world.pass(1);
    await actOnDue(desk().deps);
    await desk().runJobs('send-notice');
    expect(desk().chat.notices).toEqual([]);
  });
});
