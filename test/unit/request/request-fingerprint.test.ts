import { describe, expect, it } from 'vitest';
import { changedFields, shownFacts } from '../../../src/domain/request/fingerprint.ts';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { cardButtons } from '../../../src/slack/card/card-buttons.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import {
  changedSince,
  requestFingerprint,
} from '../../../src/use-cases/card/request-fingerprint.ts';
import { cardOffering, shownRequest, shownSample } from '../../support/cards.ts';
import { accessRequest, firstEntitlement, person, snapshot } from '../../support/samples.ts';

const year = 365 * 86_400;
const answers = [{ id: 'ticket', label: 'Ticket', value: 'INC-42' }];
const crew = { id: 'ent-crew', name: 'Harbour crew' };

/** What changed between a card that showed the ordinary request, and the service now. */
function changed(
  now: Partial<TaskSnapshot>,
  shown: Partial<TaskSnapshot> = {},
): ReturnType<typeof changedSince> {
  return changedSince(requestFingerprint(shownSample(shown)), snapshot(now), null);
}

describe('a fingerprint of what a card showed', () => {
  it.each<[string, Partial<TaskSnapshot>, Partial<TaskSnapshot>]>([
    ['target', { target: person('user-mallory') }, {}],
    ['app', { appId: 'app-vault' }, {}],
    ['entitlements', { entitlements: [{ ...firstEntitlement(), id: 'ent-admin' }] }, {}],
    ['duration', { grantDurationSeconds: year }, {}],
    ['duration', { grantDurationSeconds: null, isPermanent: true }, {}],
    ['duration', { grantDurationSeconds: null, hasUnreadableDuration: true }, {}],
    [
      'duration',
      { grantDurationSeconds: null, hasUnreadableDuration: true },
      { grantDurationSeconds: null, isPermanent: true },
    ],
    ['justification', { justification: 'INC-42: the timetable build is green' }, {}],
    ['answers', { answers: [{ id: 'ticket', label: 'Ticket', value: 'INC-43' }] }, { answers }],
    ['answers', { answers: [] }, { answers }],
    ['answers', { answers }, { answers: [] }],
    ['justification', { justification: '', hasNoJustification: true }, {}],
    ['justification', {}, { justification: '', hasNoJustification: true }],
    ['emergency', { emergency: true }, {}],
    ['account', { accountId: 'account-2' }, { accountId: 'account-1' }],
    ['alsoTaken', { alsoTaken: [crew] }, { alsoTaken: [] }],
    ['alsoTaken', { alsoTaken: [] }, { alsoTaken: [crew] }],
    ['app', { appId: 'app-vault', appName: 'Vault' }, {}],
    ['entitlements', { entitlements: [{ ...firstEntitlement(), ...crew }] }, {}],
    ['names', { appName: 'Code' }, {}],
    ['names', { entitlements: [{ ...firstEntitlement(), name: 'Owner' }] }, {}],
  ])('names a changed %s', (field, now, shown) => {
    expect(changed(now, shown)).toEqual([field]);
  });

  it.each<[string, Partial<TaskSnapshot>]>([
    ['an empty one', { appName: ' ' }],
    ['its id', { appName: ' app-github ' }],
    ['that of no entitlement', { appName: 'Code', entitlements: [] }],
  ])('takes no name for a changed one that the service does not tell: %s', (_what, now) => {
    expect(changed(now)).toEqual([]);
  });

  it('takes an account, and what else is taken away, for a change only where both tell it', () => {
    expect(changed({ accountId: 'account-1' })).toEqual([]);
    expect(changed({ alsoTaken: [crew] })).toEqual([]);
  });

  it('ignores the order and the names of what else is taken away', () => {
    const renamed = { ...crew, name: 'Harbour people' };
    const lamp = { id: 'ent-lamp', name: 'Lamps' };
    expect(changed({ alsoTaken: [lamp, renamed] }, { alsoTaken: [crew, lamp] })).toEqual([]);
  });

  it('finds a change beyond what a card has room for', () => {
    const long = 'x'.repeat(2_999);
    expect(changed({ justification: `${long}y` }, { justification: `${long}z` })).toEqual([
      'justification',
    ]);
  });

  it.each<[string, Partial<TaskSnapshot>]>([
    ['names of people', { target: person('user-ben', { name: 'Benjamin' }) }],
    [
      'an entitlement’s words',
      { entitlements: [{ ...firstEntitlement(), description: 'All of it' }] },
    ],
    ['insights', { insights: ['Used by the whole team'], recommendation: 'approve' }],
    ['usage and times', { lastUsedAt: '2026-03-01T00:00:00Z', stepOccurrence: 'gen/1/2026' }],
    ['reviewers', { stepApprovers: [person('user-dee')], actions: [] }],
  ])('is the same when %s change', (_what, now) => {
    expect(changed(now)).toEqual([]);
  });

  it('does not depend on how a service writes the same text', () => {
    const shown = { justification: 'Störung\n\nINC-42' };
    expect(changed({ justification: ' Sto\u0308rung  \r\n\r\nINC-42\r\n' }, shown)).toEqual([]);
  });

  it('does not depend on the order of entitlements and answers, or on their labels', () => {
    const second = { ...firstEntitlement(), id: 'ent-admin' };
    const more = { id: 'cost', label: 'Cost', value: 7 };
    const shown = { entitlements: [firstEntitlement(), second], answers: [...answers, more] };
    const now = {
      entitlements: [second, firstEntitlement()],
      answers: [{ ...more, label: null }, ...answers],
    };
    expect(changed(now, shown)).toEqual([]);
  });

  it.each<[string, Partial<TaskSnapshot>]>([
    ['target', { target: null }],
    ['app', { appId: '' }],
    ['entitlements', { entitlements: [] }],
    ['justification', { justification: '' }],
    ['names', { appName: 'app-github' }],
    ['names', { entitlements: [{ ...firstEntitlement(), name: firstEntitlement().id }] }],
  ])('does not take a %s that one reading does not tell for a change', (_field, untold) => {
    const told = { answers, grantDurationSeconds: year };
    expect(changed(untold, told)).not.toContain(_field);
    expect(changed(told, untold)).not.toContain(_field);
  });

  it('takes answers for a change that are told after a card showed none, and no silence later', () => {
    expect(changed({ answers }, {})).toEqual(['answers']);
    expect(changed({ answers: [] }, {})).toEqual([]);
    expect(changed({}, { answers })).toEqual([]);
  });

  it('shows the requested duration where none is told, so that any other is a change', () => {
    const untold = { grantDurationSeconds: null };
    expect(changed({ grantDurationSeconds: 14_400 }, untold)).toEqual([]);
    expect(changed({ grantDurationSeconds: year }, untold)).toEqual(['duration']);
    expect(changed({ ...untold, isPermanent: true }, untold)).toEqual(['duration']);
  });

  it('does not take a duration that is not told any more for a change', () => {
    expect(changed({ grantDurationSeconds: null }, { grantDurationSeconds: year })).toEqual([]);
  });

  it('shows the requested account where none is told, so that another one is a change', () => {
    const request = accessRequest({ account: { id: 'account-1', name: 'ben' } });
    const shown = requestFingerprint(shownRequest(snapshot(), request));
    const changedTo = (accountId: string) => changedSince(shown, snapshot({ accountId }), null);
    expect([changedTo('account-1'), changedTo('account-2')]).toEqual([[], ['account']]);
  });

  it('finds that something else is taken away as well', () => {
    const taken = (id: string) => ({ takesAway: true as const, alsoTaken: [{ id, name: 'Crew' }] });
    expect(changed(taken('ent-crew'), taken('ent-other'))).toEqual(['alsoTaken']);
  });

  it('shows for whom it was requested where nobody is told, so that somebody else is a change', () => {
    const request = accessRequest({ identityUserId: 'user-ben' });
    const untold = requestFingerprint(shownRequest(snapshot({ target: null }), request));
    const changedTo = (id: string) => changedSince(untold, snapshot({ target: person(id) }), null);
    expect([changedTo('user-ben'), changedTo('user-eve')]).toEqual([[], ['target']]);
  });

  it('expects the shorter duration that the person chose, whether it is set yet or not', () => {
    const shown = requestFingerprint(shownSample({ grantDurationSeconds: year }));
    const now = (seconds: number) =>
      changedSince(shown, snapshot({ grantDurationSeconds: seconds }), 3_600);
    expect([now(year), now(3_600), now(7_200)]).toEqual([[], [], ['duration']]);
  });

  it.each([null, '', 'card', 'a.b.c.d.e.f.g.h.i', 'a.b.c.d.e.f.g.h.i.j.k', '.'.repeat(300)])(
    'is not believed when the button carries %j',
    (shown) => {
      expect(changedSince(shown, snapshot(), null)).toBe('unknown-card');
    },
  );

  it('keeps 132 bits of texts that the requester writes, and durations whole', () => {
    const [, , , duration, justification, ofAnswers] = requestFingerprint(
      shownSample({ answers }),
    ).split('.');
    expect([duration, justification?.length, ofAnswers?.length]).toEqual(['14400', 22, 22]);
  });

  it('fits into a block’s id beside a card’s and a step’s id', () => {
    const card = {
      ...cardOffering(['APPROVE', 'COMMENT'], {
        currentStepId: '2vGXFZyCxrmwTxjc9Yz3tRPgFTj2vGXFZyCxrmwTxjc9Yz3tRPgFTj',
        grantDurationSeconds: 315_576_000_000,
        answers,
      }),
      cardId: '0f9c2f3a-5a55-4b0b-8e7c-1e5c3f0a9d10:C0123456789',
    };
    const { block_id = '' } = cardButtons(textsFor('en'), card, { details: '', about: '' });
    expect(block_id).not.toBe('card.actions');
    expect(block_id.length).toBeLessThanOrEqual(255);
  });
});

