import { expect, it } from 'vitest';
import { taskView } from '../../../conformance/resources/task.ts';
import { taskAnswer } from '../../../src/service/client/endpoints.ts';
import { taskSnapshot } from '../../../src/service/read/task/read-task-snapshot.ts';
import { grantAnswer } from '../../support/governance-fixtures.ts';

const paths = Object.keys(taskView.members).filter((name) => name.endsWith('Path'));
/** About reviews, and roles on scopes: read in the console, and of a review on Home. */
const elsewhere = [
  'accessReviewPath',
  'principalResourcePath',
  'resourceBindingsPath',
  'roleResourcePath',
  'scopeResourcePath',
];

/** Types of what a path locates, where a reader looks at the type. */
const types: Readonly<Record<string, string>> = {
  approversPath: 'User',
  createdByUserPath: 'User',
  identityUserPath: 'User',
  stepApproversPath: 'User',
  userPath: 'User',
  entitlementsPath: 'AppEntitlement',
};

it('declares the fifteen paths of the interface', () => {
  expect(paths).toHaveLength(15);
});

it.each(paths.filter((one) => !elsewhere.includes(one)))(
  '%s is followed: what it locates is in the snapshot',
  (path) => {
    const located = {
      '@type': `type.googleapis.com/c1.api.x.v1.${types[path] ?? 'Thing'}`,
      id: 'thing-1',
      displayName: 'Treasure',
      value: '2026-02-01T00:00:00Z',
    };
    const read = (view: object) => {
      const answer = taskAnswer.parse({
        taskView: { task: { id: 'task-1' }, ...view },
        expanded: [located],
      });
      return JSON.stringify(taskSnapshot(answer.taskView, answer.expanded));
    };
    const wanted = /Treasure|2026-02-01T00:00:00Z/;
    expect(read({})).not.toMatch(wanted);
    expect(read({ [path]: '$.expanded[0]' })).toMatch(wanted);
  },
);

it('reads the same task from paths whose root is the array itself', () => {
  const snapshotOf = (text: string) => {
    const answer = taskAnswer.parse(JSON.parse(text));
    return taskSnapshot(answer.taskView, answer.expanded);
  };
  const text = JSON.stringify(grantAnswer);
  expect(snapshotOf(text.replaceAll('$.expanded[', '$['))).toEqual(snapshotOf(text));
});
