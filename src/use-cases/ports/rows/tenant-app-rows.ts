import type { TenantApp } from '../../../domain/settings/app-offer.ts';

export interface TenantAppRows {
  /** As the last list that was read has them, by name. */
  load(): Promise<readonly TenantApp[]>;
  /** Puts these in the place of all. No id twice. */
  replace(apps: readonly TenantApp[]): Promise<void>;
}
