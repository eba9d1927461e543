import { expect, it } from 'vitest';
import { person } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';
import { waiting } from '../../support/waiting.ts';

const desk = useCaseDesk();
const { waits, live } = waiting(desk);

const zones = ['Etc/UTC', 'Asia/Tokyo', 'America/New_York', 'Europe/Berlin'] as const;
const reviewers = ['eva', 'fay', 'gil', 'hal', 'ida', 'jon', 'kim', 'lea'] as const;
const away = { gil: { until: new Date('2026-03-04T00:00Z') }, lea: { until: null } } as const;

// Monday, 2 March 2026, 12:00 UTC. Everybody works from 9 to 17 where they are, and is reminded after
// 2 h of that, 4 h later and 8 h later.
it('25 requests remind eight people in four zones once at a time, and nobody who is away', async () => {
  for (const [index, handle] of reviewers.entries()) {
    const absence = handle === 'gil' || handle === 'lea' ? away[handle] : null;
    const timeZone = zones[index % zones.length] ?? 'Etc/UTC';
    desk().directory.add(`U0${handle.toUpperCase()}`, { timeZone, away: absence });
    desk().governance.people.set(`${handle}@acme.example`, person(`user-${handle}`));
  }
  for (let number = 1; number <= 25; number += 1) {
    const chosen = reviewers.filter((_, index) => (number + index) % 3 !== 0);
    await waits(number, { stepApprovers: chosen.map((handle) => person(`user-${handle}`)) });
  }
  const lists = await live('2026-03-05T00:00Z');
  const times = Map.groupBy(
    lists.map((line) => line.split(' ')),
    ([, , , to = '']) => to,
  );
  const told = [...times].map(([to, all]) => `${to} ${all.map(([at]) => at).join(', ')}`);
  expect(told.toSorted()).toEqual([
    'U0EVA: 03-02T14:00, 03-03T10:00, 03-04T10:00',
    'U0FAY: 03-03T02:00, 03-03T06:00, 03-04T06:00',
    'U0GIL: 03-04T14:00, 03-04T18:00',
    'U0HAL: 03-02T14:00, 03-03T10:00, 03-04T10:00',
    'U0IDA: 03-02T14:00, 03-03T10:00, 03-04T10:00',
    'U0JON: 03-03T02:00, 03-03T06:00, 03-04T06:00',
    'U0KIM: 03-02T16:00, 03-02T20:00, 03-03T20:00',
  ]);
});
