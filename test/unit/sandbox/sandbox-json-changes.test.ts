import { describe, expect, it } from 'vitest';
import { withChanges } from '../../../sandbox/json-changes.ts';

const answer = {
  list: [
    { task: { id: 'task-1', state: 'open', type: { grant: { duration: '3600s' } } } },
    { task: { id: 'task-2', state: 'open', type: { grant: { duration: '60s' } } } },
  ],
  state: 'whole',
};

describe('changes of JSON by path', () => {
  it('replaces one field and leaves the original alone', () => {
    const changed = withChanges(answer, [{ path: 'list.1.task.state', value: 'closed' }]);
    expect(changed).toMatchObject({
      list: [{ task: { state: 'open' } }, { task: { state: 'closed' } }],
    });
    expect(answer.list[1]?.task.state).toBe('open');
  });

  it('replaces a field of every member', () => {
    const changed = withChanges(answer, [{ path: 'list.*.task.id', value: 'task-9' }]);
    expect(changed).toMatchObject({
      list: [{ task: { id: 'task-9' } }, { task: { id: 'task-9' } }],
    });
  });

  it('replaces a field at any depth, and adds none', () => {
    const changed = withChanges(answer, [{ path: '**.task.state', value: 'closed' }]);
    expect(changed).toMatchObject({ state: 'whole', list: [{ task: { state: 'closed' } }, {}] });
    expect(withChanges(answer, [{ path: '**.grantDuration', value: '1s' }])).toEqual(answer);
  });

  it('adds a field, and removes one for which no value is given', () => {
    const changes = [{ path: 'nextPageToken', value: 'more' }, { path: 'state' }];
    const changed = withChanges(answer, changes);
    expect(changed).toEqual({ list: answer.list, nextPageToken: 'more' });
  });

  it('changes nothing when the path leads nowhere', () => {
    expect(withChanges(answer, [{ path: 'taskView.task.state', value: 'closed' }])).toEqual(answer);
    expect(withChanges('a text', [{ path: 'state', value: 'closed' }])).toBe('a text');
  });
});
