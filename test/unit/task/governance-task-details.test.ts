import { expect, it } from 'vitest';
import { taskAnswer } from '../../../src/service/client/endpoints.ts';
import { taskSnapshot } from '../../../src/service/read/task/read-task-snapshot.ts';
import { grantAnswer, grantAnswerWith } from '../../support/governance-fixtures.ts';

function detailsOf(answer: unknown): readonly string[] {
  const { taskView, expanded } = taskAnswer.parse(answer);
  return (taskSnapshot(taskView, expanded).details ?? []).map(
    ({ kind, text }) => `${kind}: ${text}`,
  );
}

const typed = (name: string, more: object) => ({
  '@type': `type.googleapis.com/c1.api.x.v1.${name}`,
  ...more,
});
const { expanded } = grantAnswer;
const added = [
  typed('AppUser', { id: 'appuser-7', displayName: '', username: 'noor-lamps' }),
  typed('AccessReview', { id: 'review-1', displayName: 'Spring review' }),
  typed('AppResource', { id: 'lamp-1', displayName: 'North lamp' }),
  typed('AppResource', { id: 'role-1', displayName: 'Keeper' }),
  typed('AppResource', { id: 'scope-1', displayName: 'North rock' }),
  typed('EntitlementScopeBindingList', {
    list: [{ roleResourceId: 'role-1', scopeResourceId: 'scope-1' }],
  }),
  typed('AppEntitlement', {
    appId: 'app-lighthouse',
    id: 'ent-parent',
    displayName: 'Harbour crew',
  }),
];
const at = (index: number) => `$.expanded[${expanded.length + index}]`;

it('names everything that an answer tells beyond the card', () => {
  const told = grantAnswerWith({
    expanded: [...expanded, ...added],
    view: {
      appUserPath: at(0),
      accessReviewPath: at(1),
      principalResourcePath: at(2),
      roleResourcePath: at(3),
      scopeResourcePath: at(4),
      resourceBindingsPath: at(5),
    },
    task: {
      commentCount: 3,
      annotations: [
        typed('Note', { colour: 'red', sizes: [1, 2], deep: { lamp: true } }),
        typed('Note', { frameworkValueIds: ['framework-sox'] }),
      ],
      externalRefs: [
        { externalRefSource: 'TICKETING', name: 'DESK-7', url: 'https://desk.acme.example/7' },
      ],
      revocationTargets: [
        { entitlementRef: { appId: 'app-lighthouse', id: 'ent-parent' } },
        { appId: 'app-lighthouse', appEntitlementId: 'ent-unknown' },
      ],
    },
  });
  expect(detailsOf(told)).toEqual([
    'creator: Access Bot',
    'account: noor-lamps',
    'access-review: Spring review',
    'reviewed-resource: North lamp',
    'role: Keeper',
    'scope: North rock',
    'scope-binding: list: role resource: role-1, scope resource: scope-1',
    'also-revoked: Harbour crew',
    'also-revoked: ent-unknown',
    'external-ref: DESK-7, https://desk.acme.example/7',
    'annotation: colour: red, sizes: 1, 2, deep: lamp: true',
    'annotation: framework value: framework-sox',
    'comments: 3',
  ]);
});

it.each([
  ['of no known shape', { objectPermissions: 7, accessReviewPath: 7, appUserPath: ['x'] }],
  ['that lead nowhere', { accessReviewPath: '$.expanded[99]', roleResourcePath: 'nonsense' }],
  ['that are null', { objectPermissions: null, createdByUserPath: null, accessReviewPath: null }],
])('details %s are left out, and lose nothing else', (_, view) => {
  const odd = {
    commentCount: 'many',
    annotations: 'none',
    externalRefs: [null, 7],
    revocationTargets: {},
  };
  const told = detailsOf(grantAnswerWith({ view, task: odd }));
  expect(told.filter((one) => !one.startsWith('creator: '))).toEqual([]);
});

it('keeps ten details of a kind in a snapshot, and no long text', () => {
  const annotations = Array.from({ length: 50 }, () => typed('Note', { words: 'x'.repeat(5_000) }));
  const told = detailsOf(grantAnswerWith({ task: { annotations } })).filter((one) =>
    one.startsWith('annotation'),
  );
  expect(told).toHaveLength(10);
  expect(told[0]).toHaveLength('annotation: '.length + 300);
});

it.each<[string, object, unknown]>([
  [
    'by name and id, without the access itself',
    {
      revocationTargets: [
        { entitlementRef: { appId: 'app-lighthouse', id: 'ent-parent' } },
        { appId: 'app-lighthouse', appEntitlementId: 'ent-unknown' },
        { appId: 'app-lighthouse', appEntitlementId: 'entitlement-foghorn' },
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
