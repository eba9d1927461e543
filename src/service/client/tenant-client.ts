import type { OptionalOperation } from '../../domain/settings/access-settings.ts';
import type { GovernanceClient } from './client.ts';

export interface TenantClient extends Pick<GovernanceClient, 'call'> {
  readonly operations: ReadonlySet<OptionalOperation>;
}

/** The client, for the operations that the tenant has: to call another one is a bug. */
export function onlyWith(
  operations: ReadonlySet<OptionalOperation>,
  client: Pick<GovernanceClient, 'call'>,
): TenantClient {
  const call: GovernanceClient['call'] = async (one, input) => {
    const { operation } = one;
    if (operation === undefined || operations.has(operation)) return client.call(one, input);
    throw new Error(`the operation ${operation} is not among governance.operations`);
  };
  return { call, operations };
}
