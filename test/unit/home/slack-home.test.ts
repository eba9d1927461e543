/** Long because Home shows everything that can be so of a request and of a review. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { standings } from '../../../src/domain/action/holder-action.ts';
import { elsewhereBlocks } from '../../../src/extras/elsewhere/asked-elsewhere.ts';
import { heldBlocks } from '../../../src/extras/held/held-access-blocks.ts';
import type { HomeHeld } from '../../../src/extras/held/held-on-home.ts';
import { workBlocks } from '../../../src/extras/worklist/work-elsewhere.ts';
import { homeView, type ShownSection } from '../../../src/slack/home/home.ts';
import { limits } from '../../../src/slack/platform/limits.ts';
import { section } from '../../../src/slack/platform/text.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { shownRequests } from '../../../src/use-cases/access/holder-requests.ts';
import type { HomeRequest } from '../../../src/use-cases/ports/home-contents.ts';
import { allTexts } from '../../support/languages.ts';
import { requestStates } from '../../support/request-states.ts';
import {
  accessRequest,
  actor,
  cardModel,
  closedSnapshot,
  grantRow,
  homeModel,
  homeRequest,
  homeRequests,
  homeReview,
  newAction,
  noon,
  person,
  reviewRecord,
  snapshot,
} from '../../support/samples.ts';
import { textsIn, viewMistakes } from '../../support/slack-limits.ts';

const texts = textsFor('en');

/** Something that the person got elsewhere. */
const heldEntry = {
  appId: 'app-aws',
  entitlementId: 'ent-staging',
  accountId: 'account-ben',
  appName: 'AWS',
  entitlementName: 'Staging administrator',
  accountName: null,
  endsAt: null,
  isEndUnreadable: false,
  through: [],
  giveBack: null,
  leaving: null,
  lastReturn: null,
} as const;

const partOf = (held: HomeHeld): ShownSection => ({
  place: 'access',
  blocks: (words, room) => heldBlocks(words, held, room),
});

const wordsOf = (view: unknown) => textsIn(view).join('\n');
/** Words of a Home, with `DATE` for each moment. */
const shownOn = (change: Parameters<typeof homeModel>[0]) =>
  wordsOf(homeView(texts, homeModel(change))).replaceAll(/<!date[^>]+>/g, 'DATE');
const shownOf = (...requests: readonly HomeRequest[]) =>
  shownOn({ requests: homeRequests(requests) });
/** What waits for the reader. */
const waiting = (...cards: readonly Parameters<typeof cardModel>[0][]) => ({
  reviews: { shown: cards.map((card) => homeReview({ card: cardModel(card) })), left: 0 },
});

