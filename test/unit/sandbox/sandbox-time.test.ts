import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SandboxClock } from '../../../sandbox/clock.ts';
import { makeWeather } from '../../../sandbox/weather.ts';
import { workspacePage } from '../../../sandbox/workspace/page/page.ts';
import { FakeWorkspaceClient } from '../../support/fake-workspace-client.ts';

const noon = new Date('2026-11-21T12:00:00Z');

function setUp(due: Date | null = null) {
  let nowMs = noon.getTime();
  const done: string[] = [];
  const time = {
    now: () => new Date(nowMs),
    forwardTo(instant: Date) {
      nowMs = Math.max(nowMs, instant.getTime());
    },
    nextDue: async () => due,
    weather: (weather: string) => void done.push(weather),
    killBot: async () => void done.push('killed'),
    tamper: async () => 'entry <1> is not what it was',
    report: async () => '<!doctype html><title>Report</title>',
  };
  const page = workspacePage(new FakeWorkspaceClient(), time.now, time);
  const press = async (button: Readonly<Record<string, string>>) => {
    const headers = { 'Sec-Fetch-Site': 'same-origin', Origin: 'http://localhost' };
    const body = new URLSearchParams(button);
    const answer = await page.request('/as/U0BEN/drawer', { method: 'POST', body, headers });
    return answer.text();
  };
  const move = async (to: string) => [await press({ time: to }), time.now().toISOString()];
  return { page, press, move, done };
}

describe('the drawer of the sandbox', () => {
  it('is there, closed, only when there is a time to move', async () => {
    const shown = await setUp().page.request('/as/U0BEN/C0GENERAL');
    expect(await shown.text()).toMatch(
      /<details class="drawer"[^>]*><summary>Time, weather and a tour<\/summary>/,
    );
    const without = await workspacePage(new FakeWorkspaceClient(), () => noon).request(
      '/as/U0BEN/C0GENERAL',
    );
    expect(await without.text()).not.toContain('class="drawer"');
  });

  it('moves the time by an hour, by a day, and to the next due thing, and says what it is then', async () => {
    const { move } = setUp(new Date('2026-11-23T09:00:00Z'));
    expect(await move('hour')).toEqual([
      'Saturday, 21 November 2026 at 14:00',
      '2026-11-21T13:00:00.000Z',
    ]);
    expect(await move('day')).toEqual([
      'Sunday, 22 November 2026 at 14:00',
      '2026-11-22T13:00:00.000Z',
    ]);
    expect(await move('due')).toEqual([
      'Monday, 23 November 2026 at 10:00',
      '2026-11-23T09:00:00.000Z',
    ]);
    expect((await move('nowhere'))[1]).toBe('2026-11-23T09:00:00.000Z');
  });

  it('says so when nothing is due', async () => {
    expect(await setUp().move('due')).toEqual([
      'Saturday, 21 November 2026 at 13:00. Nothing is due.',
      '2026-11-21T12:00:00.000Z',
    ]);
  });
});

describe('weather', () => {
  it('comes at the press of a button, as does the bot after a restart', async () => {
    const { press, done } = setUp();
    expect(await press({ weather: 'down' })).toBe('The governance service answers 503.');
    expect(await press({ weather: 'fair' })).toBe('Everything answers.');
    expect(await press({ bot: 'kill' })).toBe('The bot was killed, and is back.');
    expect(done).toEqual(['down', 'fair', 'killed']);
  });

  it('is one at a time', () => {
    const planned: string[] = [];
    const faulty = (name: string) => ({
      fault: ({ kind }: { readonly kind: string }) => void planned.push(`${name} ${kind}`),
      clearFaults: () => void planned.push(`${name} clear`),
    });
    const cleared = ['service clear', 'slack clear'];
    const plannedFor = (weather: Parameters<typeof makeWeather>[0]) => {
      planned.length = 0;
      makeWeather(weather, faulty('service'), faulty('slack'));
      return planned;
    };
    expect(plannedFor('fair')).toEqual(cleared);
    expect(plannedFor('down')).toEqual([...cleared, 'service status']);
    expect(plannedFor('slow')).toEqual([...cleared, 'service delay']);
    expect(plannedFor('lost')).toEqual([...cleared, 'service drop-after']);
    expect(plannedFor('limited')).toEqual([...cleared, 'slack ratelimited']);
  });
});

describe('the guided tour', () => {
  it('has nine steps, with what the bot says of a trail that was tampered with, and the report', async () => {
    const { page, press } = setUp();
    const shown = await (await page.request('/as/U0BEN/C0GENERAL')).text();
    expect(
      shown.slice(shown.indexOf('data-testid="tour"')).split('</ol>')[0]?.match(/<li>/g),
    ).toHaveLength(9);
    expect(await press({ tour: 'tamper' })).toBe('entry &lt;1&gt; is not what it was');
    const report = await page.request('/report');
    expect(await report.text()).toContain('<title>Report</title>');
    expect(report.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  });
});

describe('the clock of the sandbox', () => {
  it('goes forward alone, and is as far ahead after a restart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sandbox-clock-'));
    const file = join(folder, 'clock');
    const clock = new SandboxClock(file);
    expect(clock.aheadMs).toBe(0);
    const inAnHour = new Date(Date.now() + 3_600_000);
    clock.forwardTo(inAnHour);
    expect(clock.now().getTime()).toBeGreaterThanOrEqual(inAnHour.getTime());
    const { aheadMs } = clock;
    expect(aheadMs).toBeLessThanOrEqual(3_600_000);
    clock.forwardTo(new Date(Date.now() - 3_600_000));
    expect(clock.aheadMs).toBe(aheadMs);
    expect(new SandboxClock(file).aheadMs).toBe(aheadMs);
    await writeFile(file, 'no number');
    expect(new SandboxClock(file).aheadMs).toBe(0);
    await rm(folder, { recursive: true });
  });
});
