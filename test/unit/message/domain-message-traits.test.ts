import { describe, expect, it } from 'vitest';
import {
  type DecisionNext,
  decisionNext,
} from '../../../src/domain/message/kinds/decision-messages.ts';
import { type NoticeBody, saidIn, traitsOf } from '../../../src/domain/message/notice.ts';
import { englishIn } from '../../support/message-sentences.ts';
import { actor, closedSnapshot, noticeContext, snapshot } from '../../support/samples.ts';

const by = actor('U0ANA');
const acted = (act: NoticeBody<'acted'>['act'], text = ''): NoticeBody<'acted'> => ({
  kind: 'acted',
  act,
  by,
  text,
});
const decided = (
  verb: 'approve' | 'deny',
  next: DecisionNext,
  reason = '',
): NoticeBody<'decided'> => ({ kind: 'decided', verb, by, reason, next });
const told = { kind: 'overdue-told', about: [], calls: [], emergency: null } as const;
describe('a message offers', () => {
  it.each<[NoticeBody, readonly string[]]>([
    [{ kind: 'action-refused', refusal: { code: 'granted-first' } }, ['give-back']],
    [{ kind: 'action-refused', refusal: { code: 'closed' } }, []],
    [{ ...told, offersEmergency: true }, ['escalate']],
    [{ ...told, offersEmergency: false }, []],
    [{ ...told, offersEmergency: false, emergency: { next: null } }, ['nudge']],
    // Their people have a message of their own, with all that they can do.
    [acted('ask', 'Why?'), []],
    [decided('approve', { kind: 'ended', outcome: 'granted' }), []],
    [{ kind: 'ended', outcome: 'denied', byNames: [] }, []],
    [{ kind: 'access-ended', end: 'expired' }, []],
  ])('%j', (body, buttons) => {
    expect(traitsOf(body).buttons).toEqual(buttons);
  });
});

it.each<[NoticeBody, object | null]>([
  [acted('ask', 'Why?'), { kind: 'question', text: 'Why?' }],
  [acted('comment', 'Fine.'), { kind: 'words', text: 'Fine.' }],
  [decided('deny', { kind: 'set-up' }, 'Too long.'), { kind: 'reason', text: 'Too long.' }],
  [decided('deny', { kind: 'set-up' }), null],
  [
    { kind: 'action-refused', refusal: { code: 'closed' }, typed: 'Fine.' },
    { kind: 'own-words', text: 'Fine.' },
  ],
  [{ kind: 'action-refused', refusal: { code: 'closed' } }, null],
])('%j quotes what somebody typed', (body, quotation) => {
  expect(traitsOf(body).quotes).toEqual(quotation);
});

it.each<[NoticeBody, string, string]>([
  [acted('escalate'), 'named', 'reviewers'],
  [{ ...acted('escalate'), isHandedOn: false }, 'left-out', 'reviewers'],
  [{ ...acted('reassign'), isHandedOn: true }, 'named', 'reviewers'],
  [acted('reassign'), 'left-out', 'nobody'],
  [acted('nudge'), 'left-out', 'reviewers'],
  [acted('withdraw'), 'left-out', 'reviewers-while-open'],
  [decided('approve', { kind: 'step' }), 'named-with-absences', 'reviewers'],
  [decided('approve', { kind: 'set-up' }), 'left-out', 'nobody'],
])('%j names and calls reviewers', (body, reviewers, calls) => {
  expect(traitsOf(body)).toMatchObject({ reviewers, calls });
});

