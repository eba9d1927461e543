import { describe, expect, it } from 'vitest';
import {
  mostReviewers,
  onEveryList,
  reviewersIn,
} from '../../../src/extras/webhooks/answerers/reviewer-choice.ts';
import { people, person } from '../../support/samples.ts';

const strict = { without: ['user-ana', 'user-ben'], unknownStatus: 'refuse' } as const;
const ana = person('user-ana');
const ben = person('user-ben');
const cho = person('user-cho');

describe('the reviewers of a list', () => {
  it('are those on it, each once, without the requester and the target', () => {
    expect(reviewersIn([ana, cho, ben, cho], strict)).toEqual({ people: [cho], nobody: null });
  });

  it('are never disabled; without a known status only as the operator allows it', () => {
    const disabled = person('user-dee', { status: 'DISABLED' });
    const unknown = person('user-eve', { status: 'UNKNOWN' });
    expect(reviewersIn([disabled, unknown, cho], strict).people).toEqual([cho]);
    const lenient = { ...strict, unknownStatus: 'allow' } as const;
    expect(reviewersIn([disabled, unknown, cho], lenient).people).toEqual([unknown, cho]);
  });

  it('are up to 128 people, or none from a longer list', () => {
    const most = people(mostReviewers);
    expect(reviewersIn(most, strict).people).toHaveLength(128);
    expect(reviewersIn([...most, ...most], strict).people).toHaveLength(128);
    const tooLong = { people: [], nobody: 'too-long' };
    expect(reviewersIn([...most, person('user-one-more')], strict)).toEqual(tooLong);
  });

  it.each([
    { why: 'empty', listed: [] },
    { why: 'inactive', listed: [person('user-cho', { status: 'DISABLED' })] },
    { why: 'own-request', listed: [ana, ben] },
    { why: 'own-request', listed: [ana, person('user-cho', { status: 'DELETED' })] },
  ])('are nobody, and the reason is "$why"', ({ why, listed }) => {
    expect(reviewersIn(listed, strict)).toEqual({ people: [], nobody: why });
  });
});

describe('the people on every list', () => {
  it('stand on each of them', () => {
    expect(onEveryList([[ana, ben], [ben, cho], [ben]])).toEqual([ben]);
    expect(onEveryList([[ana, cho]])).toEqual([ana, cho]);
    expect(onEveryList([[ana], [cho]])).toEqual([]);
    expect(onEveryList([])).toEqual([]);
  });

  it('are nobody when a list is too long to be read', () => {
    const tooLong = people(mostReviewers + 1);
    const [one] = tooLong;
    if (one === undefined) throw new Error('nobody');
    const listed = onEveryList([[one], tooLong]);
    expect(reviewersIn(listed, strict).nobody).toBe('too-long');
  });
});
