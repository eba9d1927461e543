/** Long because it follows a grant through every way to end. */
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AccessEvent } from '../../../src/domain/access/grant.ts';
import { beginAccess } from '../../../src/use-cases/access/begin-access.ts';
import { followGrants, warnOfEnds } from '../../../src/use-cases/access/follow-grants.ts';
import { failing, refusedWith } from '../../support/fakes.ts';
import { closedSnapshot, noon } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const minuteMs = 60_000;
const later = (minutes: number) => new Date(noon.getTime() + minutes * minuteMs);
const grant = (id = 'request-1') => desk().store.transaction((tx) => tx.grants.find(id));
const endOf = async (id: string) => {
  const row = await grant(id);
  return row === null || row.endedAt === null ? null : (row.endedBy ?? 'goes on');
};
const removal = (change: Partial<AccessEvent> = {}): AccessEvent => ({
  kind: 'removed',
  at: later(60),
  appId: 'app-github',
  entitlementId: 'ent-write',
  accountId: 'account-ben',
  identityUserId: 'user-ben',
  taskId: '',
  ...change,
});
/**
 * Rounds as the process does them, but further apart: each costs statements, and fewer show the
 * same where nothing is due more often than once a minute.
 */
async function follow(minutes: number, everySeconds = 60): Promise<void> {
  for (let ms = 0; ms < minutes * minuteMs; ms += everySeconds * 1_000) {
    desk().world.pass(everySeconds * 1_000);
    await followGrants(desk().deps);
  }
}
/** To the end of the hour that was granted. */
async function untilOver(): Promise<void> {
  desk().world.pass(60 * minuteMs);
  await followGrants(desk().deps);
}
const shown = async () => {
  await desk().runJobs('sync-card', 'update-card', 'sync-home');
  return [
    desk().chat.updated.at(-1)?.card.grant,
    desk().chat.homes.at(-1)?.home.requests.shown[0]?.standing,
  ] as const;
};
const told = ['access-ended -> thread of C0REVIEWS', 'ended -> U0BEN'];

beforeEach(async () => {
  await desk().opened(closedSnapshot({ grantDurationSeconds: 3_600 }));
  await desk().store.transaction((tx) =>
    tx.grants.begin('request-1', { startedAt: noon, endsAt: later(60) }),
  );
  await desk().told('granted request-1');
});

