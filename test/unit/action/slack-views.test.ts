/** Long because every window is here, with everything that it may hold. */
import { describe, expect, it } from 'vitest';
import { actionFormKinds } from '../../../src/domain/action/action-form.ts';
import type { SubmissionMistake } from '../../../src/domain/request/access-request.ts';
import { taskDetailKinds } from '../../../src/domain/task/task-details.ts';
import { actForm } from '../../../src/slack/action/action-form-modal.ts';
import { writeActionFormMemory } from '../../../src/slack/action/action-form-submitted.ts';
import { acceptanceWords, mistakeWords } from '../../../src/slack/action/refusal-words.ts';
import { detailsModal } from '../../../src/slack/card/details-modal.ts';
import { helpMessage } from '../../../src/slack/home/standing.ts';
import { snoozeModal, submittedModal, wordModal } from '../../../src/slack/modals.ts';
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
    const stepApprovers = people(300).map((one) => ({ ...one, name: text.slice(0, 500) }));
    const request = accessRequest({ appName: text, entitlementName: text, justification: text });
    const details = taskDetailKinds.flatMap((kind) =>
      Array(10).fill({ kind, text: text.slice(0, 300) }),
    );
    const task = snapshot({
      appName: text,
      entitlements,
      justification: text,
      stepApprovers,
      insights: [text, text],
      details,
    });

    const offered = { decisions: [], acts: actionFormKinds, elsewhere: [text] };

    it.each(allTexts)('every modal fits in %s', (_language, words) => {
      for (const view of [
        ...actionFormKinds.map((act) =>
          actForm(words, { act, what: text, times: [3_600, 60], mustSay: false }, '{}'),
        ),
        ...[[], Array(5).fill({ id: 'request-1', what: text })].map((requests) =>
          actForm(
            words,
            {
              act: 'comment',
              what: text,
              times: [],
              mustSay: true,
              fromMessage: { words: text, requests },
            },
            '{}',
          ),
        ),
        detailsModal(
          words,
          cardModel({ request, task, offered, answers: [{ label: text, value: text }] }),
          {
            ...noBackground,
            owners: [text, text],
            people: Array(2).fill({
              name: text,
              jobTitle: text,
              department: text,
              managers: Array(5).fill(text),
            }),
            held: { endsAt: null },
            earlier: Array(3).fill({ verb: 'deny', by: 'U0ANA', holder: 'U0BEN', at: new Date(0) }),
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
  const forms = [
    ...actionFormKinds.map((act) =>
      actForm(texts, { act, what: 'x', times: [60], mustSay: false }, '{}'),
    ),
    snoozeModal(texts, '{}'),
  ];
  expect(new Set(forms.map((view) => view.close?.text))).toEqual(new Set(['Cancel']));
  const told = [
    wordModal(texts, 'Title', 'x'),
    submittedModal(texts, 'Title', submission),
    detailsModal(texts, cardModel(), noBackground),
  ];
  expect(told.map((view) => view.close?.text)).toEqual(['Close', 'Close', 'Close']);
});

describe('the form of a comment that is made of a message', () => {
  const formOf = (words: string, requests: { id: string; what: string }[] | null = null) =>
    actForm(
      texts,
      {
        act: 'comment',
        what: '#7 GitHub',
        times: [],
        mustSay: true,
        fromMessage: { words, requests },
      },
      '{}',
    );
  const input = (view: ReturnType<typeof formOf>) =>
    view.blocks.flatMap((one) => ('element' in one ? [one.element] : []));

  it('says that none of the requests of the thread can be read any more', () => {
    const view = formOf('Reading is enough', []);
    expect(textsIn(view)).toContain(
      'Nothing was added. The requests of this thread can no longer be read here.',
    );
    expect(view.submit).toBeUndefined();
    expect(viewMistakes(view)).toEqual([]);
  });

  it('has the words of the message as they are, cut to what a comment may have', () => {
    expect(input(formOf('*now* <!here>\u0007'))).toMatchObject([
      { initial_value: '*now* <!here>' },
    ]);
    expect(input(formOf('x'.repeat(2_000)))).toMatchObject([
      { initial_value: `${'x'.repeat(999)}…`, max_length: 1_000 },
    ]);
    expect(input(formOf('  '))[0]).not.toHaveProperty('initial_value');
  });

  it('names its request, or has those of the thread to pick from', () => {
    expect(wordsOf(formOf('x'))).toContain('#7 GitHub');
    const requests = [
      { id: 'request-1', what: '#7 GitHub' },
      { id: 'request-2', what: '#8 GitLab' },
    ];
    const several = formOf('x', requests);
    expect(input(several)[0]).toMatchObject({
      options: [{ value: 'request-1' }, { value: 'request-2' }],
    });
  });
});

it('the form of an approval says a great risk, and nothing of a small one', () => {
  const form = { act: 'approve', what: 'x', times: [], mustSay: false } as const;
  expect(wordsOf(actForm(texts, { ...form, risk: 'Risk: critical' }, '{}'))).toContain(
    '⚠️ Risk: critical',
  );
  expect(wordsOf(actForm(texts, form, '{}'))).not.toContain('⚠️');
});

it('the form of what cannot be taken back says so', () => {
  const final = actionFormKinds.filter((act) =>
    wordsOf(actForm(texts, { act, what: 'x', times: [60], mustSay: false }, '{}')).includes(
      'This cannot be taken back.',
    ),
  );
  expect(final).toEqual(['skip-step', 'restart', 'close']);
});

describe('everything that is known of a request', () => {
  it('holds what the service tells beyond the card, in both languages', () => {
    const details = taskDetailKinds.map((kind) => ({ kind, text: `<${kind}>` }));
    const card = cardModel({ task: snapshot({ details }) });
    const shown = wordsOf(detailsModal(texts, card, noBackground));
    expect(shown).toContain('What else is known');
    for (const kind of taskDetailKinds) expect(shown).toContain(`: <${kind}>`);
    expect(shown).toContain('Taken away as well: <also-revoked>');
    expect(wordsOf(detailsModal(textsFor('de'), card, noBackground))).toContain(
      'Wird auch entzogen: <also-revoked>',
    );
    const older = cardModel({ task: snapshot() });
    expect(wordsOf(detailsModal(texts, older, noBackground))).not.toContain('What else is known');
  });

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
    const shown = textsIn(
      detailsModal(texts, cardModel({ task, answers, mentions: new Map() }), {
        ...noBackground,
        owners: ['Ana', 'Cho'],
      }),
    );
    for (const words of [
      'Deploy: Ship to production\nRead',
      'INC-42: the timetable build is red',
      'Ticket: INC-77\nRollback tested: Yes',
      'Ana, Cho',
      'look closely',
      'Nobody on this team has it\nBen had it in May',
    ]) {
      expect(shown).toContain(words);
    }
    expect(shown.find((words) => words.startsWith('*🚨'))?.replace(/<!date[^>]*>/, 'DATE')).toBe(
      '*🚨 Emergency: Ben Okafor needs GitHub · Deploy, Read for 4 hours*\n#1042 · Risk: high · Account of Dee last used DATE',
    );
  });

  it('says who asks and for whom: title, department and manager, as far as they are told', () => {
    const background = {
      ...noBackground,
      people: [
        { name: 'Ben', jobTitle: 'Engineer', department: '<Platform>', managers: ['Mia', 'Tom'] },
        { name: 'Dee', department: 'Bakery', managers: [] },
      ],
    };
    const shown = wordsOf(detailsModal(texts, cardModel(), background));
    expect(shown).toContain(
      '*Ben*: Engineer · &lt;Platform&gt; · Manager: Mia, Tom\n*Dee*: Bakery',
    );
    expect(wordsOf(detailsModal(textsFor('de'), cardModel(), background))).toContain(
      'Führungskraft: Mia, Tom',
    );
  });

  it.each([
    ['en', 'Approved for <@U0BEN> by <@U0ANA>, DATE\nDenied for <@U0DEE> by <@U0ANA>, DATE'],
    ['de', 'Genehmigt für <@U0BEN> von <@U0ANA>, DATE\nAbgelehnt für <@U0DEE> von <@U0ANA>, DATE'],
  ] as const)('says how the same access was decided before, in %s', (language, words) => {
    const at = new Date('2026-11-03T09:00:00Z');
    const earlier = [
      { verb: 'approve', by: 'U0ANA', holder: 'U0BEN', at },
      { verb: 'deny', by: 'U0ANA', holder: 'U0DEE', at },
    ] as const;
    const view = detailsModal(textsFor(language), cardModel(), { ...noBackground, earlier });
    expect(wordsOf(view).replaceAll(/<!date[^>]*>/g, 'DATE')).toContain(words);
  });

  it.each([
    ['en', 'As of <!date^1772463600^'],
    ['de', 'Stand: <!date^1772463600^'],
  ] as const)('says as of when it is true (%s)', (language, words) => {
    expect(wordsOf(detailsModal(textsFor(language), cardModel(), noBackground))).toContain(words);
  });

  it('says what the person has of it already', () => {
    const shown = (endsAt: Date | null, language: 'en' | 'de' = 'en') =>
      wordsOf(
        detailsModal(textsFor(language), cardModel(), { ...noBackground, held: { endsAt } }),
      ).replaceAll(/<!date[^>]*>/g, 'DATE');
    expect(shown(new Date(0))).toContain('Has it until DATE');
    expect(shown(null)).toContain('Has it until revoked');
    expect(shown(null, 'de')).toContain('Schon vorhanden bis auf Widerruf');
  });

  it('lets a reviewer decide on what the window shows, not on what the card showed', () => {
    const task = snapshot({ justification: 'changed since the card was posted' });
    const card = cardModel({
      task,
      offered: { decisions: bothDecisions, acts: [], elsewhere: [] },
    });
    const decisions = buttonsIn(detailsModal(texts, card, noBackground));
    const value = JSON.stringify({
      v: 1,
      card: 'card-1',
      step: 'step-1',
      shown: requestFingerprint(card),
    });
    expect(decisions).toMatchObject([
      { action_id: 'review.approve', value },
      { action_id: 'review.deny', value },
    ]);
  });

  it('says who decides already, in the place of the buttons', () => {
    const reviews = [reviewRecord({ state: 'accepted' })];
    const offered = { decisions: bothDecisions, acts: [], elsewhere: [] };
    const view = detailsModal(texts, cardModel({ reviews, offered }), noBackground);
    expect(wordsOf(view)).toContain('*Being approved* by <@U0ANA> …');
    expect(JSON.stringify(view)).not.toContain('review.approve');
  });

  it('leads back to the list from which it was opened', () => {
    const memory = JSON.stringify({ waiting: { page: 1, appId: null } });
    expect(wordsOf(detailsModal(texts, cardModel(), noBackground, memory))).toContain(
      'Back to the list',
    );
    expect(wordsOf(detailsModal(texts, cardModel(), noBackground, 'null'))).not.toContain(
      'Back to the list',
    );
  });

  it('leaves out what is not known', () => {
    const shown = textsIn(detailsModal(texts, cardModel(), noBackground)).join('\n');
    for (const title of ['Recommendation', 'Answers', 'Owners', 'Insights'])
      expect(shown).not.toContain(title);
  });

  it('is there to the last character', () => {
    const justification = `${'because of the timetable '.repeat(400)}👩‍👩‍👧‍👦 end`;
    const names = people(300);
    const task = snapshot({ justification, stepApprovers: names, insights: ['i'.repeat(400)] });
    const view = detailsModal(texts, cardModel({ task }), noBackground);
    const shown = textsIn(view);
    expect(shown.join('')).toContain(justification);
    expect(shown.join('')).toContain(names.map((one) => one.name).join(', '));
    expect(shown.join('')).toContain('i'.repeat(400));
    expect(shown).toContain('*Reviewers of this step (300)*');
    expect(viewMistakes(view)).toEqual([]);
  });

  it('is cut visibly when even a modal is too small', () => {
    const view = detailsModal(
      texts,
      cardModel({ task: snapshot({ justification: '灯'.repeat(100_000) }) }),
      noBackground,
    );
    expect(viewMistakes(view)).toEqual([]);
    expect(textsIn(view).some((text) => text.endsWith('灯…'))).toBe(true);
  });

  it('no piece begins or ends with half a character', () => {
    const view = detailsModal(
      texts,
      cardModel({ task: snapshot({ justification: `x${'😀'.repeat(5_000)}` }) }),
      noBackground,
    );
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
    const sent = 'Sent. I’ll message you when it’s decided.';
    expect(words(null)).toBe(`Title\nClose\n${sent}`);
    expect(words(incident)).toContain(`${sent} I’m alerting on-call in <#C0INCIDENTS>.`);
    expect(words({ ...incident, onCall: null })).not.toContain('On-call');
  });

  it('a click that is kept needs no words, any other has some', () => {
    expect(acceptanceWords(texts, 'kept')).toBeNull();
    expect(acceptanceWords(texts, 'repeated')).toContain('so this changes nothing');
    expect(acceptanceWords(texts, 'unknown')).toContain('Reason: unknown.');
  });

  it.each<[SubmissionMistake, string]>([
    [{ field: 'justification', code: 'reason-needed' }, 'Say in a sentence why'],
    [
      { field: 'duration', code: 'no-longer', leftSeconds: 93_600 },
      'You have this for 1 day 2 hours anyway. Take a time that fits and ends, like “90m” or “3 days”.',
    ],
    [
      { field: 'duration', code: 'too-long', longestSeconds: 14_400 },
      'At most 4 hours. Take a time that fits and ends, like “90m” or “3 days”.',
    ],
    [
      { field: 'duration', code: 'must-end' },
      'Take a time that fits and ends, like “90m” or “3 days”.',
    ],
    [
      { field: 'duration', code: 'too-long', longestSeconds: 14_400, names: ['Write'] },
      'Write: At most 4 hours. Take a time that fits and ends, like “90m” or “3 days”.',
    ],
    [
      { field: 'duration', code: 'must-end', names: ['Read', 'Write'] },
      'Read and Write: Take a time that fits and ends, like “90m” or “3 days”.',
    ],
    [{ field: 'entitlement', code: 'not-there' }, 'Pick another.'],
    [
      { field: 'emergency', code: 'not-urgent', names: ['Read', 'x'.repeat(200)] },
      `Read and ${'x'.repeat(50)}…: Not available as emergency access. Remove it, or ask without the emergency.`,
    ],
    [{ field: 'app', code: 'not-there' }, 'Pick another.'],
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

describe('the form of a denial', () => {
  it.each([
    [
      'en',
      'Why? Pick a reason or write one',
      'In your own words',
      'One of the two is needed. The requester will see it.',
    ],
    [
      'de',
      'Warum? Wähle oder schreibe einen Grund',
      'In eigenen Worten',
      'Eins von beiden ist nötig. Die anfragende Person sieht es.',
    ],
  ] as const)('says that one of its two fields is needed, in %s', (language, ...words) => {
    const denial = { act: 'deny', what: '', times: [], mustSay: true } as const;
    const { blocks } = actForm(textsFor(language), denial, '{}');
    const [reason, ownWords, ownWordsHint] = words;
    expect(blocks.filter(({ type }) => type === 'input')).toMatchObject([
      { label: { text: reason } },
      { label: { text: ownWords }, hint: { text: ownWordsHint } },
    ]);
  });
});
