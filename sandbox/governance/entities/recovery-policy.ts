/** A recovery policy (interface.md): how somebody who lost their credentials gets back in. */
export interface RecoveryPolicy {
  readonly id: string;
  readonly displayName: string;
  readonly allowedRecoveryTypes: readonly string[];
  readonly minRecoveryAuthLevel: string;
  readonly priority: number;
  readonly isBuiltin: boolean;
  readonly revokeOnRecovery: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly deletedAt: string | null;
}