describe('a grant whose time is over', () => {
  it('ends at the time in the service’s events', async () => {
    desk().governance.operations.add('grantsFeed');
    await untilOver();
    expect((await grant())?.endedAt).toBeNull();
    desk().governance.events = [removal({ at: new Date(later(60).getTime() + 2_000) })];
    await follow(1);
    expect(await grant()).toMatchObject({
      endedAt: new Date(later(60).getTime() + 2_000),
      endedBy: 'expired',
    });
    expect((await desk().said()).toSorted()).toEqual(told);
  });

  it('is shown as “should have ended” until the service says that it is gone', async () => {
    await untilOver();
    expect(await shown()).toMatchObject([{ endsAt: later(60), endedAt: null }, 'active']);
    await follow(5);
    expect(await desk().said()).toEqual([]);
    desk().governance.events = [removal()];
    await follow(10);
    expect(await shown()).toMatchObject([{ endedAt: later(60), endedBy: 'expired' }, 'ended']);
    expect((await desk().said()).toSorted()).toEqual(told);
  });

  it('is shown as active again after the clock was corrected, and its end is announced in advance', async () => {
    desk().world.pass(65 * minuteMs);
    await warnOfEnds(desk().deps);
    await followGrants(desk().deps);
    expect(await shown()).toMatchObject([{ endedAt: null }, 'active']);
    expect(await desk().said()).toEqual([]);
    desk().world.pass(-65 * minuteMs);
    await followGrants(desk().deps);
    desk().world.pass(52 * minuteMs);
    await warnOfEnds(desk().deps);
    await warnOfEnds(desk().deps);
    expect(await desk().said()).toEqual(['ending -> U0BEN']);
  });

  it.each([
    ['has no way to tell', (): void => desk().governance.operations.clear()],
    ['refuses to tell', (): void => desk().governance.eventReadings.next(refusedWith(404))],
  ])('is shown only as “should have ended” when the service %s', async (_what, prepare) => {
    prepare();
    await untilOver();
    expect(await grant()).toMatchObject({ endedAt: later(60), endedBy: 'unconfirmed' });
    expect(await shown()).toMatchObject([{ endedBy: 'unconfirmed' }, 'ended']);
    expect((await desk().said()).toSorted()).toEqual(told);
    expect(desk().chat.shown.at(-1)?.text).toContain('should have ended TIME, as granted.');
  });

  it('is said in the holder’s message to be overdue while the service does not answer', async () => {
    desk().governance.eventReadings.next(
      ...Array.from({ length: 10 }, () => failing('http', true)),
    );
    await warnOfEnds(desk().deps);
    await desk().said();
    await untilOver();
    expect(await desk().said()).toEqual([]);
    expect(desk().chat.shown.at(-1)?.text).toContain('should have ended TIME, as granted.');
  });

  it('is not said to have ended while the service does not answer', async () => {
    desk().governance.eventReadings.next(
      ...Array.from({ length: 10 }, () => failing('http', true)),
    );
    desk().governance.events = [removal()];
    await untilOver();
    await follow(0.5, 4);
    expect((await grant())?.endedAt).toBeNull();
    await follow(2, 4);
    expect(await grant()).toMatchObject({ endedBy: 'expired' });
  });

  it('is not called unconfirmed by one answer that fails after the bot was down for hours', async () => {
    desk().governance.events = [removal()];
    desk().world.pass(300 * minuteMs);
    desk().governance.eventReadings.next(failing('http', true));
    await followGrants(desk().deps);
    expect((await grant())?.endedAt).toBeNull();
    await follow(1);
    expect(await grant()).toMatchObject({ endedAt: later(60), endedBy: 'expired' });
  });

  it('is not called unconfirmed by one answer that fails because it was watched often while it ran', async () => {
    desk().governance.operations.clear();
    desk().governance.operations.add('userGrants');
    const watch = { checkAt: later(59), checks: 7 };
    await desk().store.transaction((tx) => tx.grants.follow('request-1', watch));
    desk().world.pass(300 * minuteMs);
    desk().governance.holdings.next(failing('http', true));
    await followGrants(desk().deps);
    expect((await grant())?.endedAt).toBeNull();
  });

  it('is called unconfirmed when the service does not answer for an hour', async () => {
    desk().governance.eventReadings.next(
      ...Array.from({ length: 200 }, () => failing('http', true)),
    );
    await untilOver();
    await follow(70);
    expect(await grant()).toMatchObject({ endedAt: later(60), endedBy: 'unconfirmed' });
  });

  describe('when a person’s grants can be read', () => {
    beforeEach(() => {
      desk().governance.operations.add('userGrants');
    });

    it('continues when the service reports a later end', async () => {
      desk().governance.held = { isHeld: true, endsAt: later(180) };
      await untilOver();
      expect(await shown()).toMatchObject([{ endsAt: later(180), endedAt: null }, 'active']);
      await follow(30);
      expect(desk().governance.holdingsRead).toBe(1);
    });

    it.each([
      ['no end', null],
      ['an end that is over', later(59)],
    ])(
      'is reported once to holder and administrators when it is still shown with %s',
      async (_what, endsAt) => {
        desk().governance.held = { isHeld: true, endsAt };
        await untilOver();
        await follow(10);
        expect(await desk().said()).toEqual([]);
        await follow(300, 300);
        expect(await desk().said()).toEqual(['not-gone -> U0HANA', 'not-gone -> U0BEN']);
        expect((await grant())?.endedAt).toBeNull();
        desk().governance.held = { isHeld: false, endsAt: null };
        await follow(400, 600);
        expect(await grant()).toMatchObject({ endedAt: later(60), endedBy: 'expired' });
      },
    );

    it.each([302, 408, 418])('is not asked for the last time by HTTP %s', async (status) => {
      const refused = Array.from({ length: 10 }, () => refusedWith(status));
      desk().governance.holdings.next(...refused);
      desk().governance.eventReadings.next(...refused);
      await untilOver();
      await follow(5);
      expect((await grant())?.endedAt).toBeNull();
    });

    it('does not end it when the answer does not say whether it exists', async () => {
      desk().governance.held = { isHeld: null, endsAt: null };
      await untilOver();
      await follow(10);
      expect((await grant())?.endedAt).toBeNull();
    });
  });
});

it('reports access removed early as taken away, once for each request that gave it', async () => {
  await desk().ask({ id: 'request-2' });
  await desk().store.transaction(async (tx) => {
    await tx.requests.save('request-2', { state: 'created', identityUserId: 'user-ben', at: noon });
    await tx.grants.begin('request-2', { startedAt: noon, endsAt: null });
  });
  await desk().told('granted request-2', { askingId: 'request-2' });
  await follow(5);
  desk().governance.events = [removal({ at: later(5) })];
  await follow(2);
  for (const id of ['request-1', 'request-2']) {
    expect(await grant(id)).toMatchObject({ endedAt: later(5), endedBy: 'taken-away' });
  }
  expect((await desk().said()).toSorted()).toEqual([
    'access-ended -> thread of C0REVIEWS',
    'ended -> U0BEN',
    'ended -> U0BEN',
  ]);
});

