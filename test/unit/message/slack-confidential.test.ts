import { describe, expect, it } from 'vitest';
import { taskToCome } from '../../../src/domain/request/subject.ts';
import { confidentialWords } from '../../../src/slack/card/standing-words.ts';
import { confidentialCard } from '../../../src/slack/card/task-card.ts';
import { publicMessage } from '../../../src/slack/show/notice-posts.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { cardOffering } from '../../support/cards.ts';
import { allTexts } from '../../support/languages.ts';
import { allBodies } from '../../support/notice-bodies.ts';
import {
  accessRequest,
  actor,
  cardModel,
  closedSnapshot,
  noticeContext,
  reviewRecord,
  snapshot,
} from '../../support/samples.ts';
import { messageMistakes, nastyTexts } from '../../support/slack-limits.ts';

const texts = textsFor('en');
const hidden = () => true;
/** What nobody may read in a channel. */
const secrets = /Ben|Ana|U0BEN|U0ANA|Platform|write|timetable|INC-42|because/;
/** Words that name the people or the access, or say what it is like. */
const told =
  /Ben|Quinn|Ana|U0BEN|U0ANA|Platform|write|timetable|INC-42|[Cc]ritical|[Kk]ritisch|[Mm]inute/;
const everyAction = ['APPROVE', 'DENY', 'COMMENT', 'REASSIGN', 'ESCALATE', 'UPDATE_GRANT_DURATION'];

/** Every text of a payload, whatever it is for. */
function stringsIn(payload: unknown): readonly string[] {
  const found: string[] = [];
  JSON.stringify(payload, (_key, value: unknown) => {
    if (typeof value === 'string') found.push(value);
    return value;
  });
  return found;
}

const request = accessRequest({
  entitlementName: 'Platform: write',
  justification: 'INC-42: the timetable',
});
const task = snapshot();

describe('in a channel, of a request for a confidential app', () => {
  it.each([
    ['waits', {}, '🔒 #1042 · GitHub: Waiting for a decision'],
    [
      'is being decided',
      { reviews: [reviewRecord({ state: 'sending' })] },
      '🔒 #1042 · GitHub: Waiting for a decision · being decided',
    ],
    [
      'is set up',
      { task: snapshot({ stepApprovers: [] }) },
      '🔒 #1042 · GitHub: Access is being set up.',
    ],
    ['is granted', { task: closedSnapshot() }, '🔒 #1042 · GitHub: Granted'],
    ['is denied', { task: closedSnapshot({ outcome: 'denied' }) }, '🔒 #1042 · GitHub: Denied'],
    [
      'is urgent',
      { task: snapshot({ emergency: true }), onCall: 'S0ONCALL' },
      '🚨 #1042 · GitHub: Waiting for a decision',
    ],
  ] as const)('the card shows number, app and state when it %s', (_what, change, words) => {
    const remarks = [{ by: actor('U0BEN'), reason: 'because' }];
    const card = confidentialCard(texts, cardModel({ request, task, remarks, ...change }));
    expect(card.text).toBe(words);
    expect(JSON.stringify(card)).not.toMatch(secrets);
    expect(JSON.stringify(card)).toContain('Show details');
    expect(JSON.stringify(card).includes('<!subteam^S0ONCALL>')).toBe('onCall' in change);
    expect(messageMistakes(card)).toEqual([]);
  });

  it.each([
    ['submitted', '🚨 GitHub: Waiting for the access service'],
    ['refused', '🚨 GitHub: Did not go through'],
  ] as const)('the card of an emergency that is %s has nothing to open', (state, words) => {
    const early = { ...request, state, emergency: true };
    const change = { request: early, task: taskToCome(early), consoleUrl: null };
    const card = confidentialCard(texts, cardModel({ ...change, onCall: 'S0ONCALL' }));
    expect([card.text, card.blocks.some(({ type }) => type === 'actions')]).toEqual([words, false]);
    expect(JSON.stringify(card)).not.toMatch(secrets);
  });

  it('a list hides those lines alone', () => {
    const other = accessRequest({ id: 'request-2', appId: 'app-aws', appName: 'AWS' });
    const url = 'https://acme.slack.com/p1';
    const group = [
      { request, task, url },
      { request: other, task: snapshot({ appName: 'AWS' }) },
    ];
    const about = [{ requestId: 'request-1', stepId: 'step-1' }];
    const body = { kind: 'overdue', about, group: null, at: '2026-03-02T16:00:00.000Z' } as const;
    const message = publicMessage(
      texts,
      noticeContext({ body, group }),
      (appId) => appId === 'app-github',
    );
    const [, first, second] = message.text.split('\n');
    // The rest is one click away, for whoever may.
    expect(first).toBe(`• 🔒 #1042 · GitHub: Waiting for a decision · <${url}|See request>`);
    expect(second).toContain('AWS');
  });

  it.each(allTexts)(
    'nothing that is posted says more, wherever it stands: %s',
    (_language, words) => {
      const change = { code: 'changed', fields: ['duration'], secondsBefore: 60 } as const;
      const target = { name: 'Quinn Platform' };
      const critical = {
        ...cardOffering(everyAction),
        target,
        isConfirmed: true,
        onCall: 'S0ONCALL',
      };
      const cards = [
        { ...critical, change },
        { ...critical, change: null },
        { ...critical, task: { ...critical.task, takesAway: true as const } },
        { ...critical, isConfirmed: false },
      ].map((card) => confidentialCard(words, { ...card, request }));
      for (const card of cards) expect(stringsIn(card).filter((one) => told.test(one))).toEqual([]);
      expect(cards[1]).toEqual(cards[3]);
      for (const body of allBodies('Platform')) {
        const context = noticeContext({ body, request, task });
        const message = publicMessage(words, context, hidden);
        expect([body.kind, stringsIn(message).filter((one) => told.test(one))]).toEqual([
          body.kind,
          [],
        ]);
      }
    },
  );

  it.each(allTexts)('fits with any names in %s', (_language, words) => {
    for (const text of nastyTexts) {
      const nasty = cardModel({
        request: { ...request, appName: text },
        task: snapshot({ numericId: text.slice(0, 30) }),
      });
      expect(messageMistakes(confidentialCard(words, nasty))).toEqual([]);
      expect(confidentialWords(words, nasty).length).toBeLessThan(250);
    }
  });
});
