import { describe, expect, it } from 'vitest';
import { OutwardFailure } from '../../../src/domain/outward/outward-failure.ts';
import type { ServiceRefusal } from '../../../src/domain/outward/service-refusal.ts';
import { ok, type Result, refuse } from '../../../src/domain/result.ts';
import { onlyWith, tenantOf } from '../../../src/service/capabilities.ts';
import { getTask, listApps, searchTasks } from '../../../src/service/client/optional-operations.ts';

const refused = (kind: ServiceRefusal['kind']) =>
  refuse({ kind, message: '', existingTaskId: null, serviceRequestId: null });

/** A tenant that answers one call after the other so. */
function tenant(...answers: (Result<object, ServiceRefusal> | OutwardFailure)[]) {
  const capabilities = tenantOf({ operations: ['appList', 'taskRead', 'taskSearch'] });
  const client = onlyWith(capabilities, {
    async call(one) {
      const answer = answers.shift();
      if (answer === undefined) throw new Error('one answer more was asked for');
      if (answer instanceof OutwardFailure) throw answer;
      return answer.ok ? ok(one.answer.parse({ list: [], ...answer.value })) : answer;
    },
  });
  return { capabilities, client };
}

describe('an operation that access.yaml names', () => {
  const page = { path: {}, body: {} };

  it.each([
    ['403', refused('forbidden'), 'the tenant refuses it: forbidden'],
    ['404', refused('not-found'), 'the tenant refuses it: not-found'],
  ])('is said to fail where its path answers %s, until it answers', async (_, failure, says) => {
    const { capabilities, client } = tenant(failure, ok({}));
    await client.call(listApps, page);
    expect(capabilities.failureOf('appList')).toBe(says);
    await client.call(listApps, page);
    expect(capabilities.failureOf('appList')).toBeNull();
  });

  it('is said to fail where nobody serves its method', async () => {
    const message = 'HTTP 501';
    const known = { system: 'governance', kind: 'http', certainlyNotDone: true } as const;
    const { capabilities, client } = tenant(
      new OutwardFailure({ ...known, message, httpStatus: 501 }),
    );
    await expect(client.call(searchTasks, page)).rejects.toThrow(message);
    expect(capabilities.failureOf('taskSearch')).toBe('the tenant does not serve it: HTTP 501');
  });

  it('is not said to fail where a task is gone', async () => {
    const { capabilities, client } = tenant(refused('not-found'));
    await client.call(getTask, { path: { task_id: 'task-1' } });
    expect(capabilities.failureOf('taskRead')).toBeNull();
  });
});
