import { describe, expect, it } from 'vitest';
import type { Reminded } from '../../../src/domain/due/calls.ts';
import { limits } from '../../../src/slack/platform/limits.ts';
import { renderedList } from '../../../src/slack/show/waiting-list.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import type { ListContent, ListedReview } from '../../../src/use-cases/ports/contents/list-chat.ts';
import { allTexts } from '../../support/languages.ts';
import {
  accessRequest,
  actor,
  bothDecisions,
  cardModel,
  homeReview,
  noon,
  people,
  person,
  reviewRecord,
  snapshot,
  untoldSnapshot,
} from '../../support/samples.ts';
import {
  labelsIn,
  messageMistakes,
  nastyTexts,
  pingsIn,
  textsIn,
} from '../../support/slack-limits.ts';

const texts = textsFor('en');
const url = 'https://acme.slack.com/p1';
const listed = (
  card: Parameters<typeof cardModel>[0] = {},
  change: Partial<ListedReview> = {},
): ListedReview => ({
  ...homeReview({ card: cardModel(card), cardUrl: url }),
  reminded: null,
  ...change,
});
const listOf = (
  reviews: readonly ListedReview[],
  { words = texts, ...change }: Partial<ListContent> & { readonly words?: typeof texts } = {},
) => {
  const emergency = { channel: null, onCall: null };
  const post = renderedList(words, { readerId: 'U0ANA', emergency, reviews, left: 0, ...change });
  return { text: post.text.replaceAll(/<!date[^>]*>/g, 'DATE'), blocks: post.blocks };
};
const wordsOf = (...list: Parameters<typeof listOf>) => textsIn(listOf(...list).blocks).join('\n');
const idsIn = (...list: Parameters<typeof listOf>) =>
  [...JSON.stringify(listOf(...list).blocks).matchAll(/"action_id":"([^"]+)"/g)].map(
    ([, id]) => id,
  );

const setUp = listed({
  task: snapshot({
    delivered: { kind: 'provision', receivedAt: noon.toISOString(), deniedAt: null },
  }),
});
const untold = listed({ task: untoldSnapshot() });

