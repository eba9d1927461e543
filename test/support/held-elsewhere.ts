import type { HeldAccess } from '../../src/domain/held/held-access.ts';

/** Something that Ben has in AWS, granted in the console. */
export function heldElsewhere(change: Partial<HeldAccess> = {}): HeldAccess {
  return {
    appId: 'app-aws',
    entitlementId: 'ent-staging',
    entitlementName: 'Staging administrator',
    account: { id: 'account-ben', name: 'ben' },
    endsAt: null,
    isEndUnreadable: false,
    sources: [],
    ...change,
  };
}