it.each<[NoticeBody, string, readonly string[]]>([
  [decided('approve', { kind: 'pending' }), 'outcome', ['under-way']],
  [decided('approve', { kind: 'ended', outcome: 'granted' }), 'nothing', ['under-way']],
  [decided('approve', { kind: 'ended', outcome: 'denied' }), 'nothing', ['under-way']],
  [acted('ask', 'Why?'), 'nothing', ['answered']],
  [acted('comment', 'Fine.'), 'nothing', []],
  [{ kind: 'ended', outcome: 'denied', byNames: [] }, 'nothing', []],
  [{ kind: 'action-refused', refusal: { code: 'closed' } }, 'nothing', []],
  [
    { kind: 'action-refused', refusal: { code: 'closed' }, actionId: 'action-1' },
    'nothing',
    ['action'],
  ],
])('%j waits, and is rendered again', (body, waitsFor, changesWith) => {
  expect(traitsOf(body)).toMatchObject({ waitsFor, changesWith });
});

it.each<[NoticeBody, string]>([
  [decided('approve', { kind: 'set-up' }), 'card-shows-it'],
  [decided('approve', { kind: 'set-up' }, 'Fine.'), 'never'],
  [decided('approve', { kind: 'ended', outcome: 'granted' }), 'card-shows-it'],
  [decided('deny', { kind: 'ended', outcome: 'denied' }), 'card-shows-it'],
  // The thread says what to do.
  [decided('approve', { kind: 'ended', outcome: 'error' }), 'never'],
  [decided('approve', { kind: 'step' }), 'never'],
])('%j is needless once the card shows it', (body, needlessOnce) => {
  expect(traitsOf(body).needlessOnce).toBe(needlessOnce);
});

describe('what comes of a decision', () => {
  const form = { kind: 'form', people: [], questions: [], inConsole: false } as const;
  it.each<[string, Parameters<typeof decisionNext>, DecisionNext]>([
    [
      'the end',
      [closedSnapshot({ outcome: 'denied' }), true],
      { kind: 'ended', outcome: 'denied' },
    ],
    ['another step', [snapshot(), false], { kind: 'step' }],
    ['nothing yet where the reading lags', [snapshot(), true], { kind: 'pending' }],
    [
      'nothing yet without reviewers',
      [snapshot({ stepApprovers: [] }), false],
      { kind: 'pending' },
    ],
    [
      'a step that is no review',
      [snapshot({ stepApprovers: [], otherStep: form }), true],
      { kind: 'other-step', step: form },
    ],
    [
      'nothing yet while access is set up',
      [snapshot({ stepApprovers: [], otherStep: { kind: 'set-up' } }), true],
      { kind: 'pending' },
    ],
  ])('is %s', (_what, [task, isStepDecided], next) => {
    expect(decisionNext(task, isStepDecided)).toEqual(next);
  });
});

describe('a message in its own words says', () => {
  const state = { ...noticeContext(), reader: 'requester' } as const;
  const form = (inConsole: boolean) =>
    snapshot({ otherStep: { kind: 'form', people: [], questions: [], inConsole } });
  it.each<[NoticeBody, Parameters<typeof saidIn>[1], readonly RegExp[]]>([
    [{ kind: 'form-due' }, state, [/fill in a form/]],
    [{ kind: 'not-gone', outcome: 'denied' }, state, [/was denied/]],
    [{ kind: 'not-gone', outcome: 'still-held' }, state, [/is still there/]],
    [{ kind: 'trouble', what: 'self-approved' }, state, [/nobody approved/]],
    [{ kind: 'trouble', what: 'nobody-answers' }, state, [/I found nobody/]],
    [{ kind: 'trouble', what: 'answer-refused' }, state, [/no longer accepts an answer/]],
    [{ kind: 'decision-arrived' }, state, [/^\{about:phrase\}: \{said:phrase\}$/]],
  ])('%j', (body, at, expected) => {
    const english = saidIn(body, at).flatMap(englishIn);
    expect(english).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
  });

  it('that a form in the console has to be filled in there', () => {
    const said = (inConsole: boolean) =>
      saidIn({ kind: 'form-due' }, { ...state, task: form(inConsole) }).flatMap(englishIn);
    expect(said(true)).toEqual([
      expect.stringMatching(/continues after/),
      expect.stringMatching(/governance console only/),
    ]);
    expect(said(false)).toEqual([expect.stringMatching(/continues after/)]);
  });
});
