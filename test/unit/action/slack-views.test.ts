/** Long because every window is here, with everything that it may hold. */
import { describe, expect, it } from 'vitest';
import { actionFormKinds } from '../../../src/domain/action/action-form.ts';
import type { SubmissionMistake } from '../../../src/domain/request/access-request.ts';
import { actForm } from '../../../src/slack/action/action-form-modal.ts';
import { writeActionFormMemory } from '../../../src/slack/action/action-form-submitted.ts';
import { acceptanceWords, mistakeWords } from '../../../src/slack/action/refusal-words.ts';
import { detailsModal } from '../../../src/slack/card/details-modal.ts';
import { helpMessage } from '../../../src/slack/home/standing.ts';
import { submittedModal, wordModal } from '../../../src/slack/modals.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { requestFingerprint } from '../../../src/use-cases/card/request-fingerprint.ts';
import { allTexts } from '../../support/languages.ts';
import {
  accessRequest,
  bothDecisions,
  cardModel,
  noBackground,
  people,
  person,
  reviewRecord,
  snapshot,
} from '../../support/samples.ts';
import {
  buttonsIn,
  markedIn,
  messageMistakes,
  nastyTexts,
  textsIn,
  viewMistakes,
} from '../../support/slack-limits.ts';

const texts = textsFor('en');

const incident = { channel: 'C0INCIDENTS', onCall: 'S0ONCALL' };
const submission = { incident: null, ends: '' };
const wordsOf = (view: unknown) => textsIn(view).join('\n');
type ActForm = Parameters<typeof actForm>[1];
const formOf = (change: Partial<ActForm>, words = texts) =>
  actForm(words, { act: 'comment', what: 'x', times: [60], mustSay: false, ...change }, '{}');
/** The window with everything that is known of a request. */
const detailsOf = (
  card: Parameters<typeof cardModel>[0],
  background: Partial<Parameters<typeof detailsModal>[2]> = {},
  memory?: string,
) => detailsModal(texts, cardModel(card), { ...noBackground, ...background }, memory);
const detailWords = (...given: Parameters<typeof detailsOf>) =>
  wordsOf(detailsOf(...given)).replaceAll(/<!date[^>]*>/g, 'DATE');

describe.each(nastyTexts.map((text) => [JSON.stringify(text.slice(0, 20)), text] as const))(
  'with %s in it',
  (_name, text) => {
    const entitlements = Array(9).fill({
      appId: 'a',
      id: 'e',
      name: text,
      description: text,
      riskLevel: text,
    });
    const stepApprovers = people(30).map((one) => ({ ...one, name: text.slice(0, 500) }));
    const request = accessRequest({ appName: text, entitlementName: text, justification: text });
    const task = snapshot({
      appName: text,
      entitlements,
      justification: text,
      stepApprovers,
      insights: [text, text],
    });

    const offered = { decisions: [], acts: actionFormKinds, elsewhere: [text] };

    it.each(allTexts)('every modal fits in %s', (_language, words) => {
      for (const view of [
        ...actionFormKinds.map((act) => formOf({ act, what: text, times: [3_600, 60] }, words)),
        ...[[], Array(5).fill({ id: 'request-1', what: text })].map((requests) =>
          formOf({ what: text, mustSay: true, fromMessage: { words: text, requests } }, words),
        ),
        detailsModal(
          words,
          cardModel({ request, task, offered, answers: [{ label: text, value: text }] }),
          {
            ...noBackground,
            owners: [text, text],
          },
        ),
        wordModal(words, 'Deny the request', 'One sentence.'),
        submittedModal(words, words.requestForm.title, submission),
        submittedModal(words, words.requestForm.emergencyTitle, { ...submission, incident }),
      ]) {
        expect(viewMistakes(view)).toEqual([]);
        expect(markedIn(view).join('\n')).not.toMatch(/<!(?!date)|<@U0EVIL/);
      }
    });
  },
);

it('a first window with a form is cancelled, and one that only tells is closed', () => {
  const forms = actionFormKinds.map((act) => formOf({ act }));
  expect(new Set(forms.map((view) => view.close?.text))).toEqual(new Set(['Cancel']));
  const told = [
    wordModal(texts, 'Title', 'x'),
    submittedModal(texts, 'Title', submission),
    detailsOf({}),
  ];
  expect(told.map((view) => view.close?.text)).toEqual(['Close', 'Close', 'Close']);
});

