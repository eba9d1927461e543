import { describe, expect, it } from 'vitest';
import {
  nothingPickedWindow,
  pickedRequests,
  severalWindow,
} from '../../../src/slack/card/waiting/several-window.ts';
import { homeView } from '../../../src/slack/home/home.ts';
import { blocksOf, viewOf } from '../../../src/slack/platform/payloads.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { requestFingerprint } from '../../../src/use-cases/card/request-fingerprint.ts';
import { mostAtOnce } from '../../../src/use-cases/card/several-page.ts';
import { allTexts } from '../../support/languages.ts';
import { accessRequest, cardModel, homeModel, snapshot } from '../../support/samples.ts';
import { nastyTexts, textsIn, viewMistakes } from '../../support/slack-limits.ts';

const texts = textsFor('en');

function pageOf(count: number, isCut = false) {
  const reviews = Array.from({ length: count }, (_, index) => ({
    card: cardModel({
      cardId: `card-${index}`,
      task: snapshot({ id: `task-${index}`, numericId: `${index + 1}` }),
    }),
    cardUrl: null,
  }));
  return { reviews, isCut, areRisksRead: true };
}

describe('the window in which several requests are approved', () => {
  it('lists who, what, how long, why and the number of each, and no box is ticked', () => {
    const view = severalWindow(texts, pageOf(2), '{}');
    const words = textsIn(view).join('\n');
    expect(words).toContain('<@U0BEN> wants *GitHub · Platform: write* for 4 hours\n#1');
    expect(words).toContain('INC-42: the timetable build is red');
    const labels = textsIn(view).filter((one) => one.startsWith('#'));
    expect(labels).toEqual([
      '#1 Ben Okafor, GitHub · Platform: write',
      '#2 Ben Okafor, GitHub · Platform: write',
    ]);
    expect(JSON.stringify(view)).not.toContain('initial_option');
    expect(view.submit?.text).toBe('Approve');
    expect(words).not.toContain('More of them wait');
  });

  it('gives the service’s advice on each', () => {
    const card = cardModel({ task: snapshot({ insights: ['The person is an intern.'] }) });
    const page = { ...pageOf(0), reviews: [{ card, cardUrl: null }] };
    expect(textsIn(severalWindow(texts, page, '{}')).join()).toContain('The person is an intern.');
  });

  it('says where the whole of a long reason is: the window has no button for it', () => {
    const card = cardModel({ task: snapshot({ justification: 'why '.repeat(500) }) });
    const page = { ...pageOf(0), reviews: [{ card, cardUrl: null }] };
    const view = severalWindow(texts, page, '{}');
    expect(JSON.stringify(view)).toContain('(cut; “Show everything” on Home has the whole text)');
  });

  it('gives back what is ticked, as it was shown', () => {
    const page = pageOf(3);
    const { blocks } = severalWindow(texts, page, '{}');
    const ids = blocks.flatMap((one) => ('accessory' in one ? [one.block_id ?? ''] : []));
    const values = Object.fromEntries(
      ids.map((id, index) => {
        const options = index === 1 ? [] : [{ value: 'approve' }];
        return [id, { 'several.pick': { selected_options: options } }];
      }),
    );
    const view = viewOf({ view: { id: 'V1', state: { values } } });
    const shown = requestFingerprint(cardModel());
    expect(pickedRequests(view)).toEqual([
      { card: 'card-0', step: 'step-1', shown },
      { card: 'card-2', step: 'step-1', shown },
    ]);
  });

  it('says that more wait than it lists, and that nothing is left', () => {
    expect(textsIn(severalWindow(texts, pageOf(2, true), '{}'))).toContain(
      'More of them wait. Open this window again once these are decided.',
    );
    const empty = severalWindow(texts, pageOf(0), '{}');
    expect(textsIn(empty).join()).toContain('Nothing can be approved together any more.');
    expect(empty).not.toHaveProperty('submit');
  });

  it('says that nothing was picked above what it showed', () => {
    const view = severalWindow(texts, pageOf(2), '{}');
    const body = { view: { blocks: JSON.parse(JSON.stringify(view.blocks)) } };
    const again = nothingPickedWindow(texts, blocksOf(body), '{"spoken":null}');
    const [instruction, ...requests] = again.blocks;
    expect(textsIn(instruction).join()).toContain('Pick at least one request');
    expect(requests).toEqual(view.blocks.slice(1));
    expect(again).toMatchObject({ submit: view.submit, private_metadata: '{"spoken":null}' });
  });

  it('says that risks cannot be read, and not that nothing is left', () => {
    const view = severalWindow(texts, { ...pageOf(0), areRisksRead: false }, '{}');
    expect(textsIn(view).join('\n')).toContain(
      'Which requests have a low risk cannot be read now. Try again in some minutes, or decide on Home.',
    );
    expect(textsIn(view).join('\n')).not.toContain('Nothing can be approved together');
    expect(view).not.toHaveProperty('submit');
  });

  it('leaves out a request whose step is too long for what Slack gives back', () => {
    const long = cardModel({ task: snapshot({ currentStepId: 's'.repeat(300) }) });
    const view = severalWindow(
      texts,
      { ...pageOf(1), reviews: [{ card: long, cardUrl: null }, ...pageOf(1).reviews] },
      '{}',
    );
    expect(viewMistakes(view)).toEqual([]);
    expect(JSON.stringify(view).match(/several\.pick/g)).toHaveLength(1);
  });

  it.each(allTexts)('fits in %s, whatever people and apps are called', (_language, words) => {
    for (const text of nastyTexts) {
      const reviews = Array.from({ length: mostAtOnce }, (_, index) => ({
        card: cardModel({
          cardId: `card-${index}`,
          requesterName: text,
          request: accessRequest({ appName: text, entitlementName: text }),
          task: snapshot({ appName: text, justification: text, insights: [text], numericId: text }),
        }),
        cardUrl: 'https://acme.slack.com/archives/C1/p1',
      }));
      expect(viewMistakes(severalWindow(words, { ...pageOf(0, true), reviews }, '{}'))).toEqual([]);
    }
  });

  it('is opened from Home where there are several', () => {
    const reviews = { shown: pageOf(2).reviews, left: 0 };
    const shown = (offersSeveral: boolean) =>
      JSON.stringify(homeView(texts, homeModel({ reviews, offersSeveral })));
    expect(shown(true)).toContain('home.several');
    expect(shown(false)).not.toContain('home.several');
  });
});
