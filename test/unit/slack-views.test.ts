import { describe, expect, it } from 'vitest';
import type { RequestState, SubmissionMistake } from '../../src/domain/access-request.ts';
import { acceptanceWords } from '../../src/slack/surfaces/acceptance-words.ts';
import { helpMessage } from '../../src/slack/surfaces/help.ts';
import { homeView } from '../../src/slack/surfaces/home.ts';
import { denyModal, detailsModal, submittedModal, wordModal } from '../../src/slack/surfaces/modals.ts';
import { mistakeWords } from '../../src/slack/surfaces/refusal-words.ts';
import { textsFor } from '../../src/slack/texts/texts.ts';
import type { HomeModel } from '../../src/use-cases/chat-ports.ts';
import { allTexts } from '../support/languages.ts';
import {
  accessRequest,
  actor,
  closedSnapshot,
  homeModel,
  homeRequest,
  noon,
  people,
  snapshot,
} from '../support/samples.ts';
import { markedIn, messageMistakes, nastyTexts, textsIn, viewMistakes } from '../support/slack-limits.ts';

const texts = textsFor('en');

const wordsOf = (view: unknown) => textsIn(view).join('\n');
const states: readonly RequestState[] = ['submitted', 'sending', 'created', 'refused', 'uncertain', 'abandoned'];
describe.each(nastyTexts.map((text) => [JSON.stringify(text.slice(0, 20)), text] as const))(
  'with %s in it',
  (_name, text) => {
    const entitlements = Array(9).fill({ appId: 'a', id: 'e', name: text, description: text, riskLevel: text });
    const stepApprovers = people(300).map((one) => ({ ...one, name: text.slice(0, 500) }));
    const request = accessRequest({ appName: text, entitlementName: text, justification: text });
    const task = snapshot({ appName: text, entitlements, justification: text, stepApprovers, insights: [text, text] });

    it.each(allTexts)('every modal fits in %s', (_language, words) => {
      for (const view of [
        denyModal(words, text, '{}'),
        detailsModal(words, request, task),
        wordModal(words, 'Deny the request', 'One sentence.'),
        submittedModal(words, '<#C0REVIEWS>', `${text} · ${text}`),
      ]) {
        expect(viewMistakes(view)).toEqual([]);
        expect(markedIn(view).join('\n')).not.toMatch(/<!(?!date)|<@U0EVIL/);
      }
    });

    it.each(allTexts)('Home fits in every state in %s', (_language, words) => {
      const inStates = states.map((state) => homeRequest({ request: { ...request, state }, task: null }));
      const withTasks = [task, closedSnapshot({ outcome: text, numericId: text.slice(0, 30) })].map((one) =>
        homeRequest({ request, task: one }),
      );
      expect(viewMistakes(homeView(words, homeModel({ requests: [...inStates, ...withTasks] })))).toEqual([]);
    });
  },
);

describe('everything that a card cut', () => {
  it('is in the details, to the last character', () => {
    const justification = `${'because of the timetable '.repeat(400)}👩‍👩‍👧‍👦 end`;
    const names = people(300);
    const view = detailsModal(
      texts,
      accessRequest(),
      snapshot({ justification, stepApprovers: names, insights: ['i'.repeat(400)] }),
    );
    const shown = textsIn(view);
    expect(shown.join('')).toContain(justification);
    expect(shown.join('')).toContain(names.map((one) => one.name).join(', '));
    expect(shown.join('')).toContain('i'.repeat(400));
    expect(shown).toContain('*Reviewers of this step* (300)');
    expect(viewMistakes(view)).toEqual([]);
  });

  it('is cut visibly where even a modal is too small', () => {
    const view = detailsModal(texts, accessRequest(), snapshot({ justification: '灯'.repeat(100_000) }));
    expect(viewMistakes(view)).toEqual([]);
    expect(textsIn(view).some((text) => text.endsWith('灯…'))).toBe(true);
  });

  it('no piece begins or ends with half a character', () => {
    const view = detailsModal(texts, accessRequest(), snapshot({ justification: `x${'😀'.repeat(5_000)}` }));
    expect(viewMistakes(view)).toEqual([]);
    expect(textsIn(view).join('')).not.toContain('\uFFFD');
  });
});

