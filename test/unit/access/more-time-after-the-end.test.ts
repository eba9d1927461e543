import { describe, expect, it } from 'vitest';
import { lapseOf } from '../../../src/domain/access/grant.ts';
import { holderButtons } from '../../../src/slack/action/buttons.ts';
import { taskCard } from '../../../src/slack/card/task-card.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import type { CardModel } from '../../../src/use-cases/ports/card-contents.ts';
import { accessRequest, cardModel, closedSnapshot, noon, snapshot } from '../../support/samples.ts';

const texts = textsFor('en');
const later = (seconds: number) => new Date(noon.getTime() + seconds * 1_000);
const request = accessRequest({ extendsRequestId: 'request-0', state: 'created' });
const withdrawn = accessRequest({ extendsRequestId: 'request-0', state: 'withdrawn' });
const running = { endedAt: null, endedBy: null, revocationPending: null } as const;
const closed = (outcomeAt: string | null) => closedSnapshot({ outcomeAt });

describe('what a request was to prolong', () => {
  it('is there until it has ended or is being taken away', () => {
    expect(lapseOf(running, request, snapshot())).toBeNull();
    expect(lapseOf({ ...running, revocationPending: 'given-back' }, request, null)).toBe(
      'given-back',
    );
  });

  it.each([
    ['given-back', 'given-back'],
    ['taken-away', 'taken-away'],
    ['expired', 'over'],
    ['unconfirmed', 'over'],
    // A later request goes on with it.
    [null, null],
  ] as const)('is gone when it ended as %s: %s', (endedBy, lapse) => {
    expect(lapseOf({ ...running, endedAt: noon, endedBy }, request, snapshot())).toBe(lapse);
  });

  it('was there when the request was decided before it ended, or nobody knows when', () => {
    const former = { ...running, endedAt: noon, endedBy: 'expired' } as const;
    expect(lapseOf(former, request, closed(later(-1).toISOString()))).toBeNull();
    expect(lapseOf(former, request, closed(null))).toBeNull();
    expect(lapseOf(former, request, closed(noon.toISOString()))).toBe('over');
    const pending = { ...running, revocationPending: 'given-back' } as const;
    expect(lapseOf(pending, request, closed(noon.toISOString()))).toBeNull();
  });

  it('is what a withdrawn request was withdrawn for, whenever the service closed it', () => {
    const pending = { ...running, revocationPending: 'given-back' } as const;
    expect(lapseOf(pending, withdrawn, closed(noon.toISOString()))).toBe('given-back');
  });
});

describe('a request for more time whose access is gone', () => {
  const shown = (change: Partial<CardModel>) =>
    JSON.stringify(taskCard(texts, cardModel({ request, ...change })).blocks);

  it('asks for new access on its card, as long as it is open', () => {
    const words = 'New access: the earlier one is over';
    expect(shown({ heldUntil: null, lapse: 'given-back' })).toContain(words);
    expect(shown({ task: closedSnapshot(), lapse: 'over' })).not.toContain(words);
  });
});

it('is named before its access is given back', () => {
  const subject = {
    request: { id: 'request-1', appName: 'AWS', entitlementName: 'Staging read-only' },
    task: null,
  };
  const asked = (alsoWithdraws: boolean) =>
    holderButtons(texts, { ...subject, alsoWithdraws }, null)['give-back'].confirm?.text?.text;
  expect(asked(true)).toMatch(/ Your request for more time is withdrawn as well\.$/);
  expect(asked(false)).not.toContain('withdrawn');
});
