/** What visibility needs of the service. */
import type { EntitlementKey } from '../../domain/request/access-request.ts';
import type { RequestCatalog } from '../../store/platform/tables.ts';

/** A catalog as it is listed, without what it holds. */
export interface ListedCatalog extends Omit<RequestCatalog, 'content'> {
  /** Whether people can ask for what is in it: it is published, and not deleted. */
  readonly isOffered: boolean;
}

/** Throws `OutwardFailure` as `AccessGovernance` does. */
export interface RequestCatalogs {
  /** All pages. */
  list(): Promise<readonly ListedCatalog[]>;
  /** Ids of the catalogs that apps have of their own; null where that cannot be read. */
  ownOfApps(): Promise<readonly string[] | null>;
  /** `none` where there is none of this id. */
  read(id: string): Promise<ListedCatalog | 'none'>;
  /** What is in a catalog; null where the service does not tell. */
  content(id: string): Promise<RequestCatalog['content']>;
  audience(id: string): Promise<readonly EntitlementKey[]>;
  /**
   * Those of these that a person holds, by one call.
   *
   * @returns `isAll`: whether nothing was left out
   */
  heldOf(
    identityUserId: string,
    among: readonly EntitlementKey[],
  ): Promise<{ readonly held: readonly EntitlementKey[]; readonly isAll: boolean }>;
  /** Whether the person is seen to hold anything, by one call. */
  holdsAnything(identityUserId: string): Promise<boolean>;
}