describe('the form of a comment that is made of a message', () => {
  const commentOf = (words: string, requests: { id: string; what: string }[] | null = null) =>
    formOf({ what: '#7 GitHub', mustSay: true, fromMessage: { words, requests } });
  const input = (view: ReturnType<typeof commentOf>) =>
    view.blocks.flatMap((one) => ('element' in one ? [one.element] : []));

  it('says that none of the requests of the thread can be read any more', () => {
    const view = commentOf('Reading is enough', []);
    expect(textsIn(view)).toContain(
      'Nothing was added. The requests of this thread can no longer be read here.',
    );
    expect(view.submit).toBeUndefined();
    expect(viewMistakes(view)).toEqual([]);
  });

  it('has the words of the message as they are, cut to what a comment may have', () => {
    expect(input(commentOf('*now* <!here>\u0007'))).toMatchObject([
      { initial_value: '*now* <!here>' },
    ]);
    expect(input(commentOf('x'.repeat(2_000)))).toMatchObject([
      { initial_value: `${'x'.repeat(999)}…`, max_length: 1_000 },
    ]);
    expect(input(commentOf('  '))[0]).not.toHaveProperty('initial_value');
  });

  it('names its request, or has those of the thread to pick from', () => {
    expect(wordsOf(commentOf('x'))).toContain('#7 GitHub');
    const requests = [
      { id: 'request-1', what: '#7 GitHub' },
      { id: 'request-2', what: '#8 GitLab' },
    ];
    const several = commentOf('x', requests);
    expect(input(several)[0]).toMatchObject({
      options: [{ value: 'request-1' }, { value: 'request-2' }],
    });
  });
});

it('the form of an approval says a great risk, and nothing of a small one', () => {
  const risk = 'Risk: critical';
  expect(wordsOf(formOf({ act: 'approve', risk }))).toContain(`⚠️ ${risk}`);
  expect(wordsOf(formOf({ act: 'approve' }))).not.toContain('⚠️');
});

it('the form of what cannot be taken back says so', () => {
  const final = actionFormKinds.filter((act) =>
    wordsOf(formOf({ act })).includes('This cannot be taken back.'),
  );
  expect(final).toEqual(['skip-step', 'restart', 'close']);
});

describe('everything that is known of a request', () => {
  it('is in the details: people, access, time, risk, use, advice, answers, owners', () => {
    const answers = [
      { label: 'Ticket', value: 'INC-77' },
      { label: 'Rollback tested', value: true },
    ];
    const task = snapshot({
      answers: answers.map((one) => ({ id: one.label, ...one })),
      target: person('user-dee'),
      emergency: true,
      entitlements: [
        {
          appId: 'a',
          id: 'e',
          name: 'Deploy',
          description: 'Ship to production',
          riskLevel: 'risk-high',
        },
        { appId: 'a', id: 'f', name: 'Read', description: '', riskLevel: '' },
      ],
      lastUsedAt: '2026-02-01T08:00:00Z',
      recommendation: 'review',
      insights: ['Nobody on this team has it', 'Ben had it in May'],
    });
    const shown = detailWords({ task, answers, mentions: new Map() }, { owners: ['Mia', 'Tom'] });
    for (const words of [
      '*🚨 Emergency: Ben Okafor needs GitHub · Deploy, Read for 4 hours*\n#1042 · Risk: high · Account last used DATE',
      'Deploy: Ship to production\nRead',
      'INC-42: the timetable build is red',
      'Ticket: INC-77\nRollback tested: Yes',
      'Mia, Tom',
      'look closely',
      'Nobody on this team has it\nBen had it in May',
    ])
      expect(shown).toContain(words);
  });

  it('says as of when it is true', () => {
    expect(wordsOf(detailsOf({}))).toContain('As of <!date^1772463600^');
  });

  it('lets a reviewer decide on what the window shows, not on what the card showed', () => {
    const task = snapshot({ justification: 'changed since the card was posted' });
    const shown = requestFingerprint(cardModel({ task }));
    const value = JSON.stringify({ v: 1, card: 'card-1', step: 'step-1', shown });
    const offered = { decisions: bothDecisions, acts: [], elsewhere: [] };
    expect(buttonsIn(detailsOf({ task, offered }))).toMatchObject([
      { action_id: 'review.approve', value },
      { action_id: 'review.deny', value },
    ]);
  });

  it('says who decides already, in the place of the buttons', () => {
    const reviews = [reviewRecord({ state: 'accepted' })];
    const offered = { decisions: bothDecisions, acts: [], elsewhere: [] };
    const view = detailsOf({ reviews, offered });
    expect(wordsOf(view)).toContain('*Being approved* by <@U0ANA> …');
    expect(JSON.stringify(view)).not.toContain('review.approve');
  });

  it('leaves out what is not known', () => {
    const shown = detailWords({});
    for (const title of ['Recommendation', 'Answers', 'Owners', 'Insights'])
      expect(shown).not.toContain(title);
  });

  it('is there to the last character', () => {
    const justification = `${'because of the timetable '.repeat(400)}👩‍👩‍👧‍👦 end`;
    const names = people(300);
    const task = snapshot({ justification, stepApprovers: names, insights: ['i'.repeat(400)] });
    const view = detailsOf({ task });
    const shown = textsIn(view);
    for (const whole of [justification, names.map(({ name }) => name).join(', '), 'i'.repeat(400)])
      expect(shown.join('')).toContain(whole);
    expect(shown).toContain('*Reviewers of this step (300)*');
    expect(viewMistakes(view)).toEqual([]);
  });

  it('is cut visibly when even a modal is too small', () => {
    const view = detailsOf({ task: snapshot({ justification: '灯'.repeat(100_000) }) });
    expect(viewMistakes(view)).toEqual([]);
    expect(textsIn(view).some((text) => text.endsWith('灯…'))).toBe(true);
  });

  it('no piece begins or ends with half a character', () => {
    const view = detailsOf({ task: snapshot({ justification: `x${'😀'.repeat(5_000)}` }) });
    expect(viewMistakes(view)).toEqual([]);
    expect(textsIn(view).join('')).not.toContain('\uFFFD');
  });
});

