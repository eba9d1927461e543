import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  connectorUpdate,
  namesSet,
  readConnectorChanges,
} from '../../../src/operator/admin/commands/connector-changes.ts';
import { anyText } from '../../support/slack-limits.ts';

const mistakes = (...sets: string[]) => readConnectorChanges(sets).mistakes;

describe('the settable fields of a connector', () => {
  it.each([
    ['displayName=GitHub = sync', 'displayName', 'GitHub = sync'],
    ['description=', 'description', ''],
    ['canResumeSync=Yes', 'canResumeSync', true],
    ['disableCheckBadSync=off', 'disableCheckBadSync', false],
    ['parallelSyncWorkerCount= 4 ', 'parallelSyncWorkerCount', 4],
    ['profileAllowList=a, b,,c', 'profileAllowList', ['a', 'b', 'c']],
    ['userIds=', 'userIds', []],
    ['config={"@type":"x","n":1}', 'config', { '@type': 'x', n: 1 }],
    [
      'syncConfig.syncResourceTypeIds=team\nrepo',
      'syncConfig.syncResourceTypeIds',
      ['team', 'repo'],
    ],
    ['oauthAuthorizedAs={}', 'oauthAuthorizedAs', {}],
    [
      'status.completedAt=2026-03-01T06:00:00+01:00',
      'status.completedAt',
      '2026-03-01T06:00:00+01:00',
    ],
  ])('reads %s', (set, field, value) => {
    expect(readConnectorChanges([set])).toEqual({
      changes: new Map([[field, value]]),
      mistakes: [],
    });
  });

  it.each([
    ['canResumeSync=maybe', 'canResumeSync takes yes or no.'],
    ['canResumeSync=', 'canResumeSync takes yes or no.'],
    ['parallelSyncWorkerCount=-1', 'takes a whole number'],
    ['connectorSyncCronSchedule.start=tomorrow', 'takes a date and time such as'],
    ['config={"a":1}', 'a text "@type"'],
    ['config=nonsense', 'a text "@type"'],
    ['oauthAuthorizedAs={"authEmail":"x"}', 'takes {} and nothing else'],
    ['displayName', '--set takes field=value'],
    ['descripton=x', 'Did you mean description?'],
    ['cronSpec=x', 'Did you mean connectorSyncCronSchedule.cronSpec?'],
    ['id=x', 'no field “id” that can be set'],
    ['createdAt=x', 'no field “createdAt” that can be set'],
    ['=x', 'no field “” that can be set'],
  ])('refuses %s', (set, words) => {
    expect(mistakes(set)).toEqual([expect.stringContaining(words)]);
  });

  it('names every mistake at once', () => {
    expect(mistakes('canResumeSync=x', 'nope=1')).toEqual([
      'canResumeSync takes yes or no.',
      expect.stringContaining('“nope”'),
    ]);
  });

  it('refuses a change of nothing, and says what can be set', () => {
    expect(mistakes()).toEqual([expect.stringContaining('displayName (text)')]);
  });

  it('never throws for any value', () => {
    const field = fc.constantFrom(
      'displayName',
      'config',
      'userIds',
      'canResumeSync',
      'status.startedAt',
      'oauthAuthorizedAs',
    );
    const set = fc.oneof(
      anyText,
      fc.tuple(field, anyText).map((pair) => pair.join('=')),
    );
    fc.assert(
      fc.property(fc.array(set), (sets) => {
        const { changes, mistakes: words } = readConnectorChanges(sets);
        expect(words.length > 0 || changes.size > 0).toBe(true);
        expect(namesSet(sets)).toHaveLength(sets.length);
      }),
    );
  });
});

it('an update of a connector sends the fields that are set, and the mask that names them', () => {
  const changes = new Map<string, unknown>([
    ['displayName', 'Crew list'],
    ['status.lastError', ''],
    ['connectorSyncCronSchedule.cronSpec', '5 * * * *'],
    ['connectorSyncCronSchedule.timezone', 'UTC'],
  ]);
  expect(connectorUpdate('app-crew', 'connector-1', changes)).toEqual({
    connector: {
      id: 'connector-1',
      appId: 'app-crew',
      displayName: 'Crew list',
      status: { lastError: '' },
      connectorSyncCronSchedule: { cronSpec: '5 * * * *', timezone: 'UTC' },
    },
    updateMask:
      'displayName,status.lastError,connectorSyncCronSchedule.cronSpec,connectorSyncCronSchedule.timezone',
    expandMask: { paths: ['*'] },
  });
});
