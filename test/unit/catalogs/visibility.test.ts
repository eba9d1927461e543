import { describe, expect, it } from 'vitest';
import { accessKey, VisibilityIndex } from '../../../src/extras/catalogs/rules/visibility.ts';
import type { RequestCatalog } from '../../../src/store/platform/tables.ts';

const finance = { appId: 'app-lantern', entitlementId: 'finance' };
const close = { appId: 'app-ledger', entitlementId: 'close' };

const everybody: RequestCatalog = {
  id: 'everybody',
  name: 'For everybody',
  visibleToEveryone: true,
  isProfile: false,
  unenrolment: 'unknown',
  access: [],
  content: { 'app-git': ['read', 'write'], 'app-ledger': ['viewer'] },
};
const countingHouse: RequestCatalog = {
  id: 'counting-house',
  name: 'Counting house',
  visibleToEveryone: false,
  isProfile: false,
  unenrolment: 'unknown',
  access: [finance],
  content: { 'app-ledger': ['close', 'viewer'] },
};
const none = new Map<string, boolean>();
const held = (isHeld: boolean) => new Map([[accessKey(finance), isHeld]]);

function index(catalogs: readonly RequestCatalog[], { isComplete = true } = {}) {
  return new VisibilityIndex({ catalogs, isComplete });
}

describe('what somebody sees in the tenant’s catalogs', () => {
  const both = index([everybody, countingHouse]);

  it('shows what a catalog for everybody holds', () => {
    expect(both.seenBy(none)({ appId: 'app-git', entitlementId: 'read' })).toBe('shown');
    expect(both.seenBy(held(false))({ appId: 'app-ledger', entitlementId: 'viewer' })).toBe(
      'shown',
    );
  });

  it('goes by the access entitlements of other catalogs', () => {
    expect(both.seenBy(held(true))(close)).toBe('shown');
    expect(both.seenBy(held(false))(close)).toBe('hidden');
    expect(both.seenBy(none)(close)).toBe('unknown');
    expect(both.accessEntitlements()).toEqual([finance]);
  });

  it('asks for no access entitlement of a catalog that everybody sees', () => {
    expect(index([{ ...everybody, access: [finance] }]).accessEntitlements()).toEqual([]);
  });

  it('hides what a catalog for others holds, also where other catalogs may be missing', () => {
    const incomplete = index([countingHouse], { isComplete: false });
    expect(incomplete.seenBy(held(false))(close)).toBe('hidden');
  });

  it('is enough to hold one of several access entitlements', () => {
    const security = { appId: 'app-lantern', entitlementId: 'security' };
    const two = index([{ ...countingHouse, access: [security, finance] }]);
    expect(two.seenBy(held(true))(close)).toBe('shown');
    expect(two.seenBy(held(false))(close)).toBe('unknown');
  });

  it('hides what is in no catalog, once the apps’ own catalogs are known', () => {
    const elsewhere = { appId: 'app-ledger', entitlementId: 'other' };
    expect(both.seenBy(held(true))(elsewhere)).toBe('hidden');
    expect(index([everybody], { isComplete: false }).seenBy(none)(elsewhere)).toBe('unknown');
  });

  it('says nothing of an app in no catalog, or without catalogs', () => {
    const other = { appId: 'app-other', entitlementId: 'x' };
    expect(both.seenBy(held(false))(other)).toBe('unknown');
    expect(index([]).seenBy(held(false))(close)).toBe('unknown');
  });

  it('hides nothing that may be in a catalog whose content was not read', () => {
    const unread: RequestCatalog = { ...everybody, id: 'unread', content: null };
    expect(index([countingHouse, unread]).seenBy(held(false))(close)).toBe('unknown');
    const closed = { ...unread, visibleToEveryone: false, access: [finance] };
    expect(index([countingHouse, closed]).seenBy(held(false))(close)).toBe('hidden');
  });

  it('lets only catalogs whose content was not read count for what they are not known to hold', () => {
    // What everybody sees would be seen by everybody, if it could hold anything.
    const read = index([countingHouse, everybody]);
    expect(read.seenBy(held(false))(close)).toBe('hidden');
  });

  it('hides nothing by a catalog whose audience was not read', () => {
    expect(index([{ ...countingHouse, access: [] }]).seenBy(held(false))(close)).toBe('unknown');
  });
});
