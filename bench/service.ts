/** The stand-in of the service, for what people do there without the bot. */
import { createAccessGovernance } from '../src/service/access-governance.ts';
import { type CompleteGovernance, TenantCapabilities } from '../src/service/capabilities.ts';
import { createGovernanceClient, type GovernanceClient } from '../src/service/client/client.ts';
import type { ClickableWorld } from '../test/support/bot-world.ts';

/** The client is to be closed. */
export function serviceOf({ world }: { readonly world: ClickableWorld }): {
  readonly client: GovernanceClient;
  readonly governance: CompleteGovernance;
} {
  const client = createGovernanceClient({
    baseUrl: world.governance.url,
    clientId: 'sandbox-bot',
    clientSecret: 'sandbox-secret',
    queryCase: 'camel',
    now: () => new Date(),
  });
  const operations = new Set(['taskRead', 'taskActions'] as const);
  return {
    client,
    governance: createAccessGovernance(client, { tenant: new TenantCapabilities(operations) }),
  };
}
