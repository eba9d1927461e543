import { describe, expect, it } from 'vitest';
import { ok, refuse } from '../../../src/domain/result.ts';
import { shownTo } from '../../../src/use-cases/card/card-model.ts';
import type { Resolved } from '../../../src/use-cases/people/resolve-identity.ts';
import { accessRequest, cardModel, person, reviewRecord, snapshot } from '../../support/samples.ts';
import { testSettings } from '../../support/test-settings.ts';

type Reader = readonly [slackUserId: string, who: Resolved | null];
const as = (id: string): Reader => [id.replace('user-', 'U0').toUpperCase(), ok(person(id))];
const reviewer = as('user-ana');
const requester = as('user-ben');
const administrator = as('user-hana');
const disabled: Reader = ['U0HANA', refuse({ code: 'inactive', status: 'DISABLED' })];
const stranger = as('user-eve');
const unknown: Reader = ['U0EVE', null];

const settings = testSettings({ admins: ['U0HANA'] });
const [app] = settings.apps;
const secret = { ...settings, apps: app === undefined ? [] : [{ ...app, confidential: true }] };
const card = cardModel({
  request: accessRequest({ appId: app?.id ?? '' }),
  task: snapshot({ stepApprovers: [person('user-ana')] }),
  offered: { decisions: [], acts: ['ask', 'comment', 'restart'], elsewhere: [] },
});

describe('the parts of a card that a person sees', () => {
  it.each<[string, Reader, string[]]>([
    ['a reviewer', reviewer, ['ask', 'comment']],
    ['the requester', requester, ['comment']],
    ['an administrator', administrator, ['restart']],
    ['an administrator who was disabled', disabled, []],
    ['a stranger', stranger, []],
    ['whoever nobody knows yet', unknown, ['ask', 'comment']],
  ])('is what %s may do with the request', (_name, who, acts) => {
    expect(shownTo(settings, ...who, card)?.offered.acts).toEqual(acts);
  });

  it('hide a confidential app from strangers and unknown people', () => {
    for (const one of [reviewer, requester, administrator])
      expect(shownTo(secret, ...one, card)).not.toBeNull();
    for (const one of [stranger, unknown, disabled])
      expect(shownTo(secret, ...one, card)).toBeNull();
    const decided = cardModel({
      ...card,
      reviews: [reviewRecord({ by: { userId: 'U0EVE', teamId: 'T0ACME', userName: 'eve' } })],
    });
    expect(shownTo(secret, ...stranger, decided)).not.toBeNull();
  });
});
