import { createAccessGovernance } from '../governance/access-governance.ts';
import { createGovernanceClient, type GovernanceClient } from '../governance/client.ts';
import type { UnreadItem } from '../governance/wire/each-item.ts';
import type { Metrics } from '../operator/health/metrics.ts';
import type { SystemStatus } from '../operator/health/system-status.ts';
import type { AccessGovernance } from '../use-cases/ports.ts';
import type { Context } from './app-context.ts';

/** The trouble of the whole service that an HTTP status shows; null if it shows none. */
function troubleInStatus(status: number | null): string | null {
  if (status === null) return 'does not answer';
  if (status === 401) return 'refuses the bot’s credentials';
  return status >= 500 ? `answers ${status}` : null;
}

export interface OpenedGovernance {
  readonly client: GovernanceClient;
  readonly governance: AccessGovernance;
}

export function openGovernance(
  { environment, settings, world, onStop }: Context,
  metrics: Metrics,
  status: SystemStatus,
): OpenedGovernance {
  const client = createGovernanceClient({
    ...environment.governance,
    queryCase: settings.governance.queryCase,
    now: world.now,
    log: (line) => {
      metrics.governanceCall(line);
      status.heard('governance', troubleInStatus(line.status));
      world.log.debug(line, 'governance call');
    },
    pathRefused: (found) =>
      world.log.warn(
        found,
        'a JSONPath of the service is not followed: only names, indexes, slices and wildcards are',
      ),
  });
  onStop(() => client.close());
  const operations = new Set(settings.governance.operations);
  const onUnread = (task: UnreadItem): void =>
    world.log.warn({ task }, 'a task of the service cannot be read; the others are');
  return { client, governance: createAccessGovernance(client, { operations, onUnread }) };
}
