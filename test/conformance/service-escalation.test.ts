import { describe, expect, it } from 'vitest';
import { at, textAt } from '../../conformance/json-places.ts';
import { type RunningService, runService } from './service-client.ts';

const hourMs = 3_600_000;
const tokenLifetimeSeconds = 7 * 86_400;
const instance = ['policy', 'current', 'approval', 'escalationInstance'] as const;

async function asked(
  running: RunningService,
  appEntitlementId: string,
  appId = 'app-bellbuoy',
): Promise<string> {
  const identityUserId = 'user-ben';
  return textAt(await running.client.granted({ appId, appEntitlementId, identityUserId }), 'id');
}

describe.each(['interface', 'deployed'] as const)('a step that nobody decides (%s)', (dialect) => {
  const run = () => runService({ tokenLifetimeSeconds, dialect });

  it('goes to other people at its time, once, as it said before', async () => {
    await using running = await run();
    const id = await asked(running, 'overbook', 'app-berth');
    const before = await running.client.task(id);
    expect(at(before, ...instance)).toMatchObject({
      expiresAt: '2026-05-04T11:00:00.000Z',
      alreadyEscalated: false,
      reassignToApprovers: { approverIds: ['user-fatima'] },
    });
    expect(at(before, 'policy', 'current', 'approval', 'approval', 'escalation')).toMatchObject({
      expiration: '10800',
    });
    running.clock.advance(3 * hourMs - 1);
    expect(at(await running.client.task(id), 'stepApproverIds')).not.toContain('user-fatima');
    running.clock.advance(1);
    const after = await running.client.task(id);
    expect(at(after, 'stepApproverIds')).toEqual(['user-fatima']);
    expect(at(after, ...instance, 'alreadyEscalated')).toBe(true);
    running.clock.advance(9 * hourMs);
    const later = await running.client.task(id);
    expect(at(later, 'policy', 'current', 'id')).toBe(at(after, 'policy', 'current', 'id'));
  });

  it('is cancelled, is skipped, or another policy applies', async () => {
    await using running = await run();
    const ebb = await asked(running, 'drill-ebb');
    const flood = await asked(running, 'drill-flood');
    const swell = await asked(running, 'drill-swell');
    expect(at(await running.client.task(ebb), ...instance, 'cancelTicket')).toEqual({});
    expect(at(await running.client.task(flood), ...instance, 'skipStep')).toEqual({});
    expect(at(await running.client.task(swell), ...instance, 'replacePolicy')).toEqual({
      policyId: 'policy-emergency',
    });
    running.clock.advance(hourMs);
    expect(at(await running.client.task(ebb), 'type', 'grant', 'outcome')).toBe(
      'GRANT_OUTCOME_CANCELLED',
    );
    expect(at(await running.client.task(flood), 'stepApproverIds')).toEqual(['user-fatima']);
    expect(at(await running.client.task(flood), ...instance)).toBeNull();
    expect(at(await running.client.task(swell), 'stepApproverIds')).toContain('user-chen');
  });
});
