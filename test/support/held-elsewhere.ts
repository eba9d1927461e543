import type { HeldAccess } from '../../src/domain/access/held-access.ts';
import type { AccessSettings } from '../../src/domain/settings/access-settings.ts';
import type { HeldReturn } from '../../src/extras/held/rules/held-return.ts';
import { actor, noon } from './samples.ts';
import { governanceWith, testApp, testSettings } from './test-settings.ts';

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

/** Access that Ben gives back and that was not granted through the bot. */
export function heldReturn(change: Partial<HeldReturn> = {}): HeldReturn {
  return {
    appId: 'app-aws',
    entitlementId: 'ent-staging',
    accountId: 'account-ben',
    id: 'return-1',
    by: actor('U0BEN'),
    identityUserId: 'user-ben',
    entitlementName: 'Staging administrator',
    state: 'asked',
    refusal: null,
    taskId: 'task-revoke',
    alsoRevoked: null,
    at: noon,
    ...change,
  };
}

/** Those of a tenant that tells what people hold, also in AWS. */
export function settingsWithGrants(): AccessSettings {
  const resources = [{ resourceTypeId: 'account', resourceId: 'harbour-staging' }];
  return testSettings({
    apps: [testApp(), testApp({ id: 'app-aws', name: 'AWS', resources })],
    governance: governanceWith('taskRevoke', 'grantSearch', 'userAccounts'),
  });
}
