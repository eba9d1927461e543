import { describe, expect, it } from 'vitest';
import { homeView } from '../../../src/slack/home/home.ts';
import { standingMessage } from '../../../src/slack/home/standing.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { shownRequests } from '../../../src/use-cases/access/holder-requests.ts';
import type { HomeRequest } from '../../../src/use-cases/ports/home-contents.ts';
import { allTexts } from '../../support/languages.ts';
import { requestStates } from '../../support/request-states.ts';
import {
  accessRequest,
  closedSnapshot,
  homeModel,
  homeRequest,
  homeRequests,
  people,
  snapshot,
} from '../../support/samples.ts';
import {
  messageMistakes,
  nastyTexts,
  pingsIn,
  textsIn,
  viewMistakes,
} from '../../support/slack-limits.ts';

const texts = textsFor('en');

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
    const task = snapshot({ appName: text, entitlements, justification: text, stepApprovers });

    it.each(allTexts)(
      'list and status fit with as many as there may be in %s',
      (_language, words) => {
        const consoleUrl = `https://acme.example/task/${'1'.repeat(450)}`;
        const ended = closedSnapshot({ outcome: text, numericId: text });
        for (const entry of [
          homeRequest({ request, task: { ...task, numericId: text } }),
          homeRequest({ request, task: ended }),
          homeRequest({
            request,
            task: { ...task, numericId: text },
            standing: 'sent',
            consoleUrl,
          }),
        ]) {
          const requests = homeRequests(Array(40).fill(entry), { open: 1_000_000, sent: 7 });
          for (const which of ['list', 'status'] as const) {
            const message = standingMessage(words, 'U0BEN', requests, which);
            expect(messageMistakes(message)).toEqual([]);
            expect([...pingsIn(message)]).toEqual([]);
          }
        }
      },
    );

    it.each(allTexts)('Home fits in every state in %s', (_language, words) => {
      const inStates = requestStates.map((state) =>
        homeRequest({ request: { ...request, state }, task: null }),
      );
      const withTasks = [task, closedSnapshot({ outcome: text, numericId: text.slice(0, 30) })].map(
        (one) => homeRequest({ request, task: one }),
      );
      expect(
        viewMistakes(
          homeView(words, homeModel({ requests: homeRequests([...inStates, ...withTasks]) })),
        ),
      ).toEqual([]);
    });
  },
);

describe('the answers to list and status', () => {
  const rows = (count: number, change: Partial<HomeRequest> = {}) =>
    Array.from({ length: count }, () => homeRequest(change));

  it('hold as many ordinary requests as are looked up', () => {
    const message = standingMessage(
      texts,
      'U0BEN',
      homeRequests(rows(shownRequests.message)),
      'list',
    );
    expect(message.blocks).toHaveLength(shownRequests.message);
    expect(messageMistakes(message)).toEqual([]);
  });

  it('say how many more there are when a message holds no more and when no more were looked up', () => {
    const long = rows(40, { request: accessRequest({ entitlementName: 'w'.repeat(400) }) });
    const message = standingMessage(
      texts,
      'U0BEN',
      homeRequests(long, { open: 5, ended: 100 }),
      'list',
    );
    expect(messageMistakes(message)).toEqual([]);
    const lines = message.blocks.length - 1;
    expect(lines).toBeGreaterThan(20);
    expect(textsIn(message.blocks).at(-1)).toBe(`… ${40 - lines + 105} more`);
  });

  it('say what to do when there is nothing', () => {
    expect(standingMessage(texts, 'U0BEN', homeRequests([]), 'list').text).toContain(
      'Nothing requested yet',
    );
    expect(standingMessage(texts, 'U0BEN', homeRequests([]), 'status').text).toContain(
      'No open requests',
    );
  });
});
