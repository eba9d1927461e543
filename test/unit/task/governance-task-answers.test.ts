import { expect, it } from 'vitest';
import { readTaskAnswers } from '../../../src/service/read/task/read-task-snapshot.ts';

const form = {
  fields: [
    { name: 'ticket', displayName: 'Ticket', stringField: {} },
    { name: 'pin', displayName: 'PIN', stringField: { passwordField: {} } },
    7,
  ],
};

it('returns the answers of a task with their questions', () => {
  expect(
    readTaskAnswers({ ticket: 'INC-42', days: 3, urgent: true, tags: ['a', 'b'] }, form),
  ).toEqual([
    { id: 'ticket', label: 'Ticket', value: 'INC-42' },
    { id: 'days', label: null, value: 3 },
    { id: 'urgent', label: null, value: true },
    { id: 'tags', label: null, value: ['a', 'b'] },
  ]);
});

it('keeps an answer of an unknown shape', () => {
  expect(readTaskAnswers({ labels: { team: 'ferry' } }, undefined)).toEqual([
    { id: 'labels', label: null, value: '{"team":"ferry"}' },
  ]);
});

it('leaves passwords out', () => {
  expect(readTaskAnswers({ pin: '1234', ticket: null }, form)).toEqual([]);
});

it('takes an empty object for no answers', () => {
  expect(readTaskAnswers({}, form)).toEqual([]);
});

it.each([undefined, null, 'INC-42', 7, ['INC-42']])('says that %j tells no answers', (data) => {
  expect(readTaskAnswers(data, form)).toBeUndefined();
});
