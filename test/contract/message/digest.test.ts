import { describe, expect, it } from 'vitest';
import { beginDigest } from '../../../src/use-cases/message/send-digest.ts';
import { failing } from '../../support/fakes.ts';
import { testSettings } from '../../support/test-settings.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';
import { waiting } from '../../support/waiting.ts';

const desk = useCaseDesk();
const { waits, reads, standStill } = waiting(desk);

/** One turn of the bot at this instant, and what it sent. */
async function at(instant: string, processes = 1): Promise<number> {
  standStill(instant);
  for (let process = 0; process < processes; process += 1) await beginDigest(desk().deps);
  await desk().runJobs('send-digest');
  return desk().chat.digests.splice(0).length;
}

const daily = (atMinutes = 9 * 60, timeZone = 'Europe/Berlin') => {
  desk().settings = testSettings({ timeZone, digest: { atMinutes, channel: 'C0REVIEWS' } });
};

describe('the daily digest', () => {
  it('is sent once a day at its time in the configured zone, by several processes or after a stop', async () => {
    daily();
    await waits(1);
    // Berlin changes its clocks on Sunday, 29 March.
    expect(await at('2026-03-28T07:59Z')).toBe(0);
    expect(await at('2026-03-28T08:00Z', 3)).toBe(1);
    expect(await at('2026-03-28T22:00Z')).toBe(0);
    expect(await at('2026-03-29T06:59Z')).toBe(0);
    expect(await at('2026-03-29T07:00Z')).toBe(1);
    expect(await at('2026-03-30T15:00Z')).toBe(1);
    expect(await at('2026-03-30T16:00Z')).toBe(0);
  });

  it('says what is open, what waits longest, and what ends today', async () => {
    daily();
    for (const number of [1, 2, 3, 4, 5, 6, 7]) {
      await waits(number, {}, { entitlementId: `ent-${number}` });
      desk().world.pass(60_000);
    }
    await reads(1, { state: 'closed', outcome: 'granted', grantDurationSeconds: 22 * 3_600 });
    await reads(2, { state: 'closed', outcome: 'granted', grantDurationSeconds: 36 * 3_600 });
    standStill('2026-03-03T08:00Z');
    await beginDigest(desk().deps);
    await desk().runJobs('send-digest');
    const [sent] = desk().chat.digests;
    expect(sent?.channel).toBe('C0REVIEWS');
    expect(sent?.digest.open).toBe(5);
    expect(sent?.digest.longest.map(({ request }) => request.id)).toEqual(
      [3, 4, 5, 6, 7].map((n) => `request-${n}`),
    );
    expect(
      sent?.digest.ending.map(({ request, endsAt }) => [request.id, endsAt?.toISOString()]),
    ).toEqual([['request-1', '2026-03-03T10:07:00.000Z']]);
    expect(await desk().audited()).toContain('digest.delivered');
  });

  it('has one line for access by two requests, with the end that is expected', async () => {
    daily();
    for (const number of [1, 2]) await waits(number);
    standStill('2026-03-03T06:00Z');
    await reads(1, { state: 'closed', outcome: 'granted', grantDurationSeconds: 10 * 3_600 });
    desk().world.pass(60_000);
    await reads(2, { state: 'closed', outcome: 'granted', grantDurationSeconds: 4 * 3_600 });
    standStill('2026-03-03T08:00Z');
    await beginDigest(desk().deps);
    await desk().runJobs('send-digest');
    const ending = desk().chat.digests[0]?.digest.ending ?? [];
    expect(ending.map(({ request }) => request.id)).toEqual(['request-2']);
  });

  it('is skipped for the day when nothing is open at its time', async () => {
    daily();
    expect(await at('2026-03-03T09:00Z')).toBe(0);
    await waits(1);
    expect(await at('2026-03-03T10:00Z')).toBe(0);
    expect(await at('2026-03-04T09:00Z')).toBe(1);
  });

  it('is not sent when it is not configured, or to a channel shared with another company', async () => {
    await waits(1);
    expect(await at('2026-03-03T12:00Z')).toBe(0);
    daily();
    desk().chat.sharings.set('C0REVIEWS', 'shared');
    expect(await at('2026-03-04T12:00Z')).toBe(0);
    expect(await desk().audited()).toContain('digest.undeliverable');
  });

  it('counts nothing as open when tasks cannot be read, because it would stay open for ever', async () => {
    daily();
    await waits(1);
    desk().governance.operations = new Set(['taskActions']);
    expect(await at('2026-03-03T09:00Z')).toBe(0);
  });

  it('is sent later when Slack does not answer, but not the day after', async () => {
    daily();
    await waits(1);
    standStill('2026-03-03T09:00Z');
    await beginDigest(desk().deps);
    const send = desk().chat.sendDigest.bind(desk().chat);
    desk().chat.sendDigest = () => Promise.reject(failing('network', true, 'slack'));
    await expect(desk().runJobs('send-digest')).rejects.toThrow('network in a test');
    desk().chat.sendDigest = send;
    await desk().store.transaction((tx) => tx.enqueue({ kind: 'send-digest', day: '2026-03-03' }));
    await desk().runJobs('send-digest');
    expect(desk().chat.digests).toHaveLength(1);
    standStill('2026-03-04T09:00Z');
    await desk().store.transaction((tx) => tx.enqueue({ kind: 'send-digest', day: '2026-03-03' }));
    await desk().runJobs('send-digest');
    expect(desk().chat.digests).toHaveLength(1);
  });
});
