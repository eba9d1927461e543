import { describe, expect, it } from 'vitest';
import { detailsModal } from '../../../src/slack/card/details-modal.ts';
import { confidentialCard, taskCard } from '../../../src/slack/card/task-card.ts';
import { homeView } from '../../../src/slack/home/home.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import type { CardModel } from '../../../src/use-cases/ports/card-contents.ts';
import { allTexts } from '../../support/languages.ts';
import {
  accessRequest,
  bothDecisions,
  cardModel,
  homeModel,
  homeRequest,
  homeRequests,
  homeReview,
  noBackground,
  snapshot,
} from '../../support/samples.ts';
import { labelsIn, messageMistakes, nastyTexts, viewMistakes } from '../../support/slack-limits.ts';

const texts = textsFor('en');
const offered = { decisions: bothDecisions, acts: ['comment'], elsewhere: [] } as const;
const cardOf = (number: number): CardModel =>
  cardModel({
    cardId: `card-${number}`,
    requesterName: `Ben ${number}`,
    offered,
    task: snapshot({ numericId: `${number}` }),
  });
const reviews = [1, 2, 3].map((number) => homeReview({ card: cardOf(number) }));

describe('what a screen reader says of a button', () => {
  it('names the request on a card and in the window that shows it whole', () => {
    const card = cardOf(1042);
    const what = '#1042 Ben 1042, GitHub · Platform: write';
    expect(labelsIn(taskCard(texts, card).blocks)).toEqual([
      `Approve: ${what}`,
      `Deny: ${what}`,
      `Show everything: ${what}`,
    ]);
    expect(labelsIn(detailsModal(texts, card, noBackground))).toContain(`Comment: ${what}`);
  });

  it('tells a channel only the number and the app of a confidential request', () => {
    const labels = labelsIn(confidentialCard(texts, cardOf(1042)).blocks);
    expect(labels).toEqual(
      ['Approve', 'Deny', 'Show details'].map((words) => `${words}: #1042 · GitHub`),
    );
  });

  it('differs for each button on Home', () => {
    const requests = ['one', 'two'].map((id) =>
      homeRequest({
        request: accessRequest({ id, entitlementName: id }),
        can: { ...homeRequest().can, withdraw: true },
      }),
    );
    const home = homeModel({
      reviews: { shown: reviews, left: 0 },
      requests: homeRequests(requests),
    });
    const labels = labelsIn(homeView(texts, home));
    expect(labels.filter((one) => one.startsWith('Approve'))).toHaveLength(3);
    expect(labels.filter((one) => one.startsWith('Withdraw'))).toHaveLength(2);
    expect(new Set(labels).size).toBe(labels.length);
  });

  it.each(allTexts)('fits in %s, whatever people and apps are called', (_language, words) => {
    for (const text of nastyTexts) {
      const task = snapshot({ appName: text, numericId: text.slice(0, 30) });
      const card = cardModel({ requesterName: text, offered, task });
      expect(messageMistakes(taskCard(words, card))).toEqual([]);
      expect(viewMistakes(detailsModal(words, card, noBackground))).toEqual([]);
    }
  });
});
