import { describe, expect, it } from 'vitest';
import { shownTo } from '../../../src/use-cases/card/card-model.ts';
import { accessRequest, cardModel, person, reviewRecord, snapshot } from '../../support/samples.ts';
import { testSettings } from '../../support/test-settings.ts';

const reviewer = { slackUserId: 'U0ANA', identityUserId: 'user-ana' };
const requester = { slackUserId: 'U0BEN', identityUserId: 'user-ben' };
const administrator = { slackUserId: 'U0HANA', identityUserId: 'user-hana' };
const stranger = { slackUserId: 'U0EVE', identityUserId: 'user-eve' };
const unknown = { slackUserId: 'U0EVE', identityUserId: null };

const settings = testSettings({ admins: ['U0HANA'] });
const [app] = settings.apps;
const secret = { ...settings, apps: app === undefined ? [] : [{ ...app, confidential: true }] };
const card = cardModel({
  request: accessRequest({ appId: app?.id ?? '' }),
  task: snapshot({ stepApprovers: [person('user-ana')] }),
  offered: { decisions: [], acts: ['ask', 'comment', 'restart', 'escalate'], elsewhere: [] },
});

describe('the parts of a card that a person sees', () => {
  it.each([
    ['a reviewer', reviewer, ['ask', 'comment']],
    ['the requester', requester, ['comment', 'escalate']],
    ['an administrator', administrator, ['restart']],
    ['a stranger', stranger, []],
    ['whoever nobody knows yet', unknown, ['ask', 'comment']],
  ])('is what %s may do with the request', (_who, person, acts) => {
    expect(shownTo(settings, person, card)?.offered.acts).toEqual(acts);
  });

  it('hide a confidential app from strangers and unknown people', () => {
    for (const one of [reviewer, requester, administrator])
      expect(shownTo(secret, one, card)).not.toBeNull();
    for (const one of [stranger, unknown]) expect(shownTo(secret, one, card)).toBeNull();
    const decided = cardModel({
      ...card,
      reviews: [reviewRecord({ by: { userId: 'U0EVE', teamId: 'T0ACME', userName: 'eve' } })],
    });
    expect(shownTo(secret, stranger, decided)).not.toBeNull();
  });
});
