import { describe, expect, it } from 'vitest';
import { snoozeReminder } from '../../../src/use-cases/due/snooze-reminder.ts';
import { closedSnapshot, person } from '../../support/samples.ts';
import { testSettings } from '../../support/test-settings.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';
import { waiting } from '../../support/waiting.ts';

const desk = useCaseDesk();
const { waits, reads, live, standStill } = waiting(desk);

const onlyAna = { stepApprovers: [person('user-ana')] };

// Monday, 2 March 2026, 12:00 UTC. Everybody works from 9 to 17 in UTC; the first reminder comes
// after 2 h.
describe('a snoozed reminder', () => {
  const snooze = (
    choice: 'hour' | 'hours' | 'tomorrow' | 'week',
    slackUserId = 'U0ANA',
    timeZone = 'UTC',
  ) =>
    snoozeReminder(desk().deps, {
      slackUserId,
      choice,
      timeZone,
    });

  it.each([
    ['hour', '03-02T15:00'],
    ['tomorrow', '03-03T09:00'],
    ['week', '03-09T09:00'],
  ] as const)('returns at the picked time (%s), in working hours', async (choice, at) => {
    await waits(1, onlyAna);
    await live('2026-03-02T14:00Z');
    expect((await snooze(choice))?.toISOString()).toBe(`2026-${at}:00.000Z`);
    expect((await live('2026-03-09T10:00Z'))[0]).toBe(`${at} list -> U0ANA: 1`);
  });

  it('returns even when it was the last one', async () => {
    desk().settings = testSettings({ reminders: { ...testSettings().reminders, atMost: 1 } });
    await waits(1, onlyAna);
    await live('2026-03-02T14:00Z');
    await snooze('hour');
    expect(await live('2026-03-20T00:00Z')).toEqual(['03-02T15:00 list -> U0ANA: 1']);
  });

  it('returns at the picked time when it was the first message, before anybody was reminded', async () => {
    await waits(1, onlyAna);
    await desk().store.transaction((tx) =>
      tx.lists.call(['U0ANA'], { requestId: 'request-1', occasion: 'waits', at: tx.at }),
    );
    await live('2026-03-02T12:10Z');
    await snooze('tomorrow');
    expect((await live('2026-03-03T10:00Z')).at(0)).toBe('03-03T09:00 list -> U0ANA: 1');
  });

  it('of an emergency comes again at night', async () => {
    standStill('2026-03-02T22:00Z');
    await waits(1, { ...onlyAna, emergency: true });
    await live('2026-03-02T22:05Z');
    await snooze('hour');
    const sent = await live('2026-03-02T23:10Z');
    expect(sent.filter((line) => line.includes(' list '))).toEqual([
      '03-02T23:05 list -> U0ANA: 1',
    ]);
  });

  it('uses the configured time zone when this machine does not know the person’s', async () => {
    await waits(1, onlyAna);
    await live('2026-03-02T14:00Z');
    expect(await snooze('hour', 'U0ANA', 'Mars/Phobos')).toEqual(new Date('2026-03-02T15:00Z'));
  });

  it('does not affect others, and is dropped when all its requests were decided', async () => {
    await waits(1, onlyAna);
    await live('2026-03-02T14:00Z');
    expect(await snooze('hour', 'U0CHO')).toBeNull();
    await reads(1, closedSnapshot());
    expect(await snooze('hour')).toBeNull();
    expect(await live('2026-03-09T00:00Z')).toEqual([]);
  });
});
