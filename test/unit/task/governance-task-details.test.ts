import { expect, it } from 'vitest';
import { taskAnswer } from '../../../src/service/client/endpoints.ts';
import { taskSnapshot } from '../../../src/service/read/task/read-task-snapshot.ts';
import { grantAnswer, grantAnswerWith } from '../../support/governance-fixtures.ts';

const typed = (name: string, more: object) => ({
  '@type': `type.googleapis.com/c1.api.x.v1.${name}`,
  ...more,
});
const { expanded } = grantAnswer;
const added = [
  typed('AppUser', { id: 'appuser-7', displayName: '', username: 'noor-lamps' }),
  typed('AppEntitlement', {
    appId: 'app-lighthouse',
    id: 'ent-parent',
    displayName: 'Harbour crew',
  }),
];
const at = (index: number) => `$.expanded[${expanded.length + index}]`;

it('names the creator and the account, and drops an odd path to them', () => {
  const told = (view: Readonly<Record<string, unknown>>) => {
    const all = { expanded: [...expanded, ...added], view };
    const { taskView, expanded: objects } = taskAnswer.parse(grantAnswerWith(all));
    return taskSnapshot(taskView, objects);
  };
  expect(told({ appUserPath: at(0) })).toMatchObject({
    createdBy: { name: 'Access Bot' },
    accountName: 'noor-lamps',
  });
  const odd = told({ appUserPath: ['x'], createdByUserPath: '$.expanded[99]' });
  expect(odd).not.toHaveProperty('accountName');
  expect(odd.createdBy).toMatchObject({ id: grantAnswer.taskView.task.createdByUserId });
});

it.each<[string, object, unknown]>([
  [
    'by name and id, without the access itself',
    {
      revocationTargets: [
        { entitlementRef: { appId: 'app-lighthouse', id: 'ent-parent' } },
        { entitlementRef: { appId: 'app-lighthouse', id: 'ent-unknown' } },
        { entitlementRef: { appId: 'app-lighthouse', id: 'entitlement-foghorn' } },
        'The Lamp room',
      ],
    },
    [
      { id: 'ent-parent', name: 'Harbour crew' },
      { id: 'ent-unknown', name: 'ent-unknown' },
      { id: 'The Lamp room', name: 'The Lamp room' },
    ],
  ],
  ['as nothing where the list is empty', { revocationTargets: [] }, []],
  ['not at all where there is no list', { revocationTargets: null }, undefined],
])('reads what a removal takes away as well: %s', (_what, task, alsoTaken) => {
  const revoke = { appId: 'app-lighthouse', appEntitlementId: 'entitlement-foghorn' };
  const told = (type: object) => {
    const all = { expanded: [...expanded, ...added], task: { ...task, type } };
    const { taskView, expanded: objects } = taskAnswer.parse(grantAnswerWith(all));
    return taskSnapshot(taskView, objects);
  };
  expect(told({ revoke })).toMatchObject({ takesAway: true });
  expect(told({ revoke }).alsoTaken).toEqual(alsoTaken);
  expect(told({ grant: revoke }).alsoTaken).toBeUndefined();
});
