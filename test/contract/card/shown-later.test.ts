import { describe, expect, it } from 'vitest';
import { refuse } from '../../../src/domain/result.ts';
import { followGrants } from '../../../src/use-cases/access/follow-grants.ts';
import { recordReading } from '../../../src/use-cases/task/record-reading.ts';
import { closedSnapshot, noon, person, snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const hours = (count: number) => new Date(noon.getTime() + count * 3_600_000);

describe('the card of a request for more time', () => {
  it('follows the end of what it prolongs', async () => {
    desk().governance.operations.add('userGrants');
    await desk().opened(closedSnapshot());
    const period = { startedAt: noon, endsAt: hours(4) };
    await desk().store.transaction((tx) => tx.grants.begin('request-1', period));
    desk().world.pass(60_000);
    const task = snapshot({ id: 'task-2', sourceRequestId: 'request-2' });
    const more = { cardId: 'card-2', id: 'request-2', extendsRequestId: 'request-1' };
    await desk().wanted(task, more);
    desk().governance.tasks.set(task.id, task);
    await desk().runJobs();
    expect(desk().chat.posted.at(-1)?.card.heldUntil).toEqual(hours(4));
    desk().governance.held = { isHeld: true, endsAt: hours(9) };
    desk().world.pass(4 * 3_600_000 + 60_000);
    await followGrants(desk().deps);
    await desk().runJobs();
    const ofMore = desk().chat.updated.findLast(({ card }) => card.cardId === 'card-2');
    expect(ofMore?.card.heldUntil).toEqual(hours(9));
  });
});

describe('a card that Slack does not let be edited', () => {
  it('has new reviewers of its step called directly', async () => {
    await desk().opened();
    await desk().runJobs();
    const { chat, store, deps } = desk();
    chat.absentees.set('C0REVIEWS', ['U0DEE']);
    chat.updates.next(refuse({ kind: 'rejected', code: 'is_archived' } as const));
    const request = await desk().request();
    if (request === null) throw new Error('there is a request');
    const others = snapshot({ stepApprovers: [person('user-dee')] });
    await store.transaction((tx) => recordReading(tx, deps, request, others));
    await expect(desk().runJobs('update-card')).rejects.toMatchObject({ code: 'is_archived' });
    await desk().runJobs('sync-card');
    expect(await desk().said()).toContain('list -> U0DEE');
  });
});
