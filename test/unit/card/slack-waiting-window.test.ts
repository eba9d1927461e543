import { describe, expect, it } from 'vitest';
import { readWaitingPage, waitingWindow } from '../../../src/slack/card/waiting/waiting-review.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import type { WaitingPage } from '../../../src/use-cases/card/waiting-page.ts';
import { allTexts } from '../../support/languages.ts';
import {
  accessRequest,
  bothDecisions,
  cardModel,
  homeReview,
  snapshot,
} from '../../support/samples.ts';
import { nastyTexts, textsIn, viewMistakes } from '../../support/slack-limits.ts';

const texts = textsFor('en');
const asOf = new Date('2026-03-02T15:00:00Z');
const offered = { decisions: bothDecisions, acts: [], elsewhere: [] };

function pageOf(change: Partial<WaitingPage> = {}): WaitingPage {
  const reviews = [homeReview({ card: cardModel({ offered }) })];
  return { reviews, page: 0, pages: 1, count: 1, ...change };
}
const wordsOf = (page: WaitingPage) => textsIn(waitingWindow(texts, page, asOf)).join('\n');

describe('the window with everything that waits for somebody', () => {
  it('shows each request with the buttons that Home has', () => {
    const view = waitingWindow(texts, pageOf(), asOf);
    const ids = [...JSON.stringify(view).matchAll(/"action_id":"([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual(['review.approve', 'review.deny', 'card.details']);
    expect(wordsOf(pageOf())).toContain(
      '*⏳ Ben Okafor wants GitHub · Platform: write for 4 hours*',
    );
  });

  it('goes on to the next page, from the last to the first, and remembers where it is', () => {
    const view = (page: number) => waitingWindow(texts, pageOf({ page, pages: 3 }), asOf);
    const next = (page: number) =>
      /"waiting\.next".*?"value":"(\d)"/.exec(JSON.stringify(view(page)))?.[1];
    expect([next(0), next(1), next(2)]).toEqual(['1', '2', '0']);
    expect(textsIn(view(1))).toContain('Page 2 of 3');
    expect(wordsOf(pageOf())).not.toContain('Next');
    expect(readWaitingPage(view(1).private_metadata ?? '')).toBe(1);
    expect(readWaitingPage('{"channel":"C1","ts":"1"}')).toBeNull();
  });

  it('says as of when it is true', () => {
    expect(wordsOf(pageOf())).toContain('As of <!date^1772463600^');
  });

  it('says that nothing waits once everything is decided', () => {
    expect(wordsOf(pageOf({ reviews: [], count: 0 }))).toContain('Nothing waits for you any more.');
  });

  it('does not say so of requests that wait, and cannot be shown', () => {
    const words = wordsOf(pageOf({ reviews: [] }));
    expect(words).toContain('This cannot be shown right now.');
    expect(words).not.toContain('Nothing waits');
  });

  it.each(allTexts)('fits in %s, whatever people are called', (_language, words) => {
    for (const text of nastyTexts) {
      const reviews = Array.from({ length: 15 }, (_, index) =>
        homeReview({
          card: cardModel({
            cardId: `card-${index}`,
            offered,
            requesterName: text,
            request: accessRequest({ appName: text, entitlementName: text }),
            task: snapshot({ appName: text, justification: text, insights: [text] }),
          }),
          cardUrl: 'https://acme.slack.com/archives/C1/p1',
        }),
      );
      const page = pageOf({ reviews, page: 5, pages: 9 });
      expect(viewMistakes(waitingWindow(words, page, asOf))).toEqual([]);
    }
  });
});