describe('how often the service is asked', () => {
  async function ten(endsAt: Date | null): Promise<void> {
    await desk().store.transaction(async (tx) => {
      for (let index = 0; index < 10; index += 1)
        await tx.grants.begin(`request-${100 + index}`, { startedAt: noon, endsAt });
    });
  }
  beforeEach(async () => {
    for (let index = 0; index < 10; index += 1) {
      const id = `request-${100 + index}`;
      const entitlementId = `ent-${index}`;
      await desk().ask({ id, entitlementId });
      await desk().store.transaction((tx) =>
        tx.requests.save(id, { state: 'created', identityUserId: 'user-ben', at: noon }),
      );
    }
  });

  it('once a minute for the new events of all grants while none is due', async () => {
    await ten(null);
    await follow(10, 20);
    expect(desk().governance.eventsRead.length).toBeLessThanOrEqual(10);
    expect(desk().governance.eventsRead.at(-1)?.getTime()).toBeGreaterThanOrEqual(
      later(-2).getTime(),
    );
    expect(desk().governance.holdingsRead).toBe(0);
  });

  it('from its own beginning for a grant that was stored after the events of the others were read', async () => {
    await ten(null);
    await follow(20);
    const before = desk().governance.eventsRead.length;
    await desk().ask({ id: 'request-late' });
    await desk().store.transaction((tx) =>
      tx.grants.begin('request-late', { startedAt: later(5), endsAt: null }),
    );
    await follow(3);
    const [first, ...others] = desk().governance.eventsRead.slice(before);
    expect(first).toEqual(later(-5));
    expect(Math.min(...others.map(Number))).toBeGreaterThanOrEqual(later(8).getTime());
  });

  it('for the same events again until everything that they are about was looked at', async () => {
    await sql`insert into requests
      select (jsonb_populate_record(one,
        jsonb_build_object('id', 'copy-' || n, 'submission_key', n, 'identity_user_id', n))).*
      from requests as one, generate_series(1, 100) as n where one.id = 'request-1'`.execute(
      desk().kysely,
    );
    await sql`insert into grants
      select (jsonb_populate_record(one, jsonb_build_object('request_id', 'copy-' || n))).*
      from grants as one, generate_series(1, 100) as n`.execute(desk().kysely);
    desk().governance.events = [removal({ at: later(50) })];
    desk().world.pass(90 * minuteMs);
    for (let round = 0; round < 2; round += 1) await followGrants(desk().deps);
    expect(await grant()).toMatchObject({ endedAt: later(50), endedBy: 'taken-away' });
  });

  it('once for all grants that end together', async () => {
    await ten(later(60));
    desk().governance.operations.add('userGrants');
    desk().governance.held = { isHeld: false, endsAt: null };
    await untilOver();
    expect(desk().governance.eventsRead).toHaveLength(1);
    expect(desk().governance.holdingsRead).toBe(11);
    expect(await grant('request-109')).toMatchObject({ endedBy: 'expired' });
  });
});

