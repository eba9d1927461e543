import type { OptionalOperation } from '../domain/access-settings.ts';
import type { GovernanceClient } from './client.ts';

export type TenantClient = ReturnType<typeof onlyWith>;

/** The client, for the operations that the tenant has: to call another one is a bug. */
export function onlyWith(operations: ReadonlySet<OptionalOperation>, client: GovernanceClient) {
  const call: GovernanceClient['call'] = async (one, input) => {
    const { operation } = one;
    if (operation === undefined || operations.has(operation)) return client.call(one, input);
    throw new Error(`the operation ${operation} is not among governance.operations`);
  };
  return { call, operations };
}
