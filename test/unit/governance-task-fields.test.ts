import { describe, expect, it } from 'vitest';
import { readTask } from '../../src/governance/tasks.ts';
import { grantAnswer, grantAnswerWith } from '../support/governance-fixtures.ts';
import { type Answer, clientOf, startGovernanceServer } from '../support/governance-server.ts';

/** The fields of a task that no card shows, written by hand from interface.md. */
const more = {
  displayName: 'Foghorn operator for Noor',
  analysisId: 'analysis-7',
  annotations: [{ '@type': 'type.acme.example/Tide', metres: 2.4, tables: ['north', null] }, { '@type': '' }],
  commentCount: 3,
  data: { caseNumber: 'PC-1', boats: [1, { name: null }] },
  deletedAt: '2026-03-02T08:00:00.5Z',
  externalRefs: [{ externalRefSource: 'TICKETING', name: 'FOG-12', url: 'https://tickets.acme.example/FOG-12' }],
  form: { fields: [{ name: 'caseNumber', required: true }] },
  insightIds: ['insight-1', 'insight-2'],
  policyGenerationId: 'generation-2',
  revocationTargets: [{ appEntitlementId: 'entitlement-lamp' }, 'entitlement-bell', null],
} as const;

const names = Object.keys(more);

async function read(answer: Answer, id = 'task-foghorn') {
  await using server = await startGovernanceServer();
  await using client = clientOf(server.url);
  server.answer(() => answer);
  const task = await readTask(client, id);
  if (!task.ok) throw new Error(`refused: ${task.refusal.message}`);
  return { task: task.value.taskView.task, line: server.asked.at(-1)?.target };
}

describe('the fields of a task that no card shows', () => {
  it('are read as they come', async () => {
    const { task } = await read({ json: grantAnswerWith({ task: more }) });
    expect(task).toMatchObject(more);
  });

  it.each([
    ['null', Object.fromEntries(names.map((name) => [name, null]))],
    ['left out', Object.fromEntries(names.map((name) => [name, undefined]))],
  ])('are empty if they are %s', async (_, members) => {
    const { task } = await read({ json: grantAnswerWith({ task: members }) });
    expect(task).toMatchObject({
      displayName: '',
      analysisId: '',
      annotations: [],
      commentCount: 0,
      data: null,
      deletedAt: null,
      externalRefs: [],
      form: null,
      insightIds: [],
      policyGenerationId: '',
      revocationTargets: [],
    });
  });

  it('keep an unknown source of a reference, and read an absent one as unspecified', async () => {
    const externalRefs = [{ externalRefSource: 'HARBOUR_BOOK', name: 'page 12' }, { url: null }];
    const { task } = await read({ json: grantAnswerWith({ task: { externalRefs } }) });
    expect(task.externalRefs).toEqual([
      { externalRefSource: 'HARBOUR_BOOK', name: 'page 12', url: '' },
      { externalRefSource: 'UNSPECIFIED', name: '', url: '' },
    ]);
  });

  it.each([
    [{ annotations: ['tide'] }, 'taskView.task.annotations[0]: expected object'],
    [{ commentCount: '3' }, 'taskView.task.commentCount: expected number'],
    [{ commentCount: 1.5 }, 'taskView.task.commentCount: expected an integer'],
    [{ data: [] }, 'taskView.task.data: expected record'],
    [{ externalRefs: [{ url: 7 }] }, 'taskView.task.externalRefs[0].url: expected string'],
    [{ revocationTargets: {} }, 'taskView.task.revocationTargets: expected array'],
  ])('are named in the failure if their type is wrong: %j', async (members, field) => {
    await expect(read({ json: grantAnswerWith({ task: members }) })).rejects.toMatchObject({
      kind: 'decode',
      message: `GET /api/v1/tasks/{task_id}: ${field}`,
    });
  });
});

it('a task is read by its number as well as by its id', async () => {
  const { numericId } = grantAnswer.taskView.task;
  const { task, line } = await read({ json: grantAnswer }, numericId);
  expect([line, task.id]).toEqual(['/api/v1/tasks/9007199254740993', 'task-foghorn']);
});
