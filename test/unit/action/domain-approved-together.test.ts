import { describe, expect, it } from 'vitest';
import { isApprovedTogether } from '../../../src/domain/action/approved-together.ts';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import type { CardModel } from '../../../src/use-cases/ports/card-contents.ts';
import {
  accessRequest,
  actor,
  bothDecisions,
  cardModel,
  person,
  reviewRecord,
  snapshot,
  stepPolicy,
} from '../../support/samples.ts';

const ana = { slackUserId: 'U0ANA', identityUserId: 'user-ana' };

describe('a request of low risk', () => {
  const isTogether = (change: Partial<TaskSnapshot> = {}, card: Partial<CardModel> = {}) => {
    const task = snapshot({ stepPolicy, ...change });
    return isApprovedTogether(cardModel({ task, ...card }), ana);
  };

  it('is approved together with others where nothing about it needs a look of its own', () => {
    expect(isTogether()).toBe(true);
    // Deployments send null while nobody has approved.
    expect(isTogether({ untold: ['approvers'] })).toBe(true);
  });

  it.each<[string, Partial<TaskSnapshot>]>([
    ['an emergency', { emergency: true }],
    ['perhaps an emergency', { emergency: null }],
    ['taking access away', { takesAway: true }],
    [
      'of a step that wants a reason',
      { stepPolicy: { ...stepPolicy, requireApprovalReason: true } },
    ],
    ['of a step whose rules are not told', { stepPolicy: undefined }],
    ['of a step whose rules cannot be read', { stepPolicy: null }],
    ['read without its reviewers', { untold: ['reviewers'] }],
    ['shown in part as the bot sent it', { asSent: ['justification'] }],
    ['read without its step', { currentStepId: null }],
    ['for a time that cannot be read', { hasUnreadableDuration: true }],
    ['for the reviewer', { target: person('user-ana') }],
  ])('is not, if it is %s', (_what, change) => {
    expect(isTogether(change)).toBe(false);
  });

  it.each<[string, Partial<CardModel>]>([
    ['was made as an emergency', { request: accessRequest({ emergency: true }) }],
    ['was made by the reviewer', { request: accessRequest({ requester: actor('U0ANA') }) }],
    ['is for the reviewer', { request: accessRequest({ targetSlackId: 'U0ANA' }) }],
    [
      'was made by the reviewer’s identity',
      { request: accessRequest({ requesterIdentityId: 'user-ana' }) },
    ],
    [
      'is decided in the console',
      { offered: { decisions: [{ verb: 'approve', link: 'mode' }], acts: [], elsewhere: [] } },
    ],
    [
      'can only be denied',
      { offered: { decisions: bothDecisions.slice(1), acts: [], elsewhere: [] } },
    ],
    ['is being decided', { reviews: [reviewRecord({ state: 'accepted' })] }],
    ['was perhaps decided', { perhapsDecidedBy: ['U0CHO'] }],
    ['has changed since an approval', { change: { kind: 'changed', fields: ['duration'] } }],
  ])('is not, if it %s', (_what, card) => {
    expect(isTogether({}, card)).toBe(false);
  });

  it('is not, if the reviewer made it elsewhere', () => {
    const { requester: _requester, ...asked } = accessRequest({ requesterIdentityId: null });
    const request = {
      ...asked,
      requester: null,
      elsewhere: { kind: 'grant', requesterName: null },
    } as const;
    expect(isTogether({ createdBy: { id: 'user-ana' } }, { request })).toBe(false);
    expect(isTogether({ createdBy: { id: 'user-dee' } }, { request })).toBe(true);
  });

  it('is, if only an earlier step of it was decided', () => {
    const reviews = [reviewRecord({ stepId: 'step-0' })];
    expect(isTogether({}, { reviews })).toBe(true);
  });
});
