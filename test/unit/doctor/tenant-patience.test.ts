import { setImmediate as soon } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { OutwardFailure } from '../../../src/domain/outward/outward-failure.ts';
import { ok } from '../../../src/domain/result.ts';
import { optionalOperations } from '../../../src/domain/settings/access-settings.ts';
import { longestMs } from '../../../src/operator/doctor/check.ts';
import { governanceLooks } from '../../../src/operator/doctor/checks/governance-checks.ts';
import { tenantPatience } from '../../../src/operator/doctor/tenant-patience.ts';
import { createAccessGovernance } from '../../../src/service/access-governance.ts';
import { TenantCapabilities } from '../../../src/service/capabilities.ts';
import type { GovernanceClient } from '../../../src/service/client/client.ts';
import { noCredential, testSettings } from '../../support/test-settings.ts';
import { toldBy } from '../../support/told-checks.ts';

const cutOff = new OutwardFailure({
  system: 'governance',
  kind: 'timeout',
  message: 'cut off',
  certainlyNotDone: true,
});

/** Looks at a tenant that takes so long for each call, on a clock of its own. */
async function lookAtSlow(secondsACall: number) {
  let nowMs = 0;
  let mostAtOnce = 0;
  let underWay: { resolve: () => void; reject: (why: Error) => void }[] = [];
  const ends = new AbortController();
  const slow: Pick<GovernanceClient, 'call'> = {
    async call({ answer }) {
      await new Promise<void>((resolve, reject) => underWay.push({ resolve, reject }));
      const task = { taskView: { task: { id: 'task-1' } } };
      return ok(
        answer.parse({ ...task, userId: 'user-bot', userView: { user: {} }, requestSchema: {} }),
      );
    },
  };
  const now = () => new Date(nowMs);
  const client = tenantPatience(slow, { ends: ends.signal, now });
  const operations = optionalOperations;
  const tenant = new TenantCapabilities(new Set(operations));
  let isOver = false;
  const told = toldBy((tell) =>
    governanceLooks(
      {
        tenant: { credential: noCredential, operations },
        client,
        governance: createAccessGovernance(client, { tenant }),
        apps: testSettings().apps,
        baseUrl: 'https://acme.example',
        now,
      },
      tell,
    ),
  ).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await soon();
    const calls = underWay;
    underWay = [];
    mostAtOnce = Math.max(mostAtOnce, calls.length);
    nowMs += calls.length > 0 ? secondsACall * 1_000 : 0;
    if (nowMs > longestMs) ends.abort();
    for (const { resolve, reject } of calls) {
      if (ends.signal.aborted) reject(cutOff);
      else resolve();
    }
  }
  return { checks: await told, mostAtOnce, nowMs };
}

const unchecked = (says: string) => `not checked: the tenant is slow (${says} s a call)`;

it('looks at a tenant that takes 5 s a call within a minute, some calls side by side', async () => {
  const { checks, mostAtOnce, nowMs } = await lookAtSlow(5);
  expect(nowMs).toBeLessThanOrEqual(longestMs);
  expect(mostAtOnce).toBe(8);
  expect(checks.filter(({ says }) => says === unchecked('5'))).toEqual([]);
});

it('says of what did not finish that the tenant is slow, and how slow', async () => {
  const { checks } = await lookAtSlow(14);
  expect(checks[0]).toMatchObject({ what: 'governance tenant', state: 'ok' });
  expect(checks).toContainEqual({
    what: 'approvals by the bot itself',
    state: 'warning',
    says: unchecked('14'),
  });
  const { checks: all } = await lookAtSlow(1);
  expect(checks.map(({ what }) => what)).toEqual(all.map(({ what }) => what));
});
