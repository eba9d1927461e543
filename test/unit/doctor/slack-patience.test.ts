import { describe, expect, it } from 'vitest';
import { slackPatience } from '../../../src/operator/doctor/slack-patience.ts';

describe('the doctor’s patience with Slack', () => {
  function patience() {
    let nowMs = 0;
    return slackPatience(
      () => new Date(nowMs),
      async (ms) => {
        nowMs += ms;
      },
    );
  }

  it('waits as long as Slack asks, and says so', async () => {
    const { waits, checks } = patience();
    expect(checks()).toEqual([]);
    expect([await waits(5_000), await waits(20_000)]).toEqual([true, true]);
    expect(checks()).toMatchObject([
      {
        what: 'Slack limits',
        state: 'warning',
        says: expect.stringContaining('(429): I waited for 2 of my calls, up to 20 s for one.'),
      },
    ]);
  });

  it('ends before an operator has waited a minute', async () => {
    const { waits, checks } = patience();
    expect([await waits(30_000), await waits(21_000), await waits(20_000)]).toEqual([
      true,
      false,
      true,
    ]);
    expect(checks()[0]?.says).toContain('; 1 would have taken too long');
  });
});
