import { expect, it } from 'vitest';
import { startGovernanceServer } from '../../support/governance-server.ts';

it.each([
  ['with an entry about the task', { ticketId: 'task-1' }, ['Approved']],
  ['with an entry that names no task', {}, ['Approved']],
  ['without an entry about another task', { ticketId: 'task-2' }, []],
  ['without an entry of another person', { ticketId: 'task-1', userId: 'user-ana' }, []],
])('reads what a person wrote on a task %s', async (_what, change, words) => {
  const entry = { id: 'entry-1', userId: 'user-bot', comment: { comment: 'Approved' }, ...change };
  await using server = await startGovernanceServer(() => ({
    json: { list: [entry], nextPageToken: '' },
  }));
  const governance = server.port('taskAudit');
  expect(await governance.commentsBy('task-1', 'user-bot')).toEqual(words);
});
