import { onceAMinute } from '../../../use-cases/people/limiter.ts';
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

/** Tells the operator of refused requests, seldom. Nothing of a request is in the line. */
export function refusalLog(world: Pick<World, 'log' | 'now'>): (status: RefusalStatus) => void {
  const isToSay = onceAMinute(world);
  return (status) => {
    if (isToSay(String(status)))
      world.log.warn({ status, says: remedies[status] }, 'requests of agents refused');
  };
}
