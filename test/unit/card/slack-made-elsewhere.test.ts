import { describe, expect, it } from 'vitest';
import type { Subject } from '../../../src/domain/request/subject.ts';
import { headerWords } from '../../../src/slack/card/card-words.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { said } from '../../support/notice-words.ts';
import { accessRequest, cardModel, person, snapshot } from '../../support/samples.ts';

const texts = textsFor('en');
const task = snapshot({ target: person('user-liam', { name: 'Liam Walsh' }) });

function madeElsewhere(change: Partial<Subject> = {}): Subject {
  return {
    ...accessRequest(),
    requester: null,
    requesterIdentityId: 'user-liam',
    identityUserId: 'user-liam',
    elsewhere: { kind: 'grant', requesterName: 'Liam Walsh' },
    ...change,
  };
}

describe('a request that was made elsewhere', () => {
  const denied = {
    kind: 'ended',
    outcome: 'denied',
    byNames: [],
    follower: { isCreator: false, isTarget: false },
  } as const;

  it('for oneself is the request by its person, not for somebody else', () => {
    const words = said(denied, 'anybody', { request: madeElsewhere(), task });
    expect(words).toContain('The request by Liam Walsh for *GitHub · Platform: write*');
  });

  it('for another person names both, as the service does', () => {
    const request = madeElsewhere({
      requesterIdentityId: 'user-fatima',
      elsewhere: { kind: 'grant', requesterName: 'Fatima Noor' },
    });
    const words = said(denied, 'anybody', { request, task });
    expect(words).toContain("The request by Fatima Noor for Liam Walsh's access to");
  });

  it('whose maker the service does not tell is somebody’s on its card', () => {
    const header = headerWords(texts, cardModel({ request: madeElsewhere(), requesterName: '' }));
    expect(header).toMatch(/^⏳ Somebody else wants GitHub/);
  });
});
