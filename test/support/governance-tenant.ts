/**
 * The sandbox's governance service, the client and the port over it, with a clock that stands
 * still.
 */

import {
  type GovernanceService,
  type GovernanceServiceOptions,
  startGovernanceService,
} from '../../sandbox/governance/service.ts';
import type { OptionalOperation } from '../../src/domain/settings/access-settings.ts';
import type { TaskSnapshot } from '../../src/domain/task/task-snapshot.ts';
import { createAccessGovernance } from '../../src/service/access-governance.ts';
import { type CompleteGovernance, TenantCapabilities } from '../../src/service/capabilities.ts';
import { createGovernanceClient, type GovernanceClient } from '../../src/service/client/client.ts';
import type { GrantOrder } from '../../src/use-cases/ports/ports.ts';
import { sandboxDialect } from './sandbox-dialect.ts';

export interface Tenant {
  readonly service: GovernanceService;
  readonly client: GovernanceClient;
  readonly governance: CompleteGovernance;
  close(): Promise<void>;
}

export async function startTenant(
  operations: readonly OptionalOperation[],
  options: GovernanceServiceOptions = {},
): Promise<Tenant> {
  const now = () => new Date('2026-03-01T08:00:00Z');
  const service = await startGovernanceService({
    now,
    grantLagMs: 0,
    dialect: sandboxDialect,
    ...options,
  });
  const client = createGovernanceClient({
    baseUrl: service.url,
    clientId: 'sandbox-bot',
    clientSecret: 'sandbox-secret',
    queryCase: 'both',
    now,
  });
  return {
    service,
    client,
    governance: createAccessGovernance(client, {
      tenant: new TenantCapabilities(new Set(operations)),
    }),
    close: async () => {
      await client.close();
      await service.close();
    },
  };
}

/** Dara's request for GitHub administration, which has two steps: her manager, then Security. */
export function order(changes: Partial<GrantOrder> = {}): GrantOrder {
  return {
    appId: 'app-github',
    entitlementId: 'ent-platform-admin',
    identityUserId: 'user-dara',
    justification: 'The lamp blinks <b>too</b> fast',
    durationSeconds: 3600,
    emergency: false,
    requestData: null,
    source: {
      conversationId: 'C0REVIEWS',
      externalUrl: 'https://acme.example/archives/C0REVIEWS',
      integrationId: 'T0ACME',
      requestId: 'request-1',
      isExtension: false,
    },
    ...changes,
  };
}

/** The new task of that request. */
export async function granted(
  tenant: Tenant,
  changes: Partial<GrantOrder> = {},
): Promise<TaskSnapshot> {
  const made = await tenant.governance.requestGrant(order(changes));
  if (!made.ok) throw new Error(`refused: ${made.refusal.message}`);
  return made.value;
}