describe('a grant beside a later one for a shorter time', () => {
  /** Half an hour, asked for ten minutes after the hour began, and over by now. */
  async function shorter(minutesSince = 40): Promise<void> {
    await desk().ask({ id: 'request-2' });
    await desk().store.transaction(async (tx) => {
      const change = { state: 'created', identityUserId: 'user-ben', taskId: 'task-2' } as const;
      await tx.requests.save('request-2', { ...change, at: tx.at });
      const task = closedSnapshot({
        id: 'task-2',
        outcomeAt: later(10).toISOString(),
        grantDurationSeconds: 1_800,
      });
      await tx.tasks.save('request-2', task, tx.at);
      const request = await tx.requests.find('request-2');
      if (request === null) throw new Error('the request is there');
      const granted = { startedAt: later(10), endsAt: later(40) };
      await beginAccess(tx, request, { granted, task }, null);
    });
    desk().world.pass(minutesSince * minuteMs);
  }
  const ends = async () => [await endOf('request-1'), await endOf('request-2')];
  const toldBen = async () => {
    const said = await desk().said();
    return said.filter((one) => one.endsWith('U0BEN'));
  };

  it.each([
    [
      'by its events',
      (): void => {
        desk().governance.events = [removal({ at: later(40) })];
      },
    ],
    [
      'by what the person holds',
      (): void => {
        desk().governance.operations.clear();
        desk().governance.operations.add('userGrants');
        desk().governance.held = { isHeld: false, endsAt: null };
      },
    ],
  ])(
    'has ended, and was not taken away, where the service ends both with it and says so %s',
    async (_how, say) => {
      say();
      await shorter();
      await follow(12);
      expect(await ends()).toEqual(['goes on', 'expired']);
      expect(await toldBen()).toEqual(['ended -> U0BEN']);
      expect(desk().chat.shown.at(-1)?.text).toContain('ended TIME.');
    },
  );

  it('says soon that it ends with the shorter one, where the service tells so', async () => {
    desk().governance.operations.add('userGrants');
    desk().governance.held = { isHeld: true, endsAt: later(40) };
    await shorter(5);
    await follow(2);
    expect((await grant('request-2'))?.endsAt).toEqual(later(40));
  });

  it('is looked at once more when the shorter one is over', async () => {
    desk().governance.operations.add('userGrants');
    await shorter(5);
    await follow(3);
    expect(desk().governance.holdingsRead).toBe(1);
    desk().world.pass(32 * minuteMs);
    await follow(1);
    expect(desk().governance.holdingsRead).toBe(2);
  });

  it.each([
    ['before the shorter one ended', 35],
    ['long after the shorter one ended', 101],
  ])('is reported as taken away when it went %s', async (_when, at) => {
    await desk()
      .kysely.updateTable('grants')
      .set({ endsAt: later(600) })
      .execute();
    await shorter();
    await follow(at - 39);
    desk().governance.events = [removal({ at: later(at) })];
    await follow(12);
    expect(await ends()).toEqual(['goes on', 'taken-away']);
  });
});

describe('access by an account that nobody picked', () => {
  const admin = { id: 'account-admin', name: 'ben-admin' };

  /** Beside it, access by an account that was picked. */
  async function picked(endsAt: Date | null): Promise<void> {
    await desk().ask({ id: 'request-2', account: admin });
    await desk().store.transaction(async (tx) => {
      const change = { state: 'created', identityUserId: 'user-ben', at: noon } as const;
      await tx.requests.save('request-2', change);
      await tx.grants.begin('request-2', { startedAt: later(1), endsAt });
    });
  }
  const ends = async () => [await endOf('request-1'), await endOf('request-2')];

  it('is not closed by access for longer by an account that was picked', async () => {
    await picked(null);
    await untilOver();
    await follow(90);
    expect(await ends()).toEqual(['unconfirmed', null]);
  });

  it('is there while the person holds it by any account', async () => {
    desk().governance.operations.add('userGrants');
    desk().governance.held = { isHeld: true, endsAt: null };
    desk().governance.events = [removal({ at: later(20), accountId: 'account-admin' })];
    await follow(35);
    expect(await endOf('request-1')).toBeNull();
    desk().governance.held = { isHeld: false, endsAt: null };
    await follow(20);
    expect(await endOf('request-1')).toBe('taken-away');
  });

  it('is looked at for an hour from the last time that the event is read', async () => {
    desk().governance.operations.add('userGrants');
    await desk().store.transaction((tx) => tx.grants.follow('request-1', { endsAt: null }));
    desk().governance.held = { isHeld: true, endsAt: null };
    desk().world.pass(20 * minuteMs);
    // It leaves what is read again while the watch that it began still has its short gaps.
    desk().governance.events = [removal({ at: later(20), accountId: 'account-admin' })];
    await follow(8);
    desk().governance.events = [];
    await follow(30);
    desk().governance.held = { isHeld: false, endsAt: null };
    await follow(30);
    expect(await endOf('request-1')).toBe('taken-away');
  });

  it('is not taken for gone by an answer with a status that says nothing of it', async () => {
    desk().governance.operations.add('userGrants');
    desk().governance.holdings.next(...Array.from({ length: 10 }, () => refusedWith(418)));
    desk().governance.events = [removal({ at: later(20), accountId: 'account-admin' })];
    await follow(22);
    expect(await endOf('request-1')).toBeNull();
  });
});

it('reports a grant as expired, not taken away, when the service ended it because its time was over', async () => {
  desk().world.pass(50 * minuteMs);
  desk().governance.events = [removal({ at: later(50), isExpiry: true })];
  await follow(12);
  expect(await grant()).toMatchObject({ endedBy: 'expired' });
});