describe('the facts that a decision is about', () => {
  const factOf = (...values: readonly (string | readonly string[])[]) =>
    shownFacts(
      shownSample({ answers: values.map((value) => ({ id: 'same', label: 'Same', value })) }),
    ).answers;

  it('keep answers with the same id in the order of the service', () => {
    expect(factOf('a', 'b')).toBe('[["same","a"],["same","b"]]');
    expect(factOf('b', 'a')).toBe('[["same","b"],["same","a"]]');
  });

  it('do not depend on the order of other answers', () => {
    const answer = (id: string) => ({ id, label: id, value: id });
    const facts = (...ids: readonly string[]) =>
      shownFacts(shownSample({ answers: ids.map(answer) })).answers;
    expect(facts('c', 'a', 'b')).toBe(facts('b', 'c', 'a'));
    expect(facts('a', 'b')).toBe('[["a","a"],["b","b"]]');
  });

  it('do not depend on how texts end their lines, alone or in a list', () => {
    expect(factOf('one \r\ntwo\rthree ')).toBe('[["same","one\\ntwo\\nthree"]]');
    expect(factOf(['one ', ' two'])).toBe('[["same",["one","two"]]]');
  });

  it('tell no answers from answers that the service leaves out', () => {
    expect(shownFacts(shownSample({ answers: [] })).answers).toBe('[]');
    expect(shownFacts(shownSample()).answers).toBe('');
  });

  it('find another change beside the time that the person chose', () => {
    const shown = shownFacts(shownSample({ grantDurationSeconds: 3_600 }));
    const now = shownFacts(shownSample({ grantDurationSeconds: 60, justification: 'other' }));
    expect(changedFields(shown, now, '60')).toEqual(['justification']);
    expect(changedFields(shown, now, '61')).toEqual(['duration', 'justification']);
  });
});
