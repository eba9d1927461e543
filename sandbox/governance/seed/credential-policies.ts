import type { CredentialInventoryPolicy } from '../entities/credential-inventory-policy.ts';
import { seededAt } from './people.ts';

type Settings = Partial<Pick<CredentialInventoryPolicy, 'delegated' | 'emailOtp' | 'passkey' | 'password' | 'totp'>>;

const typeOf = {
  delegated: 'CREDENTIAL_TYPE_DELEGATED',
  emailOtp: 'CREDENTIAL_TYPE_EMAIL_OTP',
  passkey: 'CREDENTIAL_TYPE_PASSKEY',
  password: 'CREDENTIAL_TYPE_PASSWORD',
  totp: 'CREDENTIAL_TYPE_TOTP',
} as const;

const anyPasskey = { allowedAaguids: [], attestation: 'ATTESTATION_REQUIREMENT_NONE', requireUserVerification: true };
const issuedKey = {
  allowedAaguids: ['7oglqVjaTTSTYvBWbvMaJA=='],
  attestation: 'ATTESTATION_REQUIREMENT_DIRECT',
  requireUserVerification: true,
};
const longPassword = {
  checkBreached: true,
  historyDepth: 12,
  minLength: 14,
  requireMixedCase: false,
  requireNumber: false,
  requireSymbol: false,
};
const oldPassword = {
  ...longPassword,
  checkBreached: false,
  minLength: 8,
  requireMixedCase: true,
  requireNumber: true,
};
const usualTotp = { codeLength: 6, periodSeconds: 30, skewTolerance: 1 };
const usualOtp = { codeLength: 6, maxAttempts: 5, ttlSeconds: 600 };
const partnerSignIn = {
  providerAEnabled: true,
  providerAHostedDomains: ['acme.example', 'harbour.example'],
  providerBEnabled: true,
  providerBTenantIds: ['7f1b6c1e-0000-4000-8000-000000000042'],
};

function policy(id: string, displayName: string, priority: number, settings: Settings): CredentialInventoryPolicy {
  const enabledTypes = Object.entries(typeOf).flatMap(([name, type]) => (name in settings ? [type] : []));
  return {
    id: `credential-policy-${id}`,
    displayName,
    isBuiltin: id === 'default',
    priority,
    createdAt: seededAt,
    updatedAt: seededAt,
    deletedAt: null,
    enabledTypes,
    delegated: null,
    emailOtp: null,
    passkey: null,
    password: null,
    totp: null,
    ...settings,
  };
}

/** Who may sign in with what, in the order in which the policies are tried. */
export const credentialPolicies: readonly CredentialInventoryPolicy[] = [
  policy('keepers', 'Lighthouse keepers: issued key only', 10, { passkey: issuedKey }),
  policy('security', 'Security: issued key only', 20, { passkey: issuedKey }),
  policy('bridge', 'Bridge', 30, { passkey: anyPasskey, totp: usualTotp }),
  policy('engineering', 'Engineering', 40, { passkey: anyPasskey, delegated: partnerSignIn }),
  policy('finance', 'Finance', 50, { passkey: anyPasskey, password: longPassword, totp: usualTotp }),
  policy('people', 'People', 60, { passkey: anyPasskey, password: longPassword }),
  policy('harbour', 'Harbour Ops', 70, { password: longPassword, totp: { ...usualTotp, skewTolerance: 3 } }),
  policy('night-ferry', 'Night ferry (no signal below deck)', 80, {
    totp: { codeLength: 8, periodSeconds: 60, skewTolerance: 5 },
  }),
  policy('care', 'Passenger Care', 90, { password: longPassword, emailOtp: usualOtp }),
  policy('partners', 'Partner ports', 100, { delegated: partnerSignIn, emailOtp: { ...usualOtp, ttlSeconds: 300 } }),
  policy('contractors', 'Contractors 契約社員', 110, { emailOtp: { codeLength: 8, maxAttempts: 3, ttlSeconds: 300 } }),
  policy('ticket-machines', 'Ticket machines (until they are replaced)', 120, { password: oldPassword }),
  policy('default', 'Default', 1000, { password: longPassword, emailOtp: usualOtp, totp: usualTotp }),
  {
    ...policy('telegraph', 'Telegraph office', 130, { password: oldPassword }),
    updatedAt: '2025-11-30T12:00:00Z',
    deletedAt: '2025-11-30T12:00:00Z',
  },
];
