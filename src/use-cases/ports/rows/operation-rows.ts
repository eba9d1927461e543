import type { OperationFinding } from '../../../domain/settings/operation-finding.ts';

export interface KeptFinding extends OperationFinding {
  /** Since when it is to be looked at again; null = it is not. */
  readonly wantedAt: Date | null;
}
