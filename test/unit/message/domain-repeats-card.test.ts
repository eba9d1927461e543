import { describe, expect, it } from 'vitest';
import { type NoticeBody, traitsOf } from '../../../src/domain/message/notice.ts';
import { actor } from '../../support/samples.ts';

type Decided = Extract<NoticeBody, { kind: 'decided' }>;

const approved = (next: Decided['next'], reason = ''): Decided => ({
  kind: 'decided',
  verb: 'approve',
  by: actor('U0ANA'),
  reason,
  next,
});

describe('a message in the thread of a card', () => {
  it.each<[string, NoticeBody]>([
    ['an approval', approved({ kind: 'ended', outcome: 'granted' })],
    ['an approval before the set-up', approved({ kind: 'set-up' })],
    ['a denial', { ...approved({ kind: 'ended', outcome: 'denied' }), verb: 'deny' }],
    ['an end decided elsewhere', { kind: 'ended', outcome: 'denied', byNames: ['Ana'] }],
  ])('repeats the card when it tells %s', (_what, body) => {
    expect(traitsOf(body).needlessOnce).toBe('card-shows-it');
  });

  it.each<[string, NoticeBody]>([
    ['the reason', approved({ kind: 'ended', outcome: 'granted' }, 'only for today')],
    ['who decides next', approved({ kind: 'step' })],
    ['what went wrong', { kind: 'ended', outcome: 'error', byNames: [] }],
    ['that nobody decided', { kind: 'ended', outcome: 'denied', byNames: [], isUndecided: true }],
    ['what somebody asked', { kind: 'acted', act: 'ask', by: actor('U0ANA'), text: 'Why?' }],
  ])('adds to the card when it tells %s', (_what, body) => {
    expect(traitsOf(body).needlessOnce).toBe('never');
  });
});

it('a set-up is told by the end of its request, unless somebody wrote about it', () => {
  const setUp = { kind: 'acted', act: 'set-up', by: actor('U0ANA'), text: '' } as const;
  expect(traitsOf(setUp).needlessOnce).toBe('request-ended');
  const text = 'The keys hang in the shed.';
  expect(traitsOf({ ...setUp, text }).needlessOnce).toBe('never');
  expect(traitsOf({ ...setUp, act: 'cannot-set-up' }).needlessOnce).toBe('never');
});