describe('Home', () => {
  it('says where each request stands', () => {
    const grant = { requestId: 'request-1', startedAt: noon, endsAt: null, endedAt: null, endedBy: null };
    const task = closedSnapshot();
    const rows = [
      ...states.map((state) => homeRequest({ request: accessRequest({ state, taskId: null }), task: null })),
      homeRequest(),
      homeRequest({ task: snapshot({ stepApprovers: [] }) }),
      homeRequest({ task }),
      homeRequest({ task: closedSnapshot({ outcome: 'denied' }) }),
      homeRequest({ task, grant }),
      homeRequest({ task, grant: { ...grant, endedAt: noon, endedBy: 'extended' } }),
    ];
    const shown = wordsOf(homeView(texts, homeModel({ requests: rows })))
      .split('\n')
      .filter((line) => line.includes(' · asked '))
      .map((line) => line.split(' · ')[0]);
    expect(shown).toEqual([
      ...Array(3).fill('On its way to the governance service'),
      'Not clear whether it arrived',
      'Waiting for review',
      'Being set up',
      'until revoked',
      'Not sent on',
      'Left',
      'Granted',
      'Denied',
      'prolonged',
    ]);
  });

  it('says for whom, by whom, until when, and who is asked', () => {
    const ends = { requestId: 'request-1', startedAt: noon, endsAt: noon, endedAt: null, endedBy: null };
    const home = homeModel({
      requests: [
        homeRequest({ request: accessRequest({ targetSlackId: 'U0CHO' }) }),
        homeRequest({ request: accessRequest({ requester: actor('U0ANA') }), task: closedSnapshot(), grant: ends }),
      ],
    });
    const words = wordsOf(homeView(texts, home));
    expect(words).toContain('Waiting for review · for <@U0CHO> · Ana or Cho');
    expect(words).toMatch(/until <!date\^[^>]+> · asked by <@U0ANA>/);
  });

  it('has what waits for this person, with the way there', () => {
    const reviews = [{ request: accessRequest(), task: snapshot(), cardUrl: 'https://acme.slack.com/archives/C1/p1' }];
    const words = wordsOf(homeView(texts, homeModel({ reviews })));
    expect(words).toContain('Waiting for my review');
    expect(words).toContain('<@U0BEN> asks for *GitHub · Platform꞉ write* (#1042)'.replace('꞉', ':'));
    expect(words).toContain('<https://acme.slack.com/archives/C1/p1|Open the card>');
  });

  it('has exactly the buttons of what its reader may do', () => {
    const can = { escalate: true, extend: true, giveBack: true, again: true };
    const buttons = (one: HomeModel) =>
      [...JSON.stringify(homeView(texts, one)).matchAll(/"action_id":"([^"]+)"/g)].map((match) => match[1]);
    expect(buttons(homeModel({ requests: [homeRequest()] }))).toEqual(['home.request', 'home.emergency']);
    expect(buttons(homeModel({ requests: [homeRequest({ can })] }))).toEqual([
      'home.request',
      'home.emergency',
      'request.escalate',
      'request.extend',
      'request.give-back',
      'request.again',
    ]);
  });

  it('fits with as much as it ever holds', () => {
    const can = { escalate: true, extend: true, giveBack: true, again: true };
    const requests = Array.from({ length: 20 }, (_, index) =>
      homeRequest({ can, request: accessRequest({ id: `request-${index}` }) }),
    );
    const reviews = Array.from({ length: 10 }, () => ({ request: accessRequest(), task: snapshot(), cardUrl: null }));
    expect(viewMistakes(homeView(texts, homeModel({ requests, reviews })))).toEqual([]);
  });

  it('says what to do where there is nothing yet', () => {
    expect(wordsOf(homeView(texts, homeModel()))).toContain('You have not asked for anything yet.');
    expect(viewMistakes(homeView(texts, homeModel()))).toEqual([]);
  });

  it('has a button to ask', () => {
    expect(JSON.stringify(homeView(texts, homeModel()))).toContain('"action_id":"home.request"');
  });
});

describe('short answers', () => {
  it('the help says what to type, how much there is and whom to ask', () => {
    const one = {
      id: 'app-github',
      name: 'GitHub',
      channel: null,
      resources: [],
      durationsSeconds: [3_600],
      fields: [],
    };
    const message = helpMessage(texts, { admins: ['U0HANA'], apps: [one] });
    expect(message.text).toContain('You can ask for 1 app here. Questions? Ask <@U0HANA>.');
    expect(helpMessage(texts, { admins: [], apps: [one, one] }).text).toContain(
      '2 apps here. Questions? Ask your IT team.',
    );
    expect(messageMistakes(message)).toEqual([]);
  });

  it('a click that is kept needs no words, any other has some', () => {
    expect(acceptanceWords(texts, 'kept')).toBeNull();
    expect(acceptanceWords(texts, 'repeated')).toContain('second click changed nothing');
    expect(acceptanceWords(texts, 'unknown-card')).toContain('do not know the request');
  });

  it.each<[SubmissionMistake, string]>([
    [{ field: 'justification', kind: 'empty' }, 'Please say in a sentence why'],
    [{ field: 'justification', kind: 'too-long', limit: 3_000 }, 'Please shorten this to 3000 characters.'],
    [
      { field: 'duration', kind: 'too-long', longestSeconds: 14_400 },
      'for at most 4 hours. Please pick a shorter time.',
    ],
    [{ field: 'duration', kind: 'must-end' }, 'Please pick a time.'],
    [{ field: 'entitlement', kind: 'unknown' }, 'Please pick the entitlement from the list again'],
    [{ field: 'app', kind: 'unknown' }, 'Please pick the app from the list again'],
  ])('a mistake %j says what to do', (mistake, words) => {
    expect(mistakeWords(texts, mistake)).toContain(words);
  });
});
