import { setTimeout as sleep } from 'node:timers/promises';
import { type Check, longestMs } from './check.ts';

/** Waits as Slack asks with a 429, so that the doctor's own calls are no finding. */
export interface SlackPatience {
  /** Waits, and tells whether the call is to be sent again. */
  readonly waits: (ms: number) => Promise<boolean>;
  /** What it came to; nothing where Slack never asked to wait. */
  readonly checks: () => readonly Check[];
}

export function slackPatience(
  now: () => Date,
  wait: (ms: number) => Promise<unknown> = (ms) => sleep(ms),
): SlackPatience {
  // What would be sent later than this is not waited for: then a 429 is an answer.
  const latestMs = now().getTime() + longestMs;
  const waitsMs: number[] = [];
  let refused = 0;
  return {
    async waits(ms) {
      if (now().getTime() + ms > latestMs) {
        refused += 1;
        return false;
      }
      waitsMs.push(ms);
      await wait(ms);
      return true;
    },
    checks() {
      if (waitsMs.length + refused === 0) return [];
      const seconds = Math.ceil(Math.max(0, ...waitsMs) / 1_000);
      const waited = `I waited for ${waitsMs.length} of my calls, up to ${seconds} s for one`;
      const rest = refused === 0 ? '' : `; ${refused} would have taken too long`;
      return [
        {
          what: 'Slack limits',
          state: 'warning',
          says: `Slack limits the calls of this app (429): ${waited}${rest}. The bot waits as well, so people hear later.`,
        },
      ];
    },
  };
}
