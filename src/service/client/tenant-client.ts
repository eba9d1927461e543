import type { TenantCapabilities } from '../capabilities.ts';
import type { GovernanceClient } from './client.ts';

export interface TenantClient extends Pick<GovernanceClient, 'call'> {
  readonly capabilities: TenantCapabilities;
}

/** The client, for the operations that the tenant has: to call another one is a bug. */
export function onlyWith(
  capabilities: TenantCapabilities,
  client: Pick<GovernanceClient, 'call'>,
): TenantClient {
  const call: GovernanceClient['call'] = async (one, input) => {
    if (capabilities.mayCall(one)) return client.call(one, input);
    throw new Error(`the operation ${one.operation} is not among governance.operations`);
  };
  return { call, capabilities };
}
