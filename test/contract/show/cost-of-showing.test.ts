import { describe, expect, it } from 'vitest';
import { useClockedBot } from '../../support/clocked-bot.ts';
import { clockedRequest } from '../../support/clocked-request.ts';
import { textIn } from '../../support/recorded-slack.ts';

const bot = useClockedBot();
const { submits, passes, rests, decides, closesAfter } = clockedRequest(bot);

/** What Ben got in his conversation so far, and what it cost to show it. */
function costs() {
  const { slack, runs } = bot();
  const toBen = slack.calls.filter(({ args }) => /^D?U0BEN$/.test(textIn(args, 'channel')));
  const shows = runs.filter(({ job }) => job.kind === 'show-asking');
  return {
    posts: toBen.filter(({ method }) => method === 'chat.postMessage').length,
    edits: toBen.filter(({ method }) => method === 'chat.update').length,
    jobs: shows.length,
    transactions: shows.reduce((sum, { transactions }) => sum + transactions, 0),
  };
}

/** Submitted, shown, approved after ten minutes, and told to be granted. */
async function lives(lagSeconds: number): Promise<void> {
  const { jobs } = bot();
  const requestId = await submits();
  await passes(11_000);
  await rests(600_000);
  closesAfter(lagSeconds * 1_000);
  await decides(requestId, 'approve');
  const isGranted = (): boolean => costs().posts === 2 && jobs.isQuiet;
  expect(await jobs.until(isGranted, 10_000)).toBe(true);
}

describe('an ordinary request', () => {
  it('costs two posts, an edit, three jobs and ten transactions until it is told to be granted', async () => {
    await lives(0);
    expect(costs()).toEqual({ posts: 2, edits: 1, jobs: 3, transactions: 10 });
    // Once more when it is known when its holder is warned: nothing is posted.
    await passes(10_000);
    expect(costs()).toEqual({ posts: 2, edits: 1, jobs: 4, transactions: 13 });
  });

  it('costs no more where the service takes a second', async () => {
    await lives(1);
    expect(costs()).toEqual({ posts: 2, edits: 1, jobs: 3, transactions: 10 });
    // The job that would have shown the decision alone, and the one about the warning.
    await passes(10_000);
    expect(costs()).toEqual({ posts: 2, edits: 1, jobs: 5, transactions: 16 });
  });

  // That it was decided is shown before the outcome, by a job of its own.
  it('costs another edit and job where the service takes three seconds', async () => {
    await lives(3);
    expect(costs()).toEqual({ posts: 2, edits: 2, jobs: 4, transactions: 14 });
  });
});
