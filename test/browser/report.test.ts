/**
 * The monthly report in a browser. It takes its picture too: `UPDATE_PICTURES=1 npx vitest run
 * test/browser/report.test.ts`.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportedRequest } from '../../src/extras/report/report-facts.ts';
import { figuresOf, reportPeriodOf } from '../../src/extras/report/report-figures.ts';
import { reportPage } from '../../src/extras/report/report-page.ts';
import { chromiumAvailable, launchChromium } from '../support/chromium.ts';
import { desktop, violations } from '../support/page-violations.ts';
import { testSettings } from '../support/test-settings.ts';

const apps = ['GitHub', 'AWS', 'Ledger', 'Payroll'];
const outcomes = ['granted', 'granted', 'granted', 'denied', 'open', 'refused'];

/** A month as it could be, the same in every run. */
const requests = Array.from({ length: 120 }, (_, index): ReportedRequest => {
  const day = 1 + ((index * 17 + (index % 7) * (index % 3) * 3) % 30);
  const at = new Date(Date.UTC(2026, 10, day, 7 + ((index * 5) % 11), (index * 13) % 60));
  const later = (minutes: number) => new Date(at.getTime() + minutes * 60_000);
  const outcome = outcomes[(index * 5 + (index >> 2)) % 6] ?? '';
  const appName = apps[(index * index + (index >> 3)) % 4] ?? '';
  const isDecided = outcome === 'granted' || outcome === 'denied';
  const lookMinutes = 3 + ((index * 11) % 50);
  return {
    at,
    appId: appName,
    appName,
    entitlementName: `${appName}: ${index % 3 === 0 ? 'admin' : 'read only'}`,
    requesterName: ['ben', 'cho', 'dee', 'jonas'][(index * 3 + (index >> 2)) % 4] ?? '',
    justification: 'INC-42: the timetable build is red',
    emergency: index % 24 === 0,
    number: String(1_000 + index),
    outcome,
    firstLookAt: isDecided ? later(lookMinutes) : null,
    decidedAt: isDecided ? later(lookMinutes * (1 + (index % 5))) : null,
    startedAt: outcome === 'granted' ? later(60) : null,
    endedAt: outcome === 'granted' ? later(180) : null,
    endedBy: outcome === 'granted' ? 'expired' : null,
    approvers: outcome === 'granted' ? ['Ana Reyes'] : [],
    isFollowedUp: true,
  };
});

describe.skipIf(!chromiumAvailable)('the report of a month', () => {
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    browser = await launchChromium();
    folder = await mkdtemp(join(tmpdir(), 'access-report-'));
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('can be read by everybody, in both themes, and loads nothing', async () => {
    const refusals = [{ what: 'deny', reason: 'not-reviewer', times: 3 }];
    const period = reportPeriodOf('2026-11', 'Europe/Berlin');
    const payroll = testSettings().apps.map((app) => ({
      ...app,
      id: 'Payroll',
      confidential: true,
    }));
    const figures = figuresOf(
      period,
      { requests, refusals, newestAt: null },
      { apps: payroll },
      new Date('2026-12-01T08:00:00Z'),
    );
    const path = join(folder, 'report.html');
    await writeFile(path, reportPage(figures));
    const page = await (await browser.newContext({ viewport: desktop })).newPage();
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    page.on('console', (message) => loaded.push(message.text()));
    await page.goto(`file://${path}`);
    expect(loaded).toEqual([`file://${path}`]);
    expect(await page.getByRole('heading').allTextContents()).toHaveLength(8);
    const looks = [
      ['light', desktop],
      ['dark', desktop],
    ] as const;
    expect(await violations(page, looks)).toEqual([]);
    if (process.env.UPDATE_PICTURES !== '1') return;
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1_000, height: 900 });
    const picture = fileURLToPath(new URL('../../docs/pictures/report.png', import.meta.url));
    await page.screenshot({ path: picture, fullPage: true });
  });
});
