import { expect, it } from 'vitest';
import { closedSnapshot, person } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';
import { waiting } from '../../support/waiting.ts';

const desk = useCaseDesk();
const { waits, reads, live } = waiting(desk);

/** The request is granted after the next post was rendered and before Slack has it. */
function grantedOnTheWay(): void {
  const { chat } = desk();
  const send = chat.sendPost.bind(chat);
  chat.sendPost = async (to, post) => {
    chat.sendPost = send;
    await reads(1, closedSnapshot());
    return send(to, post);
  };
}

it('follows a post with what was decided while that was on its way', async () => {
  await waits(1);
  desk().world.pass(11_000);
  grantedOnTheWay();
  await desk().runJobs('show-asking');
  expect(desk().chat.shown.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Your request for .* was sent\. · TIME/),
    expect.stringMatching(/^✅ You have /),
  ]);
});

it('brings a list up to date whose request was decided while it was on its way', async () => {
  await waits(1, { stepApprovers: [person('user-ana')] });
  desk().world.pass(11_000);
  await desk().said();
  await live('2026-03-02T13:59Z');
  grantedOnTheWay();
  await live('2026-03-02T14:01Z');
  await desk().runJobs('show-list');
  expect(desk().chat.lists.map(({ text }) => text)).toEqual(['Nothing waits for you any more.']);
});
