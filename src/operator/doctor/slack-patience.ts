import { setTimeout as sleep } from 'node:timers/promises';
import type { Check } from './check.ts';

/** An operator waits for the doctor: later than this after its start, a 429 is an answer. */
const mostMs = 60_000;

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
  const latestMs = now().getTime() + mostMs;
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
      const rest = refused === 0 ? '' : `; ${refused} would have taken longer than a minute`;
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
