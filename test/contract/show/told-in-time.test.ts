import { describe, expect, it } from 'vitest';
import { useClockedBot } from '../../support/clocked-bot.ts';
import { clockedRequest } from '../../support/clocked-request.ts';
import { textIn } from '../../support/recorded-slack.ts';

const bot = useClockedBot();
const { submits, passes, decides, closesAfter } = clockedRequest(bot);

/** A decision waits so long for what comes of it. */
const outcomeSeconds = 7;

/** By then nobody waits for the card any more, which would have him told something by accident. */
const asksMs = 11_000;

/** Whether Ben was posted these words since then, or shown them in a post that he had. */
function isTold(since: Date, words: RegExp, sent: 'post' | 'edit' = 'post'): boolean {
  return bot().slack.calls.some(
    ({ method, args, at }) =>
      method === (sent === 'post' ? 'chat.postMessage' : 'chat.update') &&
      textIn(args, 'channel') === (sent === 'post' ? 'U0BEN' : 'DU0BEN') &&
      at >= since &&
      words.test(textIn(args, 'text')),
  );
}

describe('whoever asked', () => {
  it.each([0, 1, 3, 10])(
    'is told the outcome within two seconds of a service that takes %d s for it',
    async (lagSeconds) => {
      const { desk, jobs } = bot();
      const requestId = await submits();
      await passes(asksMs);
      closesAfter(lagSeconds * 1_000);
      const clickedAt = desk.world.now();
      await decides(requestId, 'approve');
      await passes(lagSeconds * 1_000);
      const isOutcomeTold = (): boolean => isTold(clickedAt, /You have \*GitHub/);
      expect(await jobs.until(isOutcomeTold, 2_000)).toBe(true);
      // The decision is told by itself where its outcome takes longer than it waits for that.
      expect(isTold(clickedAt, /being set up/)).toBe(lagSeconds > outcomeSeconds);
    },
  );

  it('is told of a decision within two seconds of the time that it waits for its outcome', async () => {
    const { desk, jobs } = bot();
    const requestId = await submits();
    await passes(asksMs);
    closesAfter(60_000);
    const clickedAt = desk.world.now();
    await decides(requestId, 'approve');
    const isDecisionShown = (): boolean => isTold(clickedAt, /being set up/, 'edit');
    expect(await jobs.until(isDecisionShown, 2_000)).toBe(true);
    const isDecisionTold = (): boolean => isTold(clickedAt, /<@U0ANA> approved your request/);
    expect(await jobs.until(isDecisionTold, outcomeSeconds * 1_000 - 2_000)).toBe(false);
    expect(await jobs.until(isDecisionTold, 2_000)).toBe(true);
  });
});
