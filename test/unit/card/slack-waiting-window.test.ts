import { describe, expect, it } from 'vitest';
import { readWaitingView, waitingWindow } from '../../../src/slack/card/waiting/waiting-review.ts';
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
import { labelsIn, nastyTexts, textsIn, viewMistakes } from '../../support/slack-limits.ts';

const texts = textsFor('en');
const github = { id: 'app-github', name: 'GitHub', count: 20 };
const aws = { id: 'app-aws', name: 'AWS', count: 2 };
const asOf = new Date('2026-03-02T15:00:00Z');
const offered = { decisions: bothDecisions, acts: [], elsewhere: [] };

function pageOf(change: Partial<WaitingPage> = {}): WaitingPage {
  const reviews = [homeReview({ card: cardModel({ offered }) })];
  return { reviews, page: 0, pages: 1, count: 1, appId: null, apps: [github], ...change };
}
const wordsOf = (page: WaitingPage) => textsIn(waitingWindow(texts, page, asOf)).join('\n');

describe('the window with everything that waits for somebody', () => {
  it('shows each request with the buttons that Home has', () => {
    const view = waitingWindow(texts, pageOf(), asOf);
    const ids = [...JSON.stringify(view).matchAll(/"action_id":"([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual(['review.approve', 'review.deny', 'card.details']);
    expect(wordsOf(pageOf())).toContain('<@U0BEN> wants *GitHub · Platform: write* for 4 hours');
  });

  it('has the pages before and after, and remembers where it is', () => {
    const buttons = (page: number) =>
      labelsIn(waitingWindow(texts, pageOf({ page, pages: 3 }), asOf)).slice(3);
    expect(buttons(0)).toEqual(['Next: page 2 of 3']);
    expect(buttons(1)).toEqual(['Previous: page 1 of 3', 'Next: page 3 of 3']);
    expect(buttons(2)).toEqual(['Previous: page 2 of 3']);
    const view = waitingWindow(texts, pageOf({ page: 1, pages: 3, appId: 'app-aws' }), asOf);
    expect(textsIn(view)).toContain('Page 2 of 3');
    expect(readWaitingView(view.private_metadata ?? '')).toEqual({ page: 1, appId: 'app-aws' });
    expect(readWaitingView('{"channel":"C1","ts":"1"}')).toBeNull();
  });

  it('filters by app where there are several, with the number of each', () => {
    const [filter] = waitingWindow(
      texts,
      pageOf({ apps: [github, aws], appId: 'app-aws' }),
      asOf,
    ).blocks;
    expect(filter).toMatchObject({
      accessory: {
        initial_option: { text: { text: 'AWS (2)' }, value: 'app-aws' },
        options: [
          { text: { text: 'All apps (22)' } },
          { text: { text: 'GitHub (20)' }, value: 'app-github' },
          { text: { text: 'AWS (2)' }, value: 'app-aws' },
        ],
      },
    });
    expect(wordsOf(pageOf())).not.toContain('Filter by app');
  });

  it('says as of when it is true', () => {
    expect(wordsOf(pageOf())).toContain('As of <!date^1772463600^');
  });

  it('says that nothing waits once everything is decided', () => {
    expect(wordsOf(pageOf({ reviews: [], count: 0, apps: [] }))).toContain(
      'Nothing waits for you any more.',
    );
  });

  it('does not say so of requests that wait, and cannot be shown', () => {
    const words = wordsOf(pageOf({ reviews: [] }));
    expect(words).toContain('This cannot be shown right now.');
    expect(words).not.toContain('Nothing waits');
  });

  it.each(allTexts)('fits in %s, whatever people and apps are called', (_language, words) => {
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
      const apps = Array.from({ length: 200 }, (_, index) => ({
        id: `${index}-${text.slice(0, 100)}`,
        name: text,
        count: 1_000,
      }));
      const page = pageOf({ reviews, apps, page: 5, pages: 9, appId: apps[0]?.id ?? null });
      expect(viewMistakes(waitingWindow(words, page, asOf))).toEqual([]);
    }
  });
});