describe('Home', () => {
  const mostCards = Array.from({ length: 15 }, (_, index) => ({ cardId: `card-${index}` }));
  const can = {
    ...homeRequest().can,
    escalate: true,
    extend: true,
    correct: true,
    nudge: true,
    'give-back': true,
    again: true,
  };

  it('says that an open request is for more time', () => {
    const request = accessRequest({ extendsRequestId: 'request-0' });
    expect(shownOf(homeRequest({ request }))).toContain('\nrequest for more time · *Waiting for* ');
  });

  it('says that its reviewers asked something, with *Answer*, and when they were nudged', () => {
    const question = newAction({ id: 'question-1', verb: 'ask', by: actor('U0ANA') });
    const view = homeView(
      texts,
      homeModel({
        requests: homeRequests([homeRequest({ question, nudgedAt: noon })]),
      }),
    );
    expect(wordsOf(view)).toMatch(/ · <@U0ANA> asks you something · nudged <!date/);
    expect(JSON.stringify(view)).toMatch(/"action_id":"request\.answer".*"value":"question-1"/);
  });

  it('says that a request is being withdrawn, and access given back', () => {
    expect(shownOf(homeRequest({ beingEnded: 'withdraw' }))).toContain('\nis being withdrawn · ');
    const returned = homeRequest({ beingEnded: 'give-back', grant: grantRow() });
    expect(shownOf(returned)).toContain('\nis being given back · ');
  });

  it('says of a request in whose place a corrected one came that it was corrected', () => {
    const request = accessRequest({ state: 'withdrawn' });
    const task = closedSnapshot({ outcome: 'cancelled' });
    const entry = homeRequest({ request, task, standing: 'ended', isCorrected: true });
    expect(shownOf(entry)).toContain('\ncorrected · ');
    expect(shownOf({ ...entry, isCorrected: false })).not.toContain('corrected');
  });

  it('says of a request that somebody could not be told of it', () => {
    expect(shownOf(homeRequest({ isUndelivered: true }))).toContain(
      ' · somebody could not be told of it; the administrators know · asked ',
    );
  });

  it('gives the service’s advice on a request that waits for the reader', () => {
    const advice = { insights: ['The person is an intern.'], recommendation: 'deny' };
    expect(shownOn(waiting({ task: snapshot(advice) }))).toContain(
      '\nRecommendation: deny · The person is an intern.\nAsked ',
    );
    expect(shownOn(waiting({ task: closedSnapshot(advice) }))).not.toContain('intern');
  });

  it('says where each request stands', () => {
    const grant = grantRow();
    const task = closedSnapshot();
    const rows = [
      ...requestStates.map((state) =>
        homeRequest({ request: accessRequest({ state, taskId: null }), task: null }),
      ),
      homeRequest(),
      homeRequest({ task: snapshot({ stepApprovers: [] }) }),
      homeRequest({ task }),
      homeRequest({ task: closedSnapshot({ outcome: 'denied' }) }),
      homeRequest({ request: accessRequest({ state: 'withdrawn' }) }),
      homeRequest({ task, grant }),
      homeRequest({ task, grant: { ...grant, revocationPending: 'given-back' } }),
      ...([null, 'expired', 'given-back', 'taken-away', 'unconfirmed'] as const).map((endedBy) =>
        homeRequest({ task, grant: { ...grant, endedAt: noon, endedBy } }),
      ),
    ];
    const shown = shownOf(...rows)
      .split('\n')
      .filter((line) => line.includes(' · asked '))
      .map((line) => line.split(' · ')[0]?.replace(/ DATE.*/, ''));
    expect(shown).toEqual([
      ...Array(2).fill('Waiting for the access service'),
      ...Array(2).fill('Sent, no answer'),
      '*Waiting for* Ana or Cho',
      '*Waiting*. Nobody is named to decide yet.',
      'Withdrawn here, still open in the access service',
      'until revoked',
      'is being given back',
      'Did not go through',
      'Sent, no answer',
      'Granted',
      'Denied',
      'went on with a later request',
      'ended',
      'given back',
      'taken away',
      'should have ended',
    ]);
  });

  it.each(allTexts)('says where to look for an unreadable end in %s', (_language, words) => {
    const task = closedSnapshot({ grantDurationSeconds: null, hasUnreadableDuration: true });
    const consoleUrl = 'https://acme.example/task/1042';
    const entry = homeRequest({ task, grant: grantRow(), consoleUrl });
    const shown = wordsOf(homeView(words, homeModel({ requests: homeRequests([entry]) })));
    const console = `<${consoleUrl}|${words.home.console}>`;
    expect(shown).toContain(words.card.unclear({ console }));
    expect(shown).not.toContain(words.times.untilRevoked);
  });

  it('shows the end that was read later of access whose duration cannot be read', () => {
    const task = closedSnapshot({ grantDurationSeconds: null, hasUnreadableDuration: true });
    const grant = grantRow({ endsAt: new Date(noon.getTime() + 7_200_000) });
    expect(shownOf(homeRequest({ task, grant }))).toContain('(2 hours left)');
  });

  it('names target, requester, end and reviewers', () => {
    const words = shownOf(
      homeRequest({ request: accessRequest({ targetSlackId: 'U0CHO' }) }),
      homeRequest({
        request: accessRequest({ requester: actor('U0ANA') }),
        task: closedSnapshot(),
        grant: grantRow({ endsAt: new Date(noon.getTime() + 1) }),
      }),
    );
    expect(words).toContain(
      '*GitHub · Platform: write* (#1042)\n*Waiting for* Ana or Cho · for <@U0CHO> · asked ',
    );
    expect(words).toContain('until DATE · asked by <@U0ANA>');
  });

  it('shows a reviewer justification, risk and step beside the buttons, with a link to the card', () => {
    const cardUrl = 'https://acme.slack.com/archives/C1/p1';
    const task = snapshot({ approvalStep: { number: 1, of: 2 } });
    const card = cardModel({ task, riskName: 'High' });
    const words = shownOn({ reviews: { shown: [homeReview({ card, cardUrl })], left: 0 } });
    expect(words.split('\n').slice(3)).toEqual([
      'Waiting for me',
      '*⏳ Ben Okafor wants GitHub · Platform: write for 4 hours*',
      '#1042 · Risk: high · Step 1 of 2',
      `Asked by <@U0BEN>, DATE · <${cardUrl}|See request>`,
      'INC-42: the timetable build is red',
      'Approve',
      'Deny',
      'Show everything',
      'Nothing requested yet. Type `/request-access`.',
    ]);
  });

  it('names the person whom a request is for', () => {
    const card = { target: { name: 'Dee Diaz' }, task: snapshot({ target: person('user-dee') }) };
    expect(shownOn(waiting(card))).toContain('On behalf of Dee');
  });

  it('lets a reviewer decide, marks emergencies, and shows who is deciding in place of the buttons', () => {
    const { shown } = waiting(
      { task: snapshot({ emergency: true }) },
      { cardId: 'card-2', reviews: [reviewRecord({ state: 'accepted' })] },
    ).reviews;
    const view = homeView(texts, homeModel({ reviews: { shown, left: 12 } }));
    const buttons = z.array(
      z.looseObject({
        block_id: z.string(),
        elements: z.array(z.object({ action_id: z.string() })),
      }),
    );
    const rows = buttons.parse(view.blocks.filter((block) => block.block_id?.startsWith('waits.')));
    expect(rows.map((row) => [row.block_id, row.elements.map((one) => one.action_id)])).toEqual([
      ['waits.card-1', ['review.approve', 'review.deny', 'card.details']],
      ['waits.card-2', ['card.details']],
    ]);
    const words = wordsOf(view);
    expect(words).toContain(
      '*🚨 Emergency: Ben Okafor needs GitHub · Platform: write for 4 hours*',
    );
    expect(words).toContain('*Being approved* by <@U0ANA> …');
    expect(words).toContain('Waiting for me: 14');
    expect(words).toContain('12 more waiting. They move up as you decide.');
  });

  it('has exactly the buttons of what its reader may do', () => {
    const buttons = (one: HomeRequest) => {
      const view = homeView(texts, homeModel({ requests: homeRequests([one]) }));
      return [...JSON.stringify(view).matchAll(/"action_id":"([^"]+)"/g)].map(([, id]) => id);
    };
    const always = ['home.request', 'home.emergency'];
    expect(buttons(homeRequest())).toEqual(always);
    expect(buttons(homeRequest({ can }))).toEqual([
      ...always,
      'request.escalate',
      'request.extend',
      'request.correct',
      'request.nudge',
      'request.give-back',
      'request.again',
    ]);
  });

  it('fits with as much as it ever holds', () => {
    const requests = Array.from({ length: shownRequests.home }, (_, index) =>
      homeRequest({
        can,
        request: accessRequest({ id: `request-${index}` }),
        standing: standings[index % 4] ?? 'open',
      }),
    );
    const { reviews } = waiting(...mostCards);
    const line = {
      kind: 'certify',
      name: 'Ledger',
      instructions: '',
      count: 2,
      dueAt: null,
      url: null,
    } as const;
    const work = { shown: Array(8).fill(line), left: 3, isCut: false };
    const { requester: _requester, ...asked } = accessRequest();
    const elsewhere = {
      subject: {
        ...asked,
        requester: null,
        taskId: 'task-2',
        elsewhere: { kind: 'grant', requesterName: 'Cho Chen' },
      },
      task: snapshot(),
      isOwn: true,
      isForReader: true,
      consoleUrl: null,
    } as const;
    const madeElsewhere = { shown: Array(5).fill(elsewhere), left: 3 };
    const left = { open: 9, active: 9, sent: 9, ended: 9 };
    const home = homeModel({
      requests: homeRequests(requests, left),
      reviews: { ...reviews, left: 3 },
      besides: [
        { place: 'waiting', blocks: (words) => workBlocks(words, work) },
        { place: 'open', blocks: (words) => elsewhereBlocks(words, madeElsewhere) },
      ],
    });
    expect(viewMistakes(homeView(texts, home))).toEqual([]);
    const open = homeRequests(
      requests.map((one) => ({ ...one, standing: 'open' })),
      left,
    );
    expect(viewMistakes(homeView(texts, { ...home, requests: open }))).toEqual([]);
    // And with access from elsewhere, which takes the room of what ended.
    for (const oldFrom of [null, noon])
      for (const count of [0, 1, 5, 30]) {
        const entries = Array(count).fill(heldEntry);
        const held = { shown: entries, left: 40, isCut: true, oldFrom, alsoTaken: [] };
        const besides = [...home.besides, partOf(held)];
        expect(viewMistakes(homeView(texts, { ...home, besides }))).toEqual([]);
      }
  });

  it('shows what an extra has below what waits for the reader, with the room that is left', () => {
    const rooms: number[] = [];
    const saying = (words: string): ShownSection => ({
      place: 'waiting',
      blocks(_texts, room) {
        rooms.push(room);
        return [section(words)];
      },
    });
    const besides = [saying('The first part'), saying('The second part')];
    const requests = homeRequests([homeRequest()]);
    expect(shownOn({ ...waiting({}), besides, requests })).toMatch(
      /Waiting for me.*\nThe first part\nThe second part\nMy open requests/s,
    );
    const [first = 0, second = 0] = rooms;
    expect(first - second).toBe(1);
    expect(first).toBeLessThan(limits.homeBlocks);
  });

  it('shows access from elsewhere before access that has ended, which is cut first', () => {
    const ended = Array.from({ length: 25 }, (_, index) =>
      homeRequest({
        request: accessRequest({ id: `request-${index}`, entitlementName: `Old ${index}` }),
        task: null,
        standing: 'ended',
        can: { ...homeRequest().can, again: true },
      }),
    );
    const shownWith = (count: number) => {
      const held = {
        shown: Array.from({ length: count }, (_, index) => ({
          ...heldEntry,
          entitlementName: `Held ${index}`,
        })),
        left: 0,
        isCut: false,
        oldFrom: null,
        alsoTaken: [],
      };
      const home = homeModel({
        ...waiting(...mostCards.slice(0, 10)),
        requests: homeRequests(ended),
        besides: [partOf(held)],
      });
      const view = homeView(texts, home);
      expect(viewMistakes(view)).toEqual([]);
      return wordsOf(view);
    };
    expect(shownWith(1)).toMatch(/Granted elsewhere\n.*Held 0.*\nEnded\n.*Old 24/s);
    const full = shownWith(30);
    expect(full).toMatch(/Held 29.*Ended\n/s);
    expect(full).not.toContain('Old 24');
    expect(full).toMatch(/… \d+ more$/);
  });

  it('says how many more there are of each kind, also when none of a kind is shown', () => {
    const reviews = { ...waiting({}).reviews, left: 3 };
    const requests = homeRequests([homeRequest()], { open: 2, ended: 17 });
    expect(shownOn({ requests, reviews })).toMatch(
      /Waiting for me: 4\n[^…]*\n3 more waiting[^…]*My open requests[^…]*… 2 more\nEnded\n… 17 more/,
    );
  });

  it.each([
    [7_200, ' (2 hours left)'],
    [7_199, ' (119 minutes left)'],
    [5 * 86_400 - 1, ' (5 days left)'],
    [4 * 3_600 - 60, ' (4 hours left)'],
    [4 * 3_600 - 301, ' (3 hours left)'],
    [86_400 + 3_601, ' (1 day 1 hour left)'],
    [61, ' (1 minute left)'],
    [59, ' · asked'],
  ])('shows the end and the time left %d s before, never rounded up', (seconds, words) => {
    const endsAt = new Date(noon.getTime() + seconds * 1_000);
    const grant = grantRow({ endsAt });
    expect(shownOf(homeRequest({ task: closedSnapshot(), grant }))).toContain(`until DATE${words}`);
  });

  it('shows the expected end until the service reports the end', () => {
    const grant = grantRow({ endsAt: noon });
    expect(shownOf(homeRequest({ task: closedSnapshot(), grant }))).toContain(
      'should have ended DATE, as granted',
    );
  });

  it('shows only the date of the request, and where to look, when the end is unknown', () => {
    const sent = { standing: 'sent' } as const;
    const words = shownOf(
      homeRequest({ ...sent, consoleUrl: 'https://acme.example/task/1042' }),
      homeRequest({ ...sent, task: snapshot({ numericId: '' }) }),
    );
    expect(words).toContain(
      'Sent\n*GitHub · Platform: write* (#1042)\nI cannot tell safely how this stands now. Look in the <https://acme.example/task/1042|governance console>. · asked DATE',
    );
    expect(words).toContain(
      '*GitHub · Platform: write*\nI cannot tell safely how this stands now. Look in the governance console. · asked DATE',
    );
    expect(words).not.toMatch(/waiting|open|Ana/i);
  });

  it('says that the service refuses the bot, and not that nothing is there', () => {
    const words = shownOn({ isServiceRefusing: true });
    expect(words).toContain('The access service refuses me, because my credentials are wrong.');
    expect(words).not.toContain('Nothing requested');
  });

  it('says what to do when there is nothing yet', () => {
    expect(shownOn({})).toContain('Nothing requested yet.');
    expect(viewMistakes(homeView(texts, homeModel()))).toEqual([]);
  });
});
