import { beforeEach, describe, expect, it } from 'vitest';
import type { AccessRequest } from '../../../src/domain/request/access-request.ts';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { followGrants } from '../../../src/use-cases/access/follow-grants.ts';
import { recordReading } from '../../../src/use-cases/task/record-reading.ts';
import { refreshTasks } from '../../../src/use-cases/task/refresh-tasks.ts';
import { closedSnapshot, noon, person, snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const hourMs = 3_600_000;
const toldOfTheEnd = ['access-ended -> thread of C0REVIEWS', 'ended -> U0BEN'];
const unreadable = { grantDurationSeconds: null, hasUnreadableDuration: true } as const;
const hours = (count: number) => new Date(noon.getTime() + count * hourMs);

describe('a grant', () => {
  const desk = useCaseDesk();
  const grant = (requestId = 'request-1') =>
    desk().store.transaction((tx) => tx.grants.find(requestId));
  async function read(task: TaskSnapshot, requestId = 'request-1'): Promise<void> {
    const request = await desk().request(requestId);
    if (request === null) throw new Error('the request is there');
    await desk().store.transaction((tx) => recordReading(tx, desk().deps, request, task));
  }
  const ended = async () => {
    await desk().runJobs('sync-card', 'update-card');
    return (await desk().said()).filter((line) => /ended ->/.test(line));
  };
  async function extension(
    change: Partial<AccessRequest> = {},
    task: Partial<TaskSnapshot> = {},
  ): Promise<void> {
    await desk().ask({ id: 'request-2', extendsRequestId: 'request-1', ...change });
    const { identityUserId } = change;
    if (typeof identityUserId === 'string') {
      const at = desk().world.now();
      await desk().store.transaction((tx) =>
        tx.requests.save('request-2', { state: 'created', identityUserId, at }),
      );
    }
    await read(
      closedSnapshot({ id: 'task-2', outcomeAt: hours(3).toISOString(), ...task }),
      'request-2',
    );
  }

  beforeEach(async () => {
    desk().governance.operations.add('userGrants');
    desk().governance.held = { isHeld: false, endsAt: null };
    await desk().opened();
  });

  it('begins once, when the task is granted', async () => {
    await read(closedSnapshot({ outcomeAt: hours(-1).toISOString() }));
    await read(closedSnapshot({ outcomeAt: hours(2).toISOString(), appName: 'GitHub Enterprise' }));
    expect(await grant()).toMatchObject({
      requestId: 'request-1',
      startedAt: hours(-1),
      endsAt: hours(3),
      endedAt: null,
      endedBy: null,
      revocationPending: null,
    });
  });

  it.each([null, Number.MAX_SAFE_INTEGER])(
    'has no end, and its reading is stored, when it lasts %s seconds',
    async (grantDurationSeconds) => {
      const period = grantDurationSeconds === null ? ({ isPermanent: true } as const) : {};
      const task = closedSnapshot({ grantDurationSeconds, ...period });
      desk().governance.tasks.set('task-1', task);
      await refreshTasks(desk().deps);
      expect(await grant()).toMatchObject({ startedAt: noon, endsAt: null });
      desk().world.pass(1_000 * hourMs);
      await followGrants(desk().deps);
      expect((await grant())?.endedAt).toBeNull();
    },
  );

  it('ends when its time is over, not before, and its holder is told once', async () => {
    await read(closedSnapshot());
    desk().world.pass(4 * hourMs - 1);
    await followGrants(desk().deps);
    expect(await grant()).toMatchObject({ endedAt: null });
    desk().world.pass(1);
    await Promise.all([followGrants(desk().deps), followGrants(desk().deps)]);
    await followGrants(desk().deps);
    expect(await grant()).toMatchObject({ endedAt: hours(4), endedBy: 'expired' });
    expect((await ended()).toSorted()).toEqual(toldOfTheEnd);
    expect((await desk().audited()).filter((kind) => kind === 'grant.ended')).toHaveLength(1);
  });

  it('of an emergency is followed up in the thread of each of its cards', async () => {
    await read(snapshot({ emergency: true }));
    await desk().runJobs('sync-card');
    await desk().store.transaction(async (tx) => {
      await tx.cards.want('card-lost', 'request-1', 'C0LOUNGE');
      await tx.cards.save('card-lost', { state: 'unreachable', postingSince: null });
    });
    await read(closedSnapshot({ emergency: true }));
    desk().world.pass(5 * hourMs);
    await followGrants(desk().deps);
    expect((await ended()).toSorted()).toEqual([
      'access-ended -> thread of C0INCIDENTS',
      'access-ended -> thread of C0REVIEWS',
      'ended -> U0BEN',
    ]);
    expect(desk().chat.lines.at(-1)?.text).toMatch(
      / had emergency access to .* for 4 hours, from TIME\./,
    );
  });

  it('of an emergency that was granted without review has a card and a follow-up, too', async () => {
    await desk().ask({ id: 'request-2', emergency: true });
    await read(closedSnapshot({ id: 'task-2', emergency: true }), 'request-2');
    const cards = () => desk().store.transaction((tx) => tx.cards.ofRequest('request-2'));
    expect((await cards()).map((card) => card.channel)).toEqual(['C0INCIDENTS']);
    await desk().kysely.deleteFrom('cards').where('requestId', '=', 'request-2').execute();
    await read(closedSnapshot({ id: 'task-2', emergency: true, appName: 'Renamed' }), 'request-2');
    expect(await cards()).toEqual([]);
  });

  it('ends once and without a message when a longer grant of the same access begins', async () => {
    await read(closedSnapshot());
    await extension({ identityUserId: 'user-ben' });
    expect(await grant()).toMatchObject({ endedAt: noon, endedBy: null });
    expect(await grant('request-2')).toMatchObject({
      startedAt: hours(3),
      endsAt: hours(7),
      endedAt: null,
    });
    desk().world.pass(5 * hourMs);
    await followGrants(desk().deps);
    expect(await ended()).toEqual([]);
    desk().world.pass(2 * hourMs);
    await followGrants(desk().deps);
    expect(await ended()).toEqual(['ended -> U0BEN']);
    expect(await grant()).toMatchObject({ endedAt: noon, endedBy: null });
  });

  it('of an emergency that is extended has a follow-up that says so', async () => {
    await read(closedSnapshot({ emergency: true }));
    await extension();
    const told = await ended();
    expect(told).toContain('access-ended -> thread of C0REVIEWS');
    expect(told).not.toContain('ended -> U0BEN');
    expect(desk().chat.lines.at(-1)?.text).toContain('later request');
  });

  it.each([
    ['ends before it', 86_400, {}, hours(24)],
    ['has no end that can be read', 14_400, unreadable, null],
  ])('is closed by an extension that %s, and keeps the later end', async (...row) => {
    const [, grantDurationSeconds, task, endsAt] = row;
    await read(closedSnapshot({ grantDurationSeconds }));
    await extension({ identityUserId: 'user-ben' }, task);
    expect(await grant()).toMatchObject({ endedAt: noon, endedBy: null });
    expect(await grant('request-2')).toMatchObject({ endsAt, endedAt: null });
    expect(await ended()).toEqual([]);
  });

  it('continues when the holder’s account has another identity by the time of the extension', async () => {
    await read(closedSnapshot());
    await extension({ identityUserId: 'user-eve' }, { target: person('user-eve') });
    expect(await grant()).toMatchObject({ endedAt: null });
  });

  it('is not ended again by time or an extension after it was given back', async () => {
    await read(closedSnapshot());
    await desk().store.transaction((tx) => tx.grants.end('request-1', 'given-back', hours(1)));
    await extension();
    desk().world.pass(5 * hourMs);
    await followGrants(desk().deps);
    expect(await ended()).toEqual(['access-ended -> thread of C0REVIEWS']);
    expect(await grant()).toMatchObject({ endedAt: hours(1), endedBy: 'given-back' });
  });
});
