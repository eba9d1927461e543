/** What is compared is what is shown: every field that a fingerprint covers, in every place. */
import { describe, expect, it } from 'vitest';
import { type DecidedField, decidedFields } from '../../../src/domain/refusals/refusals.ts';
import { shownFacts } from '../../../src/domain/request/fingerprint.ts';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { decidedFieldWords } from '../../../src/slack/action/decided-field-words.ts';
import { taskCard } from '../../../src/slack/card/task-card.ts';
import { reviewBlocks } from '../../../src/slack/card/waiting-review.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import {
  changedSince,
  requestFingerprint,
} from '../../../src/use-cases/card/request-fingerprint.ts';
import type { CardModel } from '../../../src/use-cases/ports/card-contents.ts';
import { wordsOfCard } from '../../support/cards.ts';
import {
  accessRequest,
  cardModel,
  firstEntitlement,
  homeReview,
  person,
  snapshot,
} from '../../support/samples.ts';
import { textsIn } from '../../support/slack-limits.ts';

const request = accessRequest({ account: { id: 'account-1', name: 'ben-at-work' } });
const answer = (value: string) => [{ id: 'ticket', label: 'Ticket', value }];
const earlier = {
  answers: answer('INC-42'),
  accountId: 'account-1',
  alsoTaken: [{ id: 'ent-read', name: 'Platform: read' }],
};

/** A change of each field, and of each way in which the period can change. */
const changes: Readonly<Record<DecidedField, readonly Partial<TaskSnapshot>[]>> = {
  target: [{ target: person('user-mallory', { name: 'Mallory' }) }],
  app: [{ appId: 'app-vault', appName: 'Vault' }],
  entitlements: [{ entitlements: [{ ...firstEntitlement(), id: 'ent-admin', name: 'Admin' }] }],
  duration: [
    { grantDurationSeconds: 365 * 86_400 },
    { grantDurationSeconds: null, isPermanent: true },
    { grantDurationSeconds: null, hasUnreadableDuration: true },
  ],
  justification: [
    { justification: 'Because I would like to' },
    { justification: '', hasNoJustification: true },
  ],
  answers: [{ answers: answer('INC-43') }, { answers: [...answer('INC-41'), ...answer('INC-42')] }],
  emergency: [{ emergency: true }],
  account: [{ accountId: 'account-2' }],
  alsoTaken: [
    { alsoTaken: [{ id: 'ent-crew', name: 'Harbour crew' }] },
    { alsoTaken: ['A', 'B', 'C', 'D', 'E'].map((id) => ({ id, name: `Harbour ${id}` })) },
    { alsoTaken: [] },
  ],
  names: [
    { appName: 'Code forge' },
    { entitlements: [{ ...firstEntitlement(), name: 'Platform: everything' }] },
  ],
};

/** The card as `cardModel` in `src/use-cases` makes it of a reading. */
function cardOf(change: Partial<TaskSnapshot> = {}): CardModel {
  const task = snapshot({ ...earlier, ...change });
  const isForOther = task.target?.id !== request.identityUserId;
  return cardModel({
    request,
    task,
    target: isForOther ? { name: task.target?.name ?? null } : null,
    answers: (task.answers ?? []).map(({ id, label, value }) => ({ label: label ?? id, value })),
  });
}

const rows = decidedFields.flatMap((field) =>
  changes[field].map((change) => [field, change] as const),
);

describe.each(['en', 'de'] as const)('in %s', (language) => {
  const texts = textsFor(language);
  const home = (card: CardModel) => textsIn(reviewBlocks(texts, homeReview({ card }))).join('\n');

  describe.each(rows)('a changed %s (%j)', (field, change) => {
    const [old, now] = [cardOf(), cardOf(change)];

    it('is a fact of its own, and a change makes a click on the earlier card invalid', () => {
      expect(shownFacts(now)[field]).not.toBe(shownFacts(old)[field]);
      const told = snapshot({ ...earlier, ...change });
      expect(changedSince(requestFingerprint(old), told, null)).toEqual([field]);
      expect(changedSince(requestFingerprint(now), told, null)).toEqual([]);
    });

    it('is shown on the card and on Home, in the words of that field', () => {
      const shown = decidedFieldWords[field];
      expect(shown(texts, now)).not.toBe(shown(texts, old));
      for (const words of [wordsOfCard(taskCard(texts, now)), home(now)])
        for (const part of shown(texts, now).split('\n'))
          expect(words.replaceAll('*', '')).toContain(part.split(': ').at(-1));
      expect(wordsOfCard(taskCard(texts, now))).not.toBe(wordsOfCard(taskCard(texts, old)));
      expect(home(now)).not.toBe(home(old));
    });
  });
});
