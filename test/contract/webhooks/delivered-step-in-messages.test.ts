import { beforeEach, describe, expect, it } from 'vitest';
import { delivering, webhookTask } from '../../support/delivering.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { start, deliver } = delivering(desk);
const task = webhookTask();
const elsewhere = 'Another system is asked for the decision.';

beforeEach(async () => {
  start();
  await desk().wanted(task, { cardId: 'card-1' });
  desk().governance.tasks.set('task-1', task);
  const place = { channel: 'C0REVIEWS', ts: '1772452800.000100' };
  await desk().store.transaction((tx) => tx.cards.markPosted('card-1', place, 'old'));
});

const shown = () => desk().chat.shown.map(({ text, edits }) => ({ text, edits }));

async function expectReviewers(): Promise<void> {
  // They were not known when the card was posted.
  expect(await desk().said()).toEqual(['in-review -> U0BEN', 'step -> thread of C0REVIEWS']);
  const text = expect.stringMatching(
    /Ana or Cho will decide\. If nobody decides, I will deny it: TIME/,
  );
  expect(shown()).toEqual([{ text, edits: 1 }]);
  expect(shown()[0]?.text).not.toContain(elsewhere);
}

describe('the requester’s post about a step that the service hands to the bot', () => {
  it('names the reviewers when the delivery comes', async () => {
    expect(await desk().said()).toEqual(['in-review -> U0BEN']);
    expect(shown()).toEqual([{ text: expect.stringContaining(elsewhere), edits: 0 }]);
    await deliver(task);
    await expectReviewers();
  });

  it('names them when the delivery comes while it is on its way to Slack', async () => {
    const { chat } = desk();
    const send = chat.sendPost.bind(chat);
    chat.sendPost = async (to, post) => {
      chat.sendPost = send;
      await deliver(task);
      return send(to, post);
    };
    await expectReviewers();
  });
});
