import type { GovernanceClient } from '../../service/client/client.ts';
import { Finding } from './check.ts';

/** A tenant limits calls. */
const atOnce = 8;

interface Patience {
  /** Cuts off the client's calls as well. */
  readonly ends: AbortSignal;
  readonly now: () => Date;
}

/**
 * The tenant for an operator who waits: some calls run side by side, and the others wait in order.
 * Once `ends` is aborted, each call is a finding that tells how slow the tenant is.
 */
export function tenantPatience(
  client: Pick<GovernanceClient, 'call'>,
  { ends, now }: Patience,
): Pick<GovernanceClient, 'call'> {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  let calls = 0;
  let allMs = 0;
  const slow = () => {
    const seconds = Math.round(allMs / Math.max(calls, 1) / 1_000);
    return new Finding('warning', `not checked: the tenant is slow (${seconds} s a call)`);
  };
  return {
    async call(one, input) {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      const startedMs = now().getTime();
      try {
        if (ends.aborted) throw slow();
        const answer = await client.call(one, input);
        calls += 1;
        allMs += now().getTime() - startedMs;
        return answer;
      } catch (error) {
        throw ends.aborted ? slow() : error;
      } finally {
        const next = waiting.shift();
        if (next === undefined) free += 1;
        else next();
      }
    },
  };
}