describe('short answers', () => {
  it('explains in the help what to type and who can help', () => {
    const message = helpMessage(textsFor('en', ['U0HANA']), [() => 'Of an extra.']);
    expect(message.text).toMatch(
      /^`\/request-access` asks for access: .*\nOf an extra\.\nQuestions\? Ask <@U0HANA>\.$/s,
    );
    expect(helpMessage(texts, []).text).toContain('Ask your IT team.');
    expect(messageMistakes(message)).toEqual([]);
  });

  it('tells a person after submitting what follows, and who is mentioned in an emergency', () => {
    const words = (given: Parameters<typeof submittedModal>[2]['incident']) =>
      wordsOf(submittedModal(texts, 'Title', { ...submission, incident: given }));
    const sent = 'Submitted. I’ll message you about it.';
    expect(words(null)).toBe(`Title\nClose\n${sent}`);
    expect(words(incident)).toContain(
      `${sent} Unless it is refused, I alert on-call in <#C0INCIDENTS>.`,
    );
    expect(words({ ...incident, onCall: null })).not.toContain('On-call');
  });

  it('a click that is kept needs no words, any other has some', () => {
    expect(acceptanceWords(texts, 'kept')).toBeNull();
    expect(acceptanceWords(texts, 'repeated')).toContain('so this changes nothing');
    expect(acceptanceWords(texts, 'unknown')).toContain('Reason: unknown.');
  });

  const fits = 'Take a time that fits and ends, like “90m” or “3 days”.';
  const tooLong = { field: 'duration', code: 'too-long', longestSeconds: 14_400 } as const;
  it.each<[SubmissionMistake, string]>([
    [{ field: 'justification', code: 'reason-needed' }, 'Say in a sentence why'],
    [
      { field: 'duration', code: 'no-longer', leftSeconds: 93_600 },
      `You have this for 1 day 2 hours anyway. ${fits}`,
    ],
    [tooLong, `At most 4 hours. ${fits}`],
    [{ ...tooLong, names: ['Write'] }, `Write: At most 4 hours. ${fits}`],
    [{ field: 'duration', code: 'must-end' }, fits],
    [{ field: 'duration', code: 'must-end', names: ['Read', 'Write'] }, `Read and Write: ${fits}`],
    [{ field: 'entitlement', code: 'not-there' }, 'Pick another.'],
    [
      { field: 'emergency', code: 'not-urgent', names: ['Read', 'x'.repeat(200)] },
      `Read and ${'x'.repeat(50)}…: Not possible as an emergency. Pick something else, a shorter time, or no emergency.`,
    ],
  ])('a mistake %j says what to do', (mistake, words) => {
    expect(mistakeWords(texts, mistake)).toContain(words);
  });
});

it('a form remembers the click that opened it, and no more of what it is made from', () => {
  const form = { what: 'x'.repeat(3_000), times: [3_600], questions: [], mustSay: true };
  const click = {
    verb: 'ask',
    card: '',
    step: '',
    occurrence: '',
    shown: null,
    clicked: null,
    request: '',
    spoken: { language: 'en', timeZone: null },
  } as const;
  expect(Object.keys(JSON.parse(writeActionFormMemory({ ...click, ...form }))).sort()).toEqual(
    ['v', 'mustSay', ...Object.keys(click)].sort(),
  );
});

it('the form of a denial says who reads the reason', () => {
  const { blocks } = formOf({ act: 'deny', mustSay: true });
  const hint = { text: 'The requester will see it.' };
  expect(blocks.filter(({ type }) => type === 'input')).toMatchObject([
    { label: { text: 'Why? Pick a reason or write one' } },
    { label: { text: 'In your own words' }, hint },
  ]);
});
