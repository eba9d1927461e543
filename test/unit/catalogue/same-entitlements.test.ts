import { describe, expect, it } from 'vitest';
import {
  type CatalogueEntitlement,
  sameEntitlements,
} from '../../../src/domain/catalogue/entitlement.ts';
import { entitlement } from '../../support/samples.ts';

describe('two readings of entitlements', () => {
  const changes: Required<Partial<CatalogueEntitlement>> = {
    appId: 'app-other',
    id: 'other',
    name: 'other',
    alias: 'other',
    description: 'other',
    resourceTypeId: 'other',
    resourceId: 'other',
    resourceName: 'other',
    riskLevel: 'other',
    emergencyGrantEnabled: !entitlement().emergencyGrantEnabled,
    longestSeconds: 77,
    requestSchemaId: 'other',
    mayBePermanent: !entitlement().mayBePermanent,
    isLocked: true,
    isLongestOpen: true,
    policyId: 'other',
    appPolicyId: 'other',
    emergencyPolicyId: 'other',
    isPolicyOpen: true,
  };

  it('are the same where everything in them is', () => {
    expect(sameEntitlements([], [])).toBe(true);
    expect(
      sameEntitlements(
        [entitlement(), entitlement({ id: 'b' })],
        [entitlement(), entitlement({ id: 'b' })],
      ),
    ).toBe(true);
  });

  it.each(Object.entries(changes))('differ when only %s differs', (field, value) => {
    const changed = { ...entitlement(), [field]: value };
    expect(sameEntitlements([entitlement()], [changed])).toBe(false);
    expect(sameEntitlements([changed], [entitlement()])).toBe(false);
  });

  it('differ in length and order', () => {
    const [one, other] = [entitlement({ id: 'a' }), entitlement({ id: 'b' })];
    expect(sameEntitlements([one], [one, other])).toBe(false);
    expect(sameEntitlements([one, other], [one])).toBe(false);
    expect(sameEntitlements([one, other], [other, one])).toBe(false);
  });
});
