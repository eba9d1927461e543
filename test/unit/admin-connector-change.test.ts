import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connectorInputs, namesSet, readConnectorChange } from '../../src/admin/connector-change.ts';
import { anyText } from '../support/slack-limits.ts';

const changed = (...sets: string[]) => readConnectorChange(sets);
const mistakes = (...sets: string[]) => {
  const change = readConnectorChange(sets);
  return change.ok ? [] : change.refusal;
};

describe('what is set of a connector', () => {
  it.each([
    ['displayName=GitHub = sync', { displayName: 'GitHub = sync' }],
    ['description=', { description: '' }],
    ['syncDisabledCategory=MAINTENANCE', { syncDisabledCategory: 'MAINTENANCE' }],
    ['syncDisabledReason=paint', { syncDisabledReason: 'paint' }],
    ['catalogId=c', { catalogId: 'c' }],
    ['canResumeSync=Yes', { canResumeSync: true }],
    ['disableCheckBadSync=off', { disableCheckBadSync: false }],
    ['parallelSyncWorkerCount= 4 ', { parallelSyncWorkerCount: 4 }],
    ['profileAllowList=a, b,,c', { profileAllowList: ['a', 'b', 'c'] }],
    ['profileIgnoreList=["a,b"]', { profileIgnoreList: ['a,b'] }],
    ['userIds=', { userIds: [] }],
    ['config={"@type":"x","n":1}', { config: { '@type': 'x', n: 1 } }],
    ['syncConfig.syncResourceTypeIds=team\nrepo', { syncConfig: { syncResourceTypeIds: ['team', 'repo'] } }],
    ['oauthAuthorizedAs={}', { oauthAuthorizedAs: {} }],
    ['status.startedAt=2026-03-01T06:00:00Z', { status: { startedAt: '2026-03-01T06:00:00Z' } }],
    ['status.updatedAt=2026-03-01T06:00:00Z', { status: { updatedAt: '2026-03-01T06:00:00Z' } }],
    ['status.completedAt=2026-03-01T06:00:00+01:00', { status: { completedAt: '2026-03-01T06:00:00+01:00' } }],
    ['DISPLAYNAME=x', { displayName: 'x' }],
  ])('reads %s', (set, change) => {
    expect(changed(set)).toEqual({ ok: true, value: change });
  });

  it('puts the parts of one message together', () => {
    expect(
      changed(
        'connectorSyncCronSchedule.cronSpec=0 * * * *',
        'connectorSyncCronSchedule.timezone=Europe/Lisbon',
        'connectorSyncCronSchedule.start=2026-03-01T06:00:00Z',
        'status.lastError=',
      ),
    ).toEqual({
      ok: true,
      value: {
        connectorSyncCronSchedule: {
          cronSpec: '0 * * * *',
          timezone: 'Europe/Lisbon',
          start: '2026-03-01T06:00:00Z',
        },
        status: { lastError: '' },
      },
    });
  });

  it.each([
    ['canResumeSync=maybe', 'canResumeSync takes yes or no.'],
    ['canResumeSync=', 'canResumeSync takes yes or no.'],
    ['parallelSyncWorkerCount=-1', 'takes a whole number'],
    ['connectorSyncCronSchedule.start=tomorrow', 'takes a date and time such as'],
    ['config={"a":1}', 'a text "@type"'],
    ['config=nonsense', 'a text "@type"'],
    ['userIds=[1]', 'a JSON array of texts'],
    ['oauthAuthorizedAs={"authEmail":"x"}', 'it is empty in requests'],
    ['displayName', '--set takes field=value'],
    ['descripton=x', 'Did you mean description?'],
    ['cronSpec=x', 'Did you mean connectorSyncCronSchedule.cronSpec?'],
    ['id=x', 'no field “id” that can be set'],
    ['createdAt=x', 'no field “createdAt” that can be set'],
    ['=x', 'no field “” that can be set'],
  ])('refuses %s', (set, words) => {
    expect(mistakes(set).map((one) => one.words)).toEqual([expect.stringContaining(words)]);
  });

  it('names every mistake at once, each with its input', () => {
    expect(mistakes('canResumeSync=x', 'userIds=[1]', 'nope=1', 'displayName=a', 'displayName=b')).toMatchObject([
      { input: 'canResumeSync' },
      { input: 'userIds' },
      { input: null },
      { input: 'displayName', words: 'displayName is set twice.' },
    ]);
  });

  it('refuses a change of nothing', () => {
    expect(mistakes()).toHaveLength(1);
  });

  it('never throws, whatever is set', () => {
    const names = connectorInputs([]).inputs.map((input) => input.name);
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            anyText,
            fc.tuple(fc.constantFrom(...names), anyText).map((pair) => pair.join('=')),
          ),
        ),
        (sets) => {
          expect(readConnectorChange(sets)).toHaveProperty('ok');
          expect(namesSet(sets)).toHaveLength(sets.length);
        },
      ),
    );
  });

  it('shows in the form what the command gave already, and what has no input among the others', () => {
    const { inputs, others } = connectorInputs(['DisplayName=x', 'status.lastError=oops']);
    expect(inputs.filter((input) => input.typed !== null)).toMatchObject([{ name: 'displayName', typed: 'x' }]);
    expect(others.typed).toBe('status.lastError=oops');
  });
});
