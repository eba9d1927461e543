/** A credential inventory policy (interface.md). Settings of a credential type that is not enabled are null. */
export interface CredentialInventoryPolicy {
  readonly id: string;
  readonly displayName: string;
  readonly isBuiltin: boolean;
  readonly priority: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly deletedAt: string | null;
  readonly enabledTypes: readonly string[];
  readonly delegated: {
    readonly providerAEnabled: boolean;
    readonly providerAHostedDomains: readonly string[];
    readonly providerBEnabled: boolean;
    readonly providerBTenantIds: readonly string[];
  } | null;
  readonly emailOtp: { readonly codeLength: number; readonly maxAttempts: number; readonly ttlSeconds: number } | null;
  readonly passkey: {
    /** base64 */
    readonly allowedAaguids: readonly string[];
    readonly attestation: string;
    readonly requireUserVerification: boolean;
  } | null;
  readonly password: {
    readonly checkBreached: boolean;
    readonly historyDepth: number;
    readonly minLength: number;
    readonly requireMixedCase: boolean;
    readonly requireNumber: boolean;
    readonly requireSymbol: boolean;
  } | null;
  readonly totp: { readonly codeLength: number; readonly periodSeconds: number; readonly skewTolerance: number } | null;
}
