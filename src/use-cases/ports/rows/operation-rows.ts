import type { OptionalOperation } from '../../../domain/settings/access-settings.ts';
import type { OperationFinding } from '../../../domain/settings/operation-finding.ts';

export interface KeptFinding extends OperationFinding {
  /** Since when it is to be looked at again; null = it is not. */
  readonly wantedAt: Date | null;
}

/** What was found out about the tenant's operations. */
export interface OperationRows {
  /** Those of operations that this version does not know are left out. */
  all(): Promise<readonly KeptFinding[]>;
  /** The same, locked: nobody else changes them until the transaction ends. */
  lock(): Promise<readonly KeptFinding[]>;
  /** @param began when the look began: what was wanted later is looked at again */
  save(finding: OperationFinding, began: Date): Promise<void>;
  /** To be looked at again. */
  want(operations: readonly OptionalOperation[], at: Date): Promise<void>;
  /**
   * Those of these operations at which no other process looks since `since`; from now on this one
   * does. One without a row is looked at by everybody.
   */
  claim(
    operations: readonly OptionalOperation[],
    times: { readonly at: Date; readonly since: Date },
  ): Promise<readonly OptionalOperation[]>;
}
