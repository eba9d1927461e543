/**
 * States x actions x people: what a card shows, what its menu allows, and what is said to those
 * whom it does not.
 */

import { expect, it } from 'vitest';
import { rightOf } from '../../../src/domain/action/action-form.ts';
import { isAboutStep } from '../../../src/domain/action/authorization.ts';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { refusalWords } from '../../../src/slack/action/refusal-words.ts';
import { checkDecision } from '../../../src/use-cases/action/check-right.ts';
import { storedCard } from '../../../src/use-cases/card/card-model.ts';
import { requestFingerprint } from '../../../src/use-cases/card/request-fingerprint.ts';
import { allTexts } from '../../support/languages.ts';
import { actor, closedSnapshot, knownTaskActions, snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const full = { actions: knownTaskActions.map((name) => `TASK_ACTION_TYPE_${name}`) };
const states: Readonly<Record<string, TaskSnapshot>> = {
  review: snapshot(full),
  'set-up': snapshot({ ...full, stepApprovers: [], currentStepId: 'step-2' }),
  'without actions': snapshot({ actions: [] }),
  closed: closedSnapshot(full),
};
const people = {
  reviewer: 'U0ANA',
  requester: 'U0BEN',
  stranger: 'U0EVE',
  administrator: 'U0HANA',
};

const asReviewer = 'approve approve-for-less ask comment reassign shorten';
const asAdministrator = 'skip-step restart retry-provisioning close';
const everything = `${asReviewer} fill-in escalate ${asAdministrator}`;
it.each([
  ['review', everything, asReviewer, 'comment fill-in escalate', '', asAdministrator],
  // Nobody reviews: an approval has nobody who may give it.
  ['set-up', everything, '', 'comment fill-in escalate', '', asAdministrator],
  ['without actions', '', '', '', '', ''],
  ['closed', '', '', '', '', ''],
])('%s', async (state, shown, ...allowed) => {
  desk().settings = { ...desk().settings, admins: [people.administrator] };
  for (const userId of [people.stranger, people.administrator]) {
    desk().directory.add(userId);
    const id = `user-${userId.slice(2).toLowerCase()}`;
    desk().governance.people.set(`${userId.slice(2).toLowerCase()}@acme.example`, {
      id,
      name: id,
      email: null,
    });
  }
  await desk().opened(states[state]);
  const card = await storedCard(desk().deps, 'card-1');
  if (card === null) throw new Error('there is a card');
  const words = (list: readonly string[]) => list.join(' ');
  expect(words(card.offered.acts)).toBe(shown);
  for (const [index, userId] of Object.values(people).entries()) {
    const may: string[] = [];
    const said: string[] = [];
    for (const act of card.offered.acts) {
      const stepId = isAboutStep(rightOf(act)) ? (card.task.currentStepId ?? '') : '';
      const check = await checkDecision(desk().deps, {
        act,
        by: actor(userId),
        cardId: 'card-1',
        stepId,
        shown: requestFingerprint(card),
      });
      if (check === null) may.push(act);
      else said.push(...allTexts.map(([, texts]) => refusalWords(texts, check.refusal)));
    }
    expect(said.filter((sentence) => !/^\S.{10,}/.test(sentence))).toEqual([]);
    expect([userId, words(may)]).toEqual([userId, allowed[index]]);
  }
});
