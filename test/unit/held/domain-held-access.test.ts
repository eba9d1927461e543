import { describe, expect, it } from 'vitest';
import { giveBackOffer } from '../../../src/extras/held/rules/held-return.ts';
import { heldElsewhere } from '../../support/held-elsewhere.ts';

const key = (entitlementId: string, appId = 'app-aws') => ({ appId, entitlementId });
const group = heldElsewhere({ entitlementId: 'group', entitlementName: 'Engineers' });
const role = heldElsewhere({
  entitlementId: 'role',
  entitlementName: 'Read-only',
  sources: [key('group')],
});

describe('what can be given back', () => {
  it('is a direct grant itself, with what comes through it alone', () => {
    const other = heldElsewhere({ entitlementId: 'other', sources: [key('group'), key('more')] });
    expect(giveBackOffer(group, [group, role, other])).toEqual({
      ...key('group'),
      accountId: 'account-ben',
      entitlementName: 'Engineers',
      takesAlong: ['Read-only'],
      mayComeBack: false,
    });
  });

  it('is the source of what is inherited', () => {
    const offer = giveBackOffer(role, [group, role]);
    expect(offer).toMatchObject({ ...key('group'), entitlementName: 'Engineers' });
  });

  it('is a source that the person was not seen to hold, without its name', () => {
    expect(giveBackOffer(role, [role])).toMatchObject({ ...key('group'), entitlementName: null });
  });

  it('is not the entitlement of another app with the id of the source', () => {
    const sameId = heldElsewhere({ appId: 'app-github', entitlementId: 'group' });
    expect(giveBackOffer(role, [sameId, role])).toMatchObject({ entitlementName: null });
  });

  it('is nothing where several sources give it, or the source is inherited', () => {
    const twice = { ...role, sources: [key('group'), key('other')] };
    expect(giveBackOffer(twice, [group, twice])).toBeNull();
    const inherited = { ...group, sources: [key('top')] };
    expect(giveBackOffer(role, [inherited, role])).toBeNull();
  });

  it('may come back where nobody told whether it is inherited', () => {
    const untold = { ...group, sources: null };
    expect(giveBackOffer(untold, [untold])).toMatchObject({ mayComeBack: true });
  });
});
