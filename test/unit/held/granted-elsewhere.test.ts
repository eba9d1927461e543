import { describe, expect, it } from 'vitest';
import {
  type GrantedHere,
  grantedElsewhere,
} from '../../../src/extras/held/rules/granted-elsewhere.ts';
import { heldElsewhere } from '../../support/held-elsewhere.ts';
import { noon } from '../../support/samples.ts';

const group = heldElsewhere({ entitlementId: 'group' });
const role = heldElsewhere({
  entitlementId: 'role',
  sources: [{ appId: 'app-aws', entitlementId: 'group' }],
});
const granted = (change: Partial<GrantedHere> = {}): GrantedHere => ({
  appId: 'app-aws',
  entitlementId: 'group',
  accountId: null,
  endedAt: null,
  ...change,
});
const ended = (change: Partial<GrantedHere> = {}) => granted({ endedAt: noon, ...change });

describe('what was granted elsewhere', () => {
  it('is not what the bot granted, but what came with it', () => {
    expect(grantedElsewhere([group, role], [granted()])).toEqual([role]);
  });

  it('is neither that nor what came with it, once it has ended after the reading', () => {
    expect(grantedElsewhere([group, role], [ended()])).toEqual([]);
  });

  it('is what comes from something else too', () => {
    const other = { appId: 'app-aws', entitlementId: 'other' };
    const both = { ...role, sources: [...(role.sources ?? []), other] };
    expect(grantedElsewhere([group, both], [ended()])).toEqual([both]);
  });

  it('is what another account has, and what comes with it', () => {
    const admin = { ...group, account: { id: 'account-admin', name: 'ben-admin' } };
    expect(grantedElsewhere([group, admin, role], [ended({ accountId: 'account-ben' })])).toEqual([
      admin,
      role,
    ]);
  });

  it('is what another account has where a longer grant took the place of one', () => {
    const admin = { ...group, account: { id: 'account-admin', name: 'ben-admin' } };
    expect(grantedElsewhere([group, admin, role], [ended(), granted()])).toEqual([admin, role]);
    expect(grantedElsewhere([group, role], [ended(), granted()])).toEqual([role]);
  });
});
