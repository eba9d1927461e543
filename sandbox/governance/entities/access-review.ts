import type { ResourceRef } from './app-entitlement.ts';

/** A campaign that looks at access that people and machines have. The interface names it and does not list its fields. */
export interface AccessReview {
  readonly id: string;
  readonly displayName: string;
  readonly description: string;
  readonly state: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** What is looked at. Only the sandbox knows it. */
  readonly scope: {
    readonly appId: string;
    /** Accounts that are machines, and the resource that each of them is; null where the campaign is about everybody. */
    readonly principals: Readonly<Record<string, ResourceRef>> | null;
  };
}
