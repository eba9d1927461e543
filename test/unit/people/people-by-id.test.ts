/**
 * Where only taskRead answers, a task tells ids: `expanded` is empty and nobody can be looked up.
 */
import { describe, expect, it } from 'vitest';
import { taskAnswer } from '../../../src/service/client/endpoints.ts';
import { taskSnapshot } from '../../../src/service/read/task/read-task-snapshot.ts';
import { detailsModal } from '../../../src/slack/card/details-modal.ts';
import { taskCard } from '../../../src/slack/card/task-card.ts';
import { homeView } from '../../../src/slack/home/home.ts';
import { renderedPost } from '../../../src/slack/show/asking-posts.ts';
import type { Texts } from '../../../src/slack/texts.ts';
import { grantAnswerWith } from '../../support/governance-fixtures.ts';
import { allTexts } from '../../support/languages.ts';
import {
  accessRequest,
  cardModel,
  homeModel,
  homeRequest,
  homeRequests,
  noBackground,
} from '../../support/samples.ts';
import { textsIn } from '../../support/slack-limits.ts';
import { postContent, toldRequest } from '../../support/told-requests.ts';

const request = accessRequest({ identityUserId: 'user-noor', requesterIdentityId: 'user-noor' });

function readTask() {
  const answer = grantAnswerWith({ expanded: [] });
  const { taskView, expanded } = taskAnswer.parse(answer);
  return taskSnapshot(taskView, expanded);
}

const task = readTask();
const [reviewer] = task.stepApprovers;
const mapped = new Map([[reviewer?.id ?? '', 'U0ANA']]);
/** The task with an email that userSearch told without a name. */
const withEmail = {
  ...task,
  stepApprovers: task.stepApprovers.map((one) => ({ ...one, email: 'keeper@acme.example' })),
};

/** Everything that shows who decides, each as one text. */
function surfaces(
  texts: Texts,
  shown: typeof task,
  mentions: ReadonlyMap<string, string>,
): readonly string[] {
  const card = cardModel({ request, task: shown, mentions, requesterName: 'ben' });
  const post = postContent([toldRequest({ request, task: shown })], 'U0BEN');
  const entry = homeRequest({ request, task: shown });
  return [
    taskCard(texts, card),
    renderedPost(texts, post),
    homeView(texts, homeModel({ requests: homeRequests([entry]) })),
    detailsModal(texts, card, noBackground),
  ].map((surface) => textsIn(surface).join('\n'));
}

describe.each(allTexts)('people of whom a task tells only the id, in %s', (_language, texts) => {
  it('are somebody who decides, never nobody, and nothing is left empty', () => {
    expect(reviewer?.name).toBe(reviewer?.id);
    const [card = '', message = '', home = ''] = surfaces(texts, task, new Map());
    expect(card).toContain(texts.card.state.waitingFor({ people: texts.steps.somebody }));
    expect(message).toContain(
      { en: 'somebody will decide.', de: 'Darüber entscheidet jemand.' }[texts.language],
    );
    expect(home).toContain(texts.card.state.waitingFor({ people: texts.steps.somebody }));
    expect(home).not.toContain(texts.card.state.nobody);
  });

  it('are shown by id where everything is shown, to look them up in the console', () => {
    expect(surfaces(texts, task, new Map()).at(-1)).toContain(reviewer?.id ?? 'an id');
  });

  it('are mentioned on the card when their Slack account is known', () => {
    expect(surfaces(texts, task, mapped)[0]).toContain('<@U0ANA>');
  });

  it('are called by their email when that is told without a name', () => {
    for (const surface of surfaces(texts, withEmail, new Map()))
      expect(surface).toContain('keeper@acme.example');
  });

  it.each([
    ['ids', task],
    ['emails', withEmail],
  ])('leave no placeholder, no empty mention and no "undefined" with %s alone', (_what, shown) => {
    for (const surface of surfaces(texts, shown, new Map())) {
      expect(surface).not.toMatch(/undefined|null|NaN|<@>|\{(?!time|date)\w+\}|\*\*/);
    }
  });
});
