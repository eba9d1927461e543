import { describe, expect, it } from 'vitest';
import type { OptionalOperation } from '../../../src/domain/settings/access-settings.ts';
import { createAccessGovernance } from '../../../src/service/access-governance.ts';
import { TenantCapabilities } from '../../../src/service/capabilities.ts';
import { tooDeep, withoutDepths } from '../../../src/service/client/wire/endpoint.ts';
import { grantAnswer } from '../../support/governance-fixtures.ts';
import { startGovernanceServer } from '../../support/governance-server.ts';

function nested(levels: number): string {
  return `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
}

/** The answer as text: JSON.stringify would overflow on the deep one. */
function viewWith(id: string, members = ''): string {
  const task = { ...grantAnswer.taskView.task, id, data: undefined };
  const view = JSON.stringify({ ...grantAnswer.taskView, task });
  return view.replace(`"id":${JSON.stringify(id)}`, `"id":${JSON.stringify(id)}${members}`);
}

const deep = viewWith('task-deep', `,"data":${nested(9_000)}`);
const wrong = viewWith('task-wrong').replace('"description":', '"description":7,"was":');

async function tenant(views: readonly string[], ...operations: OptionalOperation[]) {
  const text = `{"list":[${views.join()}],"expanded":[],"nextPageToken":""}`;
  const server = await startGovernanceServer(({ method, target }) => {
    if (method === 'POST') return { raw: text };
    const view = views.find((one) => one.includes(`"id":"${target.split('/').at(-1)}"`));
    if (view === undefined) return { status: 404, json: { code: 5, message: 'no' } };
    return { raw: `{"taskView":${view},"expanded":[]}` };
  });
  const logged: unknown[] = [];
  const settings = {
    tenant: new TenantCapabilities(new Set(operations)),
    onUnread: (one: unknown) => logged.push(one),
  };
  const governance = createAccessGovernance(server.client, settings);
  const unread: string[] = [];
  const read = async (ids: readonly string[]) => {
    const tasks = await governance.readTasks(ids, { onUnread: (id) => unread.push(id) });
    return [...tasks.keys()];
  };
  return {
    governance,
    logged,
    unread,
    read,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

const both = ['taskSearch', 'taskRead'] as const;

describe('one odd task', () => {
  it.each([
    ['nested 9,000 deep', 'task-deep', deep, both],
    ['of a wrong type', 'task-wrong', wrong, both],
    [
      'nested 9,000 deep, where tasks are read one by one',
      'task-deep',
      deep,
      ['taskRead'] as const,
    ],
  ])('does not hide the others: %s', async (_what, id, view, operations) => {
    await using service = await tenant([view, viewWith('task-good')], ...operations);
    expect(await service.read([id, 'task-good'])).toEqual(['task-good']);
    expect(service.unread).toEqual([id]);
    await service.read([id, 'task-good']);
    expect(service.logged).toMatchObject([{ id }]);
  });

  it('fails when it is the only one requested, instead of disappearing', async () => {
    await using service = await tenant([deep, viewWith('task-good')], ...both);
    const failure = { name: 'OutwardFailure', kind: 'decode' };
    await expect(service.governance.readTasks(['task-deep'])).rejects.toMatchObject(failure);
    await expect(service.governance.readTasks(['task-deep', 'task-good'])).rejects.toMatchObject(
      failure,
    );
  });

  it('fails a page on which nothing can be read', async () => {
    await using service = await tenant([deep, wrong], ...both);
    await expect(service.read(['task-deep', 'task-wrong'])).rejects.toMatchObject({
      kind: 'decode',
    });
  });

  it('does not count as missing when it does not tell its id', async () => {
    await using service = await tenant(['{"task":{"id":7}}', viewWith('task-good')], 'taskSearch');
    expect(await service.read(['task-nameless', 'task-good'])).toEqual(['task-good']);
    expect(service.unread).toEqual(['task-nameless']);
  });

  it('does not count as missing when the answer is about another task', async () => {
    const about = viewWith('task-good');
    const server = await startGovernanceServer(({ method }) =>
      method === 'POST' ? { json: { list: [] } } : { raw: `{"taskView":${about},"expanded":[]}` },
    );
    await using _server = server;
    const governance = createAccessGovernance(server.client, {
      tenant: new TenantCapabilities(new Set(both)),
    });
    await expect(governance.readTasks(['task-asked-for'])).rejects.toMatchObject({
      kind: 'decode',
    });
  });

  it('might be the one of a request, so no second one is made', async () => {
    await using service = await tenant([deep, viewWith('task-good')], ...both);
    const asked = service.governance.findTaskOfRequest('request-unknown', 'user-noor');
    await expect(asked).rejects.toMatchObject({ name: 'OutwardFailure', kind: 'decode' });
  });
});

it.each([
  ['by a search alone', ['taskSearch'], ['task-2']],
  ['by its id', ['taskSearch', 'taskRead'], []],
  ['by its id, without a search', ['taskRead'], []],
] as const)('says which tasks are not found, looking %s', async (_how, operations, expected) => {
  await using one = await tenant([viewWith('task-1')], ...operations);
  const notFound: string[] = [];
  await one.governance.readTasks(['task-1', 'task-2'], { onNotFound: (id) => notFound.push(id) });
  expect(notFound).toEqual(expected);
});

it.each([
  ['1002', '1002'],
  [1002, '1002'],
  [2 ** 60, ''],
  [{}, ''],
])('the number %j of a task is read as %j', async (numericId, read) => {
  const view = JSON.stringify({ task: { id: 'task-7', numericId } });
  await using service = await tenant([view], 'taskSearch');
  expect((await service.governance.readTasks(['task-7'])).get('task-7')?.numericId).toBe(read);
});

it('keeps nesting as deep as real answers, and marks the rest as unread', () => {
  const wide = JSON.parse(nested(20));
  expect(withoutDepths(structuredClone(wide))).toEqual(wide);
  expect(JSON.stringify(withoutDepths(JSON.parse(nested(9_000))))).toContain(tooDeep);
});

it.each([
  ['', true],
  [null, undefined],
  [undefined, undefined],
  ['INC-42', undefined],
])('recognises %j as no description: %j', async (description, isNone) => {
  const view = JSON.stringify({ task: { id: 'task-7', description } });
  await using service = await tenant([view], 'taskSearch');
  const task = (await service.governance.readTasks(['task-7'])).get('task-7');
  expect(task?.hasNoJustification).toBe(isNone);
});
