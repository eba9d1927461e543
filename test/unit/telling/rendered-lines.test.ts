/** Lines in the threads of cards, in words and blocks. */

import { describe, expect, it } from 'vitest';
import { type ToldThread, threadLines } from '../../../src/domain/telling/thread-lines.ts';
import { lineMessage } from '../../../src/slack/show/thread-line-posts.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import type { CardModel } from '../../../src/use-cases/ports/card-contents.ts';
import { allTexts } from '../../support/languages.ts';
import {
  accessRequest,
  cardModel,
  closedSnapshot,
  firstEntitlement,
  people,
  snapshot,
} from '../../support/samples.ts';
import { messageMistakes, nastyTextsIn, pingsIn } from '../../support/slack-limits.ts';
import { ben, deed, ended, readable, toldGrant } from '../../support/told-requests.ts';

const texts = textsFor('en');
const cardUrl = 'https://acme.slack.com/archives/C0REVIEWS/p1';

/** All that a thread is told, as it is posted. */
function messagesOf(
  { request = accessRequest(), task = snapshot(), ...change }: Partial<ToldThread>,
  seen: Partial<CardModel> = {},
  words = texts,
) {
  const nothing = { grant: null, isCorrected: false, isUndecided: false, deeds: [] };
  const card = cardModel({ request, task, ...seen });
  const emergency = { channel: 'C0INCIDENTS', onCall: 'S0ONCALL' };
  const actorNames = new Map([['U0ANA', 'Ana']]);
  return threadLines({ request, task, onCall: null, ...nothing, ...change }).map((line) =>
    lineMessage(words, { line, card, actorNames, cardUrl, emergency }),
  );
}

/** The first line: its words in a notification, and the text of each of its blocks. */
function shownOf(...of: Parameters<typeof messagesOf>): readonly string[] {
  const [message] = messagesOf(...of);
  if (message === undefined) return [];
  const visible = message.blocks.flatMap((block) =>
    block.type === 'section' && block.text !== undefined
      ? [`${block.text.type}: ${block.text.text}`]
      : [],
  );
  return [message.text, ...visible].map(readable);
}

const asks = (reason: string) => ({ deeds: [deed('ask', 'U0ANA', { reason })] });
const comments = (reason: string) => ({ deeds: [deed('comment', 'U0ANA', { reason })] });
const links = '[See request] · [Governance console]';
const named = 'the request by Ben Okafor for *GitHub · Platform: write*';

describe('a line shows what somebody typed', () => {
  it('as it was typed, and a question first, because a notification shows only the beginning', () => {
    expect(shownOf(asks('Why *now* <!here>?'))).toEqual([
      `Why ∗now∗ &lt;!here&gt;?\nAna asked about ${named}.\n${links}`,
      'plain_text: Why *now* <!here>?',
      'mrkdwn: Ana asked about the request.',
    ]);
    expect(shownOf(comments('As *typed* <!here>'))).toEqual([
      `Ana commented on ${named}.\n${links}\nAs ∗typed∗ &lt;!here&gt;`,
      'mrkdwn: Ana commented on the request.',
      'plain_text: As *typed* <!here>',
    ]);
  });
});

it('a line in the thread of a group names its request and who asked, and links to it and to the console', () => {
  const request = accessRequest({ groupId: 'request-0' });
  const [, , words] = shownOf({ request, ...asks('Why?') });
  expect(words).toBe(`mrkdwn: Ana asked about ${named}.\n${links}`);
  const [, , alone] = shownOf({ request, ...asks('Why?') }, { consoleUrl: null });
  expect(alone).toBe(`mrkdwn: Ana asked about ${named}.\n[See request]`);
});

it('a line calls by mention who decides, but nobody who is away', () => {
  const [, words] = shownOf({}, { away: new Set(['user-cho']) });
  expect(words).toBe('mrkdwn: It reached the reviewers: <@U0ANA>.');
});

it('a line is said in German', () => {
  const handed = deed('reassign', 'U0ANA', { input: { people: ['U0CHO', 'U0DEE'] } });
  const [text] = shownOf({ deeds: [handed] }, {}, textsFor('de'));
  expect(text).toBe(
    'Ana hat die Anfrage von Ben Okafor für *GitHub · Platform: write* weitergegeben an <@U0CHO> und <@U0DEE>.\n[Anfrage ansehen] · [Zugriffsverwaltung]',
  );
});

/** Every kind of line, with this text wherever it can hold somebody’s words. */
function everyThread(text: string): readonly Partial<ToldThread>[] {
  const names = { appName: text, entitlementName: text, justification: text };
  const entitlements = [{ ...firstEntitlement(), name: text }];
  const readings = { numericId: text.slice(0, 40), appName: text, entitlements };
  const stepApprovers = people(30).map((one) => ({ ...one, name: text }));
  const verbs = [
    'ask',
    'comment',
    'approve',
    'deny',
    'nudge',
    'escalate',
    'close',
    'set-up',
  ] as const;
  const deeds = [
    ...verbs.map((verb) => deed(verb, 'U0ANA', { reason: text })),
    deed('reassign', 'U0ANA', { reason: text, input: { people: ['U0CHO', 'U0DEE'] } }),
    deed('withdraw', ben),
  ];
  const lasts = [
    { task: snapshot({ ...readings, stepApprovers }) },
    {
      task: closedSnapshot({
        ...readings,
        outcome: text,
        otherStep: { kind: 'rejected', said: text },
      }),
    },
    { task: closedSnapshot({ ...readings, emergency: true }), grant: toldGrant(ended('expired')) },
  ] as const;
  return [null, 'request-0'].flatMap((groupId) => {
    const request = accessRequest({ ...names, groupId });
    return lasts.flatMap((last) => [
      { request, ...last },
      { request, ...last, deeds },
    ]);
  });
}

describe.each(allTexts)('every line in %s', (language, words) => {
  const ours = /^<@U0(?:BEN|ANA|CHO|DEE|HANA)>$/;
  it.each(nastyTextsIn(language))(
    'fits Slack’s limits and pings only whom it is about, with %s everywhere',
    (_name, text) => {
      for (const message of everyThread(text).flatMap((told) => messagesOf(told, {}, words))) {
        expect([message.text, messageMistakes(message)]).toEqual([message.text, []]);
        expect([...pingsIn(message)].filter((ping) => !ours.test(ping))).toEqual([]);
      }
    },
  );

  it('is made of whole sentences', () => {
    for (const { text } of everyThread('Anchor').flatMap((told) => messagesOf(told, {}, words))) {
      expect(text).not.toMatch(/undefined|null|NaN|\[object| {2}|\.\.| \.|, \./);
      expect(text).toMatch(/^[\p{Lu}<]/u);
    }
  });
});
