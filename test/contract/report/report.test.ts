/** Long because the figures, the page and what the database tells are tried together. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { companyZone, monthOf } from '../../../sandbox/bot-commands.ts';
import { readAccessFileAt } from '../../../src/config/configuration.ts';
import { reportCommand } from '../../../src/extras/report/index.ts';
import { type ReportedRequest, reportFacts } from '../../../src/extras/report/report-facts.ts';
import { figuresOf, reportPeriodOf } from '../../../src/extras/report/report-figures.ts';
import { reportPage } from '../../../src/extras/report/report-page.ts';
import { actor, closedSnapshot, newAction, person, snapshot } from '../../support/samples.ts';
import { useStore } from '../../support/store-fixture.ts';
import { testSettings } from '../../support/test-settings.ts';
import { typeCommand } from '../../support/typed-command.ts';
import { temporaryFolder } from '../../support/until.ts';

const begin = Date.UTC(2026, 10, 2, 9);
const minute = (minutes: number) => new Date(begin + minutes * 60_000);

function requested(change: Partial<ReportedRequest> = {}): ReportedRequest {
  return {
    at: minute(0),
    appId: 'app-github',
    appName: 'GitHub',
    entitlementName: 'Platform: write',
    requesterName: 'ben',
    justification: 'INC-42',
    emergency: false,
    number: '1042',
    outcome: 'granted',
    firstLookAt: minute(10),
    decidedAt: minute(20),
    startedAt: null,
    endedAt: null,
    endedBy: null,
    approvers: ['Ana'],
    isFollowedUp: false,
    ...change,
  };
}

const appsOf = (confidential: readonly string[]) => ({
  apps: testSettings().apps.map((app) => ({ ...app, confidential: confidential.includes(app.id) })),
});

const figures = (
  requests: readonly ReportedRequest[],
  confidential: readonly string[] = [],
  timeZone = 'UTC',
) =>
  figuresOf(
    reportPeriodOf('2026-11', timeZone),
    { requests, refusals: [], newestAt: null },
    appsOf(confidential),
    minute(60),
  );

describe('the report of the sandbox', () => {
  const sandbox = readAccessFileAt(
    fileURLToPath(new URL('../../../sandbox/access.yaml', import.meta.url)),
  );
  const zone = sandbox.ok ? sandbox.value.timeZone : '';

  it('covers the month, and says its times, in the zone of the company', () => {
    expect([zone, companyZone]).toEqual(['Europe/Stockholm', 'Europe/Stockholm']);
    const { from, until } = reportPeriodOf('2026-11', zone);
    expect([from.toISOString(), until.toISOString()]).toEqual([
      '2026-10-31T23:00:00.000Z',
      '2026-11-30T23:00:00.000Z',
    ]);
    expect(reportPage(figures([requested()], [], zone))).toContain('Times in Europe/Stockholm.');
  });

  it('is of the month that it is there, also in the hours when that is another one in UTC', () => {
    expect(monthOf(new Date('2026-10-31T22:59:59Z'))).toBe('2026-10');
    expect(monthOf(new Date('2026-10-31T23:00:00Z'))).toBe('2026-11');
  });
});

describe('the figures of a month', () => {
  it('cover the month, and its days, in the zone', () => {
    const { from, until } = reportPeriodOf('2026-10', 'Europe/Berlin');
    expect([from.toISOString(), until.toISOString()]).toEqual([
      '2026-09-30T22:00:00.000Z',
      '2026-10-31T23:00:00.000Z',
    ]);
    const { byDay, requests } = figures(
      [requested({ at: new Date('2026-11-02T23:30:00Z') })],
      [],
      'Europe/Berlin',
    );
    expect([byDay.length, requests]).toEqual([30, 1]);
    expect(byDay.filter((day) => day.requests > 0)).toEqual([{ day: '2026-11-03', requests: 1 }]);
  });

  it('have median and p90 of the waits, in all and by the hour of the request', () => {
    const waits = [10, 20, 30, 100].map((minutes) =>
      requested({ decidedAt: minute(minutes), firstLookAt: null }),
    );
    const later = requested({ at: minute(120), decidedAt: minute(121), firstLookAt: minute(121) });
    const { decision, firstLook } = figures([...waits, later]);
    expect(decision).toMatchObject({ requests: 5, medianSeconds: 1_200, p90Seconds: 4_320 });
    expect(decision.byHour).toEqual([
      { hour: 9, requests: 4, medianSeconds: 1_500, p90Seconds: 4_740 },
      { hour: 11, requests: 1, medianSeconds: 60, p90Seconds: 60 },
    ]);
    expect(firstLook).toMatchObject({ requests: 1, medianSeconds: 60 });
    expect(figures([]).decision).toEqual({
      requests: 0,
      medianSeconds: null,
      p90Seconds: null,
      byHour: [],
    });
  });

  it('are dated by the newest entry of the trail when the bot’s clock is ahead', () => {
    const facts = { requests: [requested({ outcome: 'open', decidedAt: null })], refusals: [] };
    const made = (newestAt: Date) => {
      const period = reportPeriodOf('2026-11', 'UTC');
      return figuresOf(period, { ...facts, newestAt }, appsOf([]), minute(60));
    };
    const ahead = made(minute(300));
    expect(ahead.madeAt).toBe(minute(300).toISOString());
    expect(ahead.longestWaits).toMatchObject([{ waitedSeconds: 300 * 60 }]);
    expect(made(minute(59)).madeAt).toBe(minute(60).toISOString());
  });

  it('list the longest waits, including open requests of earlier months', () => {
    const open = { outcome: 'open', decidedAt: null, firstLookAt: null };
    const old = requested({ ...open, at: minute(-60 * 24 * 40), number: '7' });
    const { longestWaits, requests } = figures([
      requested({ number: '8' }),
      old,
      requested({ ...open, number: '9' }),
    ]);
    expect(requests).toBe(2);
    expect(longestWaits.map((one) => [one.number, one.waitedSeconds, one.outcome])).toEqual([
      ['7', (60 * 24 * 40 + 60) * 60, 'open'],
      ['9', 3_600, 'open'],
      ['8', 1_200, 'granted'],
    ]);
  });

  it('show only number and state for a confidential app', () => {
    const secret = requested({
      emergency: true,
      justification: 'secret',
      startedAt: minute(20),
      endedAt: minute(50),
      endedBy: 'expired',
    });
    const told = figures([secret], ['app-github']);
    expect(JSON.stringify(told)).not.toMatch(/ben|secret|Platform/);
    expect(told.emergencies).toEqual([
      {
        number: '1042',
        app: 'GitHub',
        entitlement: null,
        requester: null,
        why: null,
        askedAt: minute(0).toISOString(),
        outcome: 'granted',
        approvers: null,
        heldSeconds: 1_800,
        ending: 'expired',
        isFollowedUp: false,
      },
    ]);
  });
});

describe('the page of a month', () => {
  it('has a bar beside each figure, which nobody has to see', () => {
    const page = reportPage(
      figures([requested({ emergency: true, appName: 'A & "B"' }), requested()]),
    );
    const bar = (percent: number) =>
      `<td class="bar" aria-hidden="true"><div style="width:${percent}%"></div></td>`;
    expect(page).toContain(`<td>2026-11-02</td><td>2</td>${bar(100)}`);
    expect(page).toContain(`<td>GitHub</td><td>granted</td><td>1</td>${bar(100)}`);
    expect(page).toContain(`<td>9:00</td><td>2</td><td>20 min</td><td>20 min</td>${bar(100)}`);
    expect(page).toContain('<td>A &amp; &quot;B&quot;</td><td>granted</td>');
  });

  it('names who approved an emergency', () => {
    const page = reportPage(figures([requested({ emergency: true, approvers: ['Ana', 'Cho'] })]));
    expect(page).toContain('<th scope="col">Approved by</th>');
    expect(page).toContain('<td>Ana, Cho</td>');
  });

  it('draws a bar as long as its figure, and none for waits of no time', () => {
    const at = { firstLookAt: minute(0), decidedAt: minute(0) };
    const apps = ['GitHub', 'GitHub', 'AWS', 'GitHub', 'GitHub'];
    const page = reportPage(figures(apps.map((appName) => requested({ ...at, appName }))));
    expect(page.match(/width:\d+%/g)).toEqual(
      [100, 100, 25, 0, 0].map((percent) => `width:${percent}%`),
    );
  });
});

describe('npm run report', () => {
  const store = useStore();
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeAll(async () => {
    folder = await temporaryFolder();
  });
  afterAll(() => folder.remove());

  const typed = (words: readonly string[], figuresIn: Parameters<typeof reportCommand>[0]) =>
    typeCommand(reportCommand(figuresIn), words);
  const report = (...words: string[]) =>
    typed(words, async (month) => {
      const period = reportPeriodOf(month, 'UTC');
      const facts = await reportFacts(store.kysely, period.from, period.until);
      return figuresOf(period, facts, appsOf([]), minute(60));
    });

  /** The decision on the only request, if there was one. */
  async function decidedAt(id: string): Promise<readonly Date[]> {
    const { requests } = await reportFacts(store.kysely, minute(-1), minute(1));
    const taskId = (await store.transaction((tx) => tx.requests.find(id)))?.taskId ?? '';
    expect(taskId).toBe('task-1');
    return requests
      .filter(({ number }) => number === closedSnapshot().numericId)
      .flatMap((one) => one.decidedAt ?? []);
  }

  /** A request that was made, looked at, decided and ended as the trail tells. */
  async function lived(name: string, state: 'open' | 'closed', emergency = false): Promise<void> {
    const id = await store.kept({
      createdAt: minute(0),
      requester: actor('U0BEN', { userName: name }),
      emergency,
    });
    const taskId = `task-of-${name}`;
    await store.transaction(async (tx) => {
      await tx.requests.save(id, { state: 'created', taskId, at: minute(1) });
      await tx.tasks.save(
        id,
        (state === 'open' ? snapshot : closedSnapshot)({ id: taskId, numericId: name }),
        minute(30),
      );
      if (state === 'closed')
        await tx.tasks.save(id, closedSnapshot({ id: `revoke-${name}` }), minute(50));
      const say = (kind: string, minutes: number, who: string | null, detail = {}) =>
        tx.audit.append({ kind, at: minute(minutes), requestId: id, taskId, actor: who, detail });
      await say('request.asked', 0, 'U0BEN');
      if (state === 'open') return;
      const detail = { verb: 'approve', refusal: { code: 'not-reviewer' } };
      await say('click.refused', 5, 'U0DEE', detail);
      await say('review.approved', 30, 'U0ANA');
      await say('task.closed', 31, null);
      await say('notice.delivered', 40, null, { notice: 'emergency-ended' });
    });
  }

  it('writes the figures as JSON, and the same as one page that loads nothing', async () => {
    await lived('<b>kim</b>', 'closed', true);
    await lived('lee', 'open');
    const json = join(folder.path, 'report.json');
    expect(await report('--month', '2026-11', '--format', 'json', '--out', json)).toMatchObject({
      exit: 0,
      err: '',
    });
    const told = z.json().parse(JSON.parse(await readFile(json, 'utf8')));
    expect(told).toMatchObject({
      requests: 2,
      byOutcome: [
        { outcome: 'granted', requests: 1 },
        { outcome: 'open', requests: 1 },
      ],
      firstLook: { requests: 1, medianSeconds: 300 },
      decision: { requests: 1, medianSeconds: 1_800 },
      longestWaits: [{ requester: 'lee', waitedSeconds: 3_600 }, { waitedSeconds: 1_800 }],
      emergencies: [{ number: '<b>kim</b>', approvers: expect.any(Array), isFollowedUp: true }],
      refusals: [{ what: 'approve', reason: 'not-reviewer', times: 1 }],
    });
    const path = join(folder.path, 'report.html');
    await writeFile(path, 'of an earlier month', { mode: 0o644 });
    expect((await report('--month', '2026-11', '--out', path)).exit).toBe(0);
    expect([(await stat(path)).mode & 0o777, (await stat(json)).mode & 0o777]).toEqual([
      0o600, 0o600,
    ]);
    const page = await readFile(path, 'utf8');
    expect(page).not.toMatch(/<script|<b>|(?:src|href)=|url\(/i);
    for (const words of ['&lt;b&gt;kim&lt;/b&gt;', '30 min median', 'delivered'])
      expect(page).toContain(words);
    expect(page).toContain('<td>Approval</td><td>not reviewer</td><td>1</td>');
    expect(page).not.toContain('click.refused');
    expect(page.match(/class="bar"/g)?.length).toBeGreaterThanOrEqual(4);
    expect((await report('--month', '2026-10', '--out', path)).out).toContain('0 requests');
    const one = await typed(['--month', '2026-11', '--out', path], async () =>
      figures([requested()]),
    );
    expect(one.out).toContain(': 1 request in ');
  });

  it('names people as the service does, when their identity is known', async () => {
    await store.transaction((tx) =>
      tx.identities.saveResolved({
        slackUserId: 'U0BEN',
        person: { ...person('user-ben'), name: 'Ben Okafor' },
        checkedAt: minute(0),
      }),
    );
    const names = async () => {
      const { requests } = await reportFacts(store.kysely, minute(-1), minute(1));
      return new Set(requests.map(({ requesterName }) => requesterName));
    };
    expect(await names()).toEqual(new Set(['Ben Okafor']));
    // An id is no name.
    await store.transaction((tx) =>
      tx.identities.saveResolved({
        slackUserId: 'U0BEN',
        person: { ...person('user-ben'), name: 'user-ben' },
        checkedAt: minute(0),
      }),
    );
    expect(await names()).toEqual(new Set(['<b>kim</b>', 'lee']));
  });

  it('names the approvers in Slack, else those from the service', async () => {
    const nobody = {
      ...closedSnapshot({ id: 'task-x' }),
      approvers: [{ ...person('user-dee'), name: 'Dee' }],
    };
    const kept = () => store.kept({ createdAt: minute(0), emergency: true });
    const [here, there] = [await kept(), await kept()];
    await store.transaction(async (tx) => {
      for (const id of [here, there]) {
        await tx.requests.save(id, { state: 'created', taskId: `task-${id}`, at: minute(1) });
        await tx.tasks.save(id, { ...nobody, id: `task-${id}`, outcome: 'granted' }, minute(2));
      }
      const by = actor('U0ANA', { userName: 'ana' });
      const about = { id: 'review-here', taskId: `task-${here}`, requestId: here, by };
      await tx.actions.insertOnce(newAction(about));
    });
    await sql`update actions set state = 'done' where id = 'review-here'`.execute(store.kysely);
    const { requests } = await reportFacts(store.kysely, minute(-1), minute(1));
    const of = (taskOf: string) =>
      requests.filter(({ approvers }) => approvers.includes(taskOf)).length;
    expect([of('ana'), of('Dee')]).toEqual([1, 1]);
  });

  it.each([
    ['somebody in the console', { approvers: [person('user-dee')] }, [40]],
    ['a policy', { approvers: [] }, []],
    ['the account of the bot', { approvers: [person('bot')], createdBy: { id: 'bot' } }, []],
  ])('tells when %s decided only if that was a person', async (_who, change, minutes) => {
    const id = await store.kept({ createdAt: minute(0) });
    await store.transaction(async (tx) => {
      await tx.requests.save(id, { state: 'created', taskId: 'task-1', at: minute(1) });
      await tx.tasks.save(id, closedSnapshot({ id: 'task-1', ...change }), minute(40));
      const closed = { requestId: id, taskId: 'task-1', actor: null, detail: {} };
      await tx.audit.append({ kind: 'task.closed', at: minute(40), ...closed });
    });
    expect(await decidedAt(id)).toEqual(minutes.map(minute));
  });

  it.each(['cancelled', 'wait-timed-out', 'deleted'])(
    'counts no decision on a request that ended as %s after its first step',
    async (outcome) => {
      const id = await store.kept({ createdAt: minute(0) });
      await store.transaction(async (tx) => {
        const taskId = 'task-1';
        await tx.requests.save(id, { state: 'created', taskId, at: minute(1) });
        await tx.tasks.save(id, closedSnapshot({ id: taskId, outcome }), minute(40));
        const about = { requestId: id, taskId, actor: 'U0ANA', detail: {} };
        await tx.audit.append({ kind: 'review.approved', at: minute(30), ...about });
      });
      expect(await decidedAt(id)).toEqual([]);
    },
  );

  it.each([
    ['--out', 'x.html', /--month is missing or no month/],
    ['--month=2026-13', '--out=x.html', /write it like 2026-11/],
    ['--month=9999-12', '--out=x.html', /write it like 2026-11/],
    ['--month', '2026-11', /--out is missing/],
    ['--month=2026-11', '--format=pdf', /--out is missing/],
    ['--month=2026-11', '--out=nowhere/x/y.html', /--out: nowhere\/x\/y\.html cannot be written/],
    ['--year', '2026', /Unknown option/],
  ])('refuses %s %s with a sentence', async (one, other, sentence) => {
    const { exit, err } = await report(one, other);
    expect([exit, err]).toEqual([2, expect.stringMatching(sentence)]);
  });
});
