import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actionFormKinds, offeredActions } from '../../../src/domain/action/action-form.ts';
import { taskCard } from '../../../src/slack/card/task-card.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import type { CardModel } from '../../../src/use-cases/ports/card-contents.ts';
import { buttonsOfCard, cardOffering, wordsOfCard } from '../../support/cards.ts';
import { allTexts } from '../../support/languages.ts';
import {
  accessRequest,
  actor,
  bothDecisions,
  cardModel,
  knownTaskActions,
  noon,
  people,
  person,
  reviewRecord,
  snapshot,
} from '../../support/samples.ts';
import {
  anyText,
  markedIn,
  messageMistakes,
  nastyTextsIn,
  pingsIn,
} from '../../support/slack-limits.ts';

const texts = textsFor('en');

const nastyCard = (text: string): CardModel => {
  const entitlements = Array.from({ length: 7 }, () => ({
    appId: 'a',
    id: 'e',
    name: text,
    description: text,
    riskLevel: text,
  }));
  const task = snapshot({
    numericId: text.slice(0, 40),
    appName: text,
    entitlements,
    justification: text,
    emergency: true,
    recommendation: text,
    insights: [text, text, text, text],
    lastUsedAt: '2026-02-01T08:00:00Z',
    target: person('user-x', { name: text }),
    stepApprovers: people(30).map((one) => ({ ...one, name: text })),
    approvers: people(20).map((one) => ({ ...one, name: text })),
    outcome: text,
  });
  return cardModel({
    task,
    request: accessRequest({
      appName: text,
      entitlementName: text,
      requester: actor('U0BEN', { userName: text }),
    }),
    requesterName: text,
    target: { name: text },
    answers: Array.from({ length: 9 }, () => ({ label: text, value: text })),
    heldUntil: noon,
    mentions: new Map(),
    offered: {
      decisions: bothDecisions,
      acts: [...actionFormKinds],
      elsewhere: [...knownTaskActions, 'FLY'],
    },
    reviews: Array.from({ length: 9 }, (_, index) =>
      reviewRecord({ stepId: `s${index}`, reason: text }),
    ),
    remarks: Array.from({ length: 3 }, () => ({ by: actor('U0ANA'), reason: text })),
    consoleUrl: `https://acme.example/task/${'1'.repeat(450)}`,
  });
};

describe.each(allTexts)('a card in %s', (language, words) => {
  it.each(nastyTextsIn(language))('fits with %s everywhere', (_name, text) => {
    for (const card of [
      nastyCard(text),
      { ...nastyCard(text), task: { ...nastyCard(text).task, state: 'closed' } },
      {
        ...nastyCard(text),
        request: { ...nastyCard(text).request, targetSlackId: 'U0CHO' },
        task: { ...nastyCard(text).task, state: 'unread' },
      },
    ]) {
      const message = taskCard(words, card);
      expect(messageMistakes(message)).toEqual([]);
      expect(JSON.stringify(message.blocks).length).toBeLessThanOrEqual(13_200);
      expect([...pingsIn(message)].sort()).toEqual(['<@U0ANA>', '<@U0BEN>']);
    }
  });
});

