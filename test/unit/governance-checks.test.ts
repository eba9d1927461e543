import { expect, it } from 'vitest';
import type { OptionalOperation } from '../../src/domain/access-settings.ts';
import { ok, refuse } from '../../src/domain/result.ts';
import type { ServiceRefusal } from '../../src/domain/service-refusal.ts';
import { createAccessGovernance } from '../../src/governance/access-governance.ts';
import type { GovernanceClient } from '../../src/governance/client.ts';
import { governanceChecks } from '../../src/governance/governance-checks.ts';

/** What the doctor says of the operations of a tenant that refuses these, where access.yaml names `operations`. */
async function found(
  operations: readonly OptionalOperation[],
  refusals: Partial<Record<OptionalOperation, ServiceRefusal['kind']>>,
) {
  const asked: (string | undefined)[] = [];
  const client: GovernanceClient = {
    async call({ operation, answer }) {
      asked.push(operation);
      const kind = operation === undefined ? undefined : refusals[operation];
      if (kind !== undefined) return refuse({ kind, message: '', existingTaskId: null, serviceRequestId: null });
      const task = { taskView: { task: { id: 'task-1' } } };
      return ok(answer.parse({ ...task, userId: 'user-bot', userView: { user: {} }, requestSchema: {} }));
    },
    close: async () => undefined,
  };
  const governance = createAccessGovernance(client, { operations: new Set(operations) });
  const checks = await governanceChecks({ client, governance, apps: [], now: () => new Date(0) });
  return { asked, says: Object.fromEntries(checks.map(({ what, state, says }) => [what, `${state}: ${says}`])) };
}

it('the doctor tries every operation that can be tried without changing something, and says which cannot', async () => {
  const all = ['taskRead', 'taskAudit', 'userRead', 'userGrants', 'taskActions', 'taskRevoke'] as const;
  const { asked, says } = await found(all, { taskRead: 'not-found', taskAudit: 'forbidden', userRead: 'invalid' });
  expect(says).toMatchObject({
    'operation taskRead': 'ok: answers “not-found” to an id that nothing has',
    'operation taskAudit': expect.stringMatching(/^error: the tenant refuses: forbidden\. Give the owner/),
    'operation userRead': 'ok: answers “invalid” to an id that nothing has',
    'operation userGrants': 'ok: answers',
    'operation taskActions': 'warning: not checked: it cannot be tried without changing something.',
    'operation taskRevoke': 'warning: not checked: it cannot be tried without changing something.',
  });
  expect(asked).not.toContain('taskActions');
  expect(asked).not.toContain('taskRevoke');
});

it('the doctor names an operation that access.yaml does not, only where the tenant certainly has it', async () => {
  const { says } = await found([], { taskRead: 'not-found', appList: 'forbidden' });
  expect(says['operation riskLevels']).toBe('ok: the tenant has it: add it to governance.operations to use it');
  expect(says).not.toHaveProperty('operation taskRead');
  expect(says).not.toHaveProperty('operation appList');
  expect(says).not.toHaveProperty('operation taskActions');
});
