import { describe, expect, it } from 'vitest';
import { OutwardFailure } from '../../../src/domain/outward/outward-failure.ts';
import { refuse } from '../../../src/domain/result.ts';
import type { OptionalOperation } from '../../../src/domain/settings/access-settings.ts';
import type { Capability } from '../../../src/domain/settings/operation-finding.ts';
import {
  canActOnTasks,
  onlyWith,
  showsHoldings,
  tenantOf,
} from '../../../src/service/capabilities.ts';
import { listCatalogs } from '../../../src/service/client/catalog-operations.ts';
import { getTask, readUser, searchTasks } from '../../../src/service/client/optional-operations.ts';

/** A tenant in `auto`, of which this is known. */
function tenant(
  known: Partial<Record<OptionalOperation, Capability>>,
  { allow = [], without = [] }: Partial<Record<'allow' | 'without', OptionalOperation[]>> = {},
) {
  const doubts: OptionalOperation[] = [];
  const capabilities = tenantOf(
    { operations: allow, auto: { without } },
    { of: (one) => known[one] ?? 'unknown', doubt: (one) => void doubts.push(one) },
  );
  const refusal = { message: '', existingTaskId: null, serviceRequestId: null };
  const answers = { kind: 'not-found' as 'not-found' | 'forbidden' };
  const client = onlyWith(capabilities, {
    call: async () => refuse({ ...refusal, kind: answers.kind }),
  });
  return { capabilities, client, doubts, answers };
}

describe('a tenant whose operations are found', () => {
  it('has nothing that gives power unless the operator allows it', () => {
    const known = { taskActions: 'present', taskRevoke: 'present' } as const;
    expect(tenant(known).capabilities.of('taskActions')).toBe('absent');
    expect(tenant(known).capabilities.of('taskRevoke')).toBe('absent');
    expect(tenant({}, { allow: ['taskActions'] }).capabilities.of('taskActions')).toBe('present');
  });

  it('lacks what the operator says, whatever was found', () => {
    const { capabilities } = tenant({ userRead: 'present' }, { without: ['userRead'] });
    expect(capabilities.of('userRead')).toBe('absent');
  });

  it('is looked at again where an operation that is there answers as if it were not', async () => {
    const { client, doubts, answers } = tenant({ userRead: 'present' });
    const input = { path: { id: 'user-ana' } };
    expect(await client.call(readUser, input)).toMatchObject({ ok: false });
    answers.kind = 'forbidden';
    expect(await client.call(readUser, input)).toMatchObject({ ok: false });
    expect(doubts).toEqual(['userRead', 'userRead']);
  });

  it.each(['unknown', 'refused'] as const)(
    'tells nothing of a thing by a 404 or 403 of an operation that is %s',
    async (capability) => {
      const { client, answers } = tenant({ taskRead: capability });
      const input = { path: { task_id: 'task-1' } };
      await expect(client.call(getTask, input)).rejects.toThrow('refused as not-found');
      answers.kind = 'forbidden';
      await expect(client.call(getTask, input)).rejects.toThrow('refused as forbidden');
    },
  );

  it.each([
    [{ taskSearch: 'present', taskRead: 'present' }, ['taskSearch', 'taskRead']],
    [{ taskSearch: 'refused', taskRead: 'present' }, ['taskRead']],
    [{ taskSearch: 'present', taskRead: 'unknown' }, ['taskSearch']],
    [{ taskSearch: 'unknown', taskRead: 'absent' }, ['taskSearch']],
    [{ taskSearch: 'unknown', taskRead: 'unknown' }, ['taskSearch', 'taskRead']],
    [{ taskSearch: 'absent', taskRead: 'absent' }, []],
  ] as const)('is asked in the certain ways first: %o', (known, ways) => {
    const { client } = tenant(known);
    const best = client.best<{ readonly operation?: OptionalOperation }>(searchTasks, getTask);
    expect(best.map(({ operation }) => operation)).toEqual(ways);
  });

  it('fails as the tenant does where an operation went while something was under way', async () => {
    const { client } = tenant({ catalogs: 'absent' });
    const call = client.call(listCatalogs, { path: {} });
    await expect(call).rejects.toBeInstanceOf(OutwardFailure);
  });

  it.each([
    ['present', true],
    ['unknown', true],
    ['refused', false],
    ['absent', false],
  ] as const)('has grants looked at where reading them is %s: %s', (userGrants, isLookedAt) => {
    expect(showsHoldings(tenant({ userGrants }).capabilities)).toBe(isLookedAt);
  });

  it('lets nobody act on tasks of which it is not certain that they are read', () => {
    const canAct = (known: Parameters<typeof tenant>[0]) =>
      canActOnTasks(tenant(known, { allow: ['taskActions'] }).capabilities);
    expect(canAct({ taskRead: 'present' })).toBe(true);
    expect(canAct({ taskRead: 'unknown', taskSearch: 'refused' })).toBe(false);
    expect(canAct({})).toBe(false);
  });
});