describe('a card of nasty data', () => {
  it('counts 300 reviewers, cuts 10,000 characters, and says so', () => {
    const task = snapshot({
      stepApprovers: people(300),
      justification: `${'lighthouse '.repeat(1_000)}end`,
    });
    const message = taskCard(texts, cardModel({ task, mentions: new Map() }));
    expect(wordsOfCard(message)).toContain('Keeper Number 9 … or 290 more');
    expect(wordsOfCard(message)).toContain('…\n(cut; “Show everything” has the whole text)');
    expect(messageMistakes(message)).toEqual([]);
  });

  it('shows typed text as typed, without interpreting it', () => {
    const typed = '<!channel> <@U0EVIL> *bold* &amp; <https://evil.example|link>';
    const message = taskCard(
      texts,
      cardModel({
        task: snapshot({ justification: typed }),
        reviews: [reviewRecord({ reason: typed })],
      }),
    );
    expect(wordsOfCard(message)).toContain(`\n${typed}\n`);
    expect(wordsOfCard(message)).toContain(`Reason: ${typed}`);
    expect(markedIn(message.blocks).join('\n')).not.toContain('EVIL');
    expect(message.text).toContain('\n&lt;!channel&gt; &lt;@U0EVIL&gt; ∗bold∗');
    expect(message.text).not.toMatch(/<[@!h]/);
  });

  it('a link that is too long for a card is left out', () => {
    const message = taskCard(texts, {
      ...cardOffering(['CLOSE']),
      consoleUrl: `https://acme.example/${'x'.repeat(3_000)}`,
    });
    expect(messageMistakes(message)).toEqual([]);
  });

  it('a step whose id does not fit into a button has no button, and the card is there', () => {
    const message = taskCard(
      texts,
      cardOffering(['APPROVE'], { currentStepId: 's'.repeat(2_000) }),
    );
    expect(buttonsOfCard(message)).toEqual(['card.details']);
    expect(messageMistakes(message)).toEqual([]);
  });

  it('fits with any content', () => {
    const anyPeople = fc.array(
      anyText.map((name) => person('user-x', { name })),
      { maxLength: 12 },
    );
    const anyTask = fc
      .record({
        numericId: fc.string({ maxLength: 20 }),
        state: fc.oneof(fc.constantFrom('open', 'closed'), anyText),
        outcome: fc.oneof(fc.constantFrom('none', 'error', 'granted'), anyText),
        actions: fc.array(
          fc.constantFrom(...knownTaskActions, 'FLY').map((name) => `TASK_ACTION_TYPE_${name}`),
        ),
        currentStepId: fc.option(fc.string()),
        stepApprovers: anyPeople,
        approvers: anyPeople,
        appName: anyText,
        entitlements: fc.array(
          fc.record({
            appId: fc.constant('a'),
            id: fc.constant('e'),
            name: anyText,
            description: anyText,
            riskLevel: anyText,
          }),
          { maxLength: 8 },
        ),
        justification: anyText,
        grantDurationSeconds: fc.option(fc.nat()),
        emergency: fc.boolean(),
        recommendation: fc.option(anyText),
        insights: fc.array(anyText, { maxLength: 5 }),
        lastUsedAt: fc.option(
          fc.date({ min: new Date(0), noInvalidDate: true }).map((at) => at.toISOString()),
        ),
      })
      .map((change) => snapshot(change));
    const anyReview = fc.record({
      id: fc.constant('review-1'),
      stepId: fc.constantFrom('step-1', 'step-2'),
      occurrence: fc.constant(''),
      verb: fc.constantFrom('approve' as const, 'deny' as const),
      by: fc.constant(actor('U0ANA')),
      reason: anyText,
      at: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') }),
      state: fc.constantFrom('accepted' as const, 'sending' as const, 'done' as const),
    });
    fc.assert(
      fc.property(
        anyTask,
        fc.array(anyReview, { maxLength: 8 }),
        fc.boolean(),
        (task, reviews, canAct) => {
          const offered = offeredActions(task, { canAct, link: null, canShorten: true });
          const message = taskCard(texts, cardModel({ task, reviews, offered }));
          expect(messageMistakes(message)).toEqual([]);
          expect(JSON.stringify(message.blocks).length).toBeLessThanOrEqual(13_200);
          const decided = reviews.some((review) => review.stepId === task.currentStepId);
          const ids = buttonsOfCard(message).filter((id) => id.startsWith('review.'));
          const isOfElsewhere = (id: string) => id.startsWith('review.in-console.action-');
          expect(decided ? ids : []).toEqual([]);
          const shown = ids.filter((id) => !isOfElsewhere(id));
          expect(shown).toEqual(
            decided
              ? []
              : offered.decisions.map(
                  ({ verb, link }) => `review.${link === null ? '' : 'in-console.'}${verb}`,
                ),
          );
        },
      ),
      { numRuns: 150 },
    );
  });
});
