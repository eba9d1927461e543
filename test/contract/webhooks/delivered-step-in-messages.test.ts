import { beforeEach, describe, expect, it } from 'vitest';
import { noticeMessage } from '../../../src/slack/message/notice-messages.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import type { NoticeContext } from '../../../src/use-cases/ports/chat-ports.ts';
import { delivering, webhookTask } from '../../support/delivering.ts';
import { keepMessage } from '../../support/kept-message.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { start, deliver } = delivering(desk);
const task = webhookTask();
const elsewhere = 'Another system is asked for the decision.';

const textOf = (context: NoticeContext): string =>
  noticeMessage(textsFor('en'), context, 'requester').text;

beforeEach(async () => {
  start();
  await desk().opened(task);
  await desk().store.transaction((tx) =>
    keepMessage(tx, {
      key: 'open',
      requestId: 'request-1',
      target: { kind: 'direct', slackUserId: 'U0BEN' },
      body: { kind: 'request-open' },
    }),
  );
});

async function expectReviewers(): Promise<void> {
  await desk().runJobs('send-notice');
  const [first] = desk().chat.notices;
  const last = desk().chat.noticesUpdated.at(-1);
  if (first === undefined || last === undefined) throw new Error('it was sent and updated');
  expect(textOf(first.context)).toContain(elsewhere);
  expect(textOf(last.context)).toMatch(
    /Ana or Cho will decide\. If nobody decides, I will deny it: <!date\^\d+\^/,
  );
  expect(textOf(last.context)).not.toContain(elsewhere);
}

describe('the requester’s message about a step that the service hands to the bot', () => {
  it('names the reviewers when the delivery comes', async () => {
    await desk().runJobs('send-notice');
    await deliver(task);
    await expectReviewers();
  });

  it('names them when the delivery comes while it is on its way to Slack', async () => {
    const { chat } = desk();
    const send = chat.sendNotice.bind(chat);
    chat.sendNotice = async (spot, context) => {
      chat.sendNotice = send;
      await deliver(task);
      return send(spot, context);
    };
    await expectReviewers();
  });
});
