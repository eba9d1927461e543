import type { World } from '../../../use-cases/ports/ports.ts';

/** What the operator may have to mend, by the status of the answer. */
const remedies = {
  400: 'somebody who may call sends something that is no message of the protocol',
  401: 'neither Slack’s signature nor a good token: if Slackbot gets no answer, look at SLACK_SIGNING_SECRET and at the clock of this machine',
  403: 'a page in a browser tried to call',
  413: 'longer than any message of an agent',
  421: 'for another host: set agents.url to the address at which agents reach this bot, and have the proxy pass on the header Host',
  429: 'more calls than limits.agents allows one person',
  503: 'the database does not answer, or too many tokens are sent that have to be looked up in it',
} as const;

export type RefusalStatus = keyof typeof remedies;

/** Anybody can cause lines: one for each status in this time. */
const sayAgainMs = 10 * 60_000;

/** Tells the operator of refused requests, seldom. Nothing of a request is in the line. */
export function refusalLog({
  log,
  now,
}: Pick<World, 'log' | 'now'>): (status: RefusalStatus) => void {
  const counts = new Map<RefusalStatus, { refused: number; saidAtMs: number }>();
  return (status) => {
    const count = counts.get(status) ?? { refused: 0, saidAtMs: Number.NEGATIVE_INFINITY };
    counts.set(status, count);
    count.refused += 1;
    const nowMs = now().getTime();
    if (nowMs - count.saidAtMs < sayAgainMs) return;
    const { refused } = count;
    log.warn({ status, refused, says: remedies[status] }, 'requests of agents refused');
    Object.assign(count, { refused: 0, saidAtMs: nowMs });
  };
}