describe('the list of what waits for a reviewer', () => {
  it.each<[string, readonly ListedReview[], string, string]>([
    [
      'a decision',
      [listed(), setUp],
      'This is waiting for your decision:',
      'Das wartet auf deine Entscheidung:',
    ],
    ['a set-up', [setUp], 'This is waiting for you to set it up:', 'Das musst du noch einrichten:'],
    [
      'perhaps a decision',
      [listed(), untold],
      'As far as I know, this is waiting for your decision:',
      'Soweit ich weiß, wartet das auf deine Entscheidung:',
    ],
  ])('begins with what is waited for: %s', (_what, reviews, english, german) => {
    const first = (words = texts) => listOf(reviews, { words }).text.split('\n')[0];
    expect([first(), first(textsFor('de'))]).toEqual([english, german]);
    expect(wordsOf(reviews).split('\n')[0]).toBe(english);
  });

  it('says of each what is needed to decide, with buttons, and in a line for a notification', () => {
    const task = snapshot({ approvalStep: { number: 2, of: 2 } });
    const offered = { decisions: bothDecisions, acts: [], elsewhere: [] };
    const urgent = { cardId: 'card-2', task: snapshot({ emergency: true, numericId: '' }) };
    const reviews = [
      listed({ task, riskName: 'High', offered }),
      listed(urgent, { cardUrl: null }),
    ];
    expect(listOf(reviews).text.split('\n').slice(1)).toEqual([
      `• *GitHub · Platform: write* (#1042): Ana or Cho · Asked by Ben, DATE · <${url}|See request>`,
      '• *GitHub · Platform: write*: Ana or Cho · Emergency · Asked by Ben, DATE',
    ]);
    const words = wordsOf(reviews);
    expect(words).toContain('#1042 · Risk: high · Step 2 of 2');
    expect(words).toContain('INC-42: the timetable build is red');
    const decide = ['review.approve', 'review.deny', 'card.details'];
    expect(idsIn(reviews)).toEqual([...decide, ...decide]);
    const labels = labelsIn(listOf([listed(), listed({ requesterName: 'Eve' })]).blocks);
    expect(new Set(labels).size).toBe(labels.length);
  });

  it('offers no decision while one is being made', () => {
    const waiting = { reviews: [reviewRecord({ id: 'review-7', state: 'accepted' })] };
    expect(idsIn([listed(waiting)])).toEqual(['card.details']);
    expect(wordsOf([listed(waiting)])).toContain('*Being approved* by <@U0ANA> …');
  });

  it('shows the last of what was written, as it was typed: a question and its answer', () => {
    const remarks = [
      { by: actor('U0ANA'), reason: 'Why?' },
      { by: actor('U0BEN'), reason: 'For *staging* <!here>' },
    ];
    const words = wordsOf([listed({ remarks })]);
    expect(words).toContain('<@U0ANA> wrote:\nWhy?\n<@U0BEN> wrote:\nFor *staging* <!here>');
  });

  it('says that nothing waits', () => {
    const nothing = 'Nothing waits for you any more.';
    expect([listOf([]).text, wordsOf([]), idsIn([])]).toEqual([nothing, nothing, []]);
  });

  it('counts those that are not shown, also where ten long ones do not fit', () => {
    expect(wordsOf([listed()], { left: 2 })).toContain(
      '2 more waiting. They move up as you decide.',
    );
    expect(wordsOf([listed()])).not.toContain('more waiting');
    const long = 'w'.repeat(3_000);
    const task = snapshot({ justification: long, appName: long, insights: [long] });
    const reviews = Array.from({ length: 10 }, (_, index) =>
      listed({ cardId: `card-${index}`, task }),
    );
    const message = listOf(reviews, { left: 5 });
    expect(messageMistakes(message)).toEqual([]);
    expect(JSON.stringify(message.blocks).length).toBeLessThanOrEqual(limits.blocksPayload);
    const shown = idsIn(reviews, { left: 5 }).filter((id) => id === 'review.approve').length;
    expect(shown).toBeGreaterThan(3);
    expect(shown).toBeLessThan(10);
    expect(wordsOf(reviews, { left: 5 })).toContain(`${15 - shown} more waiting.`);
  });

  it.each(allTexts)('fits and mentions nobody in %s, for any text', (_language, words) => {
    const reminded = { count: 6, waitedSeconds: 20_000 };
    for (const text of nastyTexts) {
      const request = accessRequest({ appName: text, entitlementName: text, justification: text });
      const stepApprovers = people(30).map((one) => person(one.id, { name: text }));
      const task = snapshot({ appName: text, justification: text, stepApprovers });
      const remarks = [{ by: actor('U0BEN'), reason: text }];
      const reviews = Array.from({ length: 10 }, (_, index) =>
        listed({ cardId: `card-${index}`, request, task, remarks }, { reminded }),
      );
      const message = listOf(reviews, { words, left: 9 });
      expect(messageMistakes(message)).toEqual([]);
      expect([...pingsIn(message)].filter((ping) => !/^<[@#][UC]0/.test(ping))).toEqual([]);
    }
  });
});

describe('how often a reviewer was reminded of an emergency', () => {
  const once: Reminded = { count: 1, waitedSeconds: 300 };

  it('comes first where it alone waits', () => {
    const first = (words = texts) =>
      listOf([listed({}, { reminded: once })], { words }).text.split('\n')[0];
    expect([first(), first(textsFor('de'))]).toEqual([
      'Reminder 1, after 5 minutes without a decision. This is waiting for your decision:',
      'Erinnerung 1, nach 5 Minuten ohne Entscheidung. Das wartet auf deine Entscheidung:',
    ]);
  });

  it('stands above each, where several wait', () => {
    const reviews = [listed({}, { reminded: once }), listed({ cardId: 'card-2' })];
    expect(wordsOf(reviews)).toMatch(
      /^This is waiting for your decision:\nReminder 1, after 5 minutes without a decision\.\n\*⏳ Ben Okafor wants /,
    );
    expect(wordsOf(reviews).match(/Reminder/g)).toHaveLength(1);
  });
});
