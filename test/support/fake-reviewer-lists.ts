import type { IdentityPerson } from '../../src/domain/people/identity-person.ts';
import type { ReviewerLists } from '../../src/extras/webhooks/answerers/reviewer-lists.ts';

/** The lists of people that the service has, out of which answers of delivered steps come. */
export class FakeReviewerLists implements ReviewerLists {
  /** The people who have an entitlement, by its id. */
  readonly holders = new Map<string, readonly IdentityPerson[]>();

  async listHolders({ entitlementId }: { readonly entitlementId: string }) {
    return this.holders.get(entitlementId) ?? [];
  }

  /** The owners of an entitlement or an app, by its id. */
  readonly ownersById = new Map<string, readonly IdentityPerson[]>();

  async listEntitlementOwners(
    { entitlementId }: { readonly entitlementId: string },
    { role }: { readonly role?: string | undefined },
  ) {
    const id = role === undefined ? entitlementId : `${entitlementId} as ${role}`;
    return this.ownersById.get(id) ?? [];
  }

  async listAppOwners(appId: string) {
    return this.ownersById.get(appId) ?? [];
  }

  /** The owners in each role. */
  readonly ownersInRole = new Map<string, readonly IdentityPerson[]>();

  async listResourceOwnersInRole(_: unknown, role: string) {
    return this.ownersInRole.get(role) ?? [];
  }
}
