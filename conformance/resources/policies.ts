import {
  base64,
  boolean,
  dateTime,
  each,
  enumeration,
  integer,
  listOf,
  message,
  type Resource,
  string,
  strings,
} from '../field.ts';

const credentialType = enumeration('CredentialType', 'CREDENTIAL_TYPE_UNSPECIFIED');

export const credentialInventoryPolicy: Resource = {
  name: 'CredentialInventoryPolicy',
  members: {
    ...each('id displayName', string),
    isBuiltin: boolean,
    priority: integer,
    ...each('createdAt updatedAt deletedAt', dateTime),
    enabledTypes: listOf(credentialType),
    delegated: message({
      providerAEnabled: boolean,
      providerAHostedDomains: strings,
      providerBEnabled: boolean,
      providerBTenantIds: strings,
    }),
    emailOtp: message(each('codeLength maxAttempts ttlSeconds', integer)),
    passkey: message({
      allowedAaguids: listOf(base64),
      attestation: enumeration('passkey.attestation', 'ATTESTATION_REQUIREMENT_UNSPECIFIED'),
      requireUserVerification: boolean,
    }),
    password: message({
      checkBreached: boolean,
      ...each('historyDepth minLength', integer),
      ...each('requireMixedCase requireNumber requireSymbol', boolean),
    }),
    totp: message(each('codeLength periodSeconds skewTolerance', integer)),
  },
};

export const recoveryPolicy: Resource = {
  name: 'RecoveryPolicy',
  members: {
    ...each('id displayName', string),
    allowedRecoveryTypes: listOf(credentialType),
    minRecoveryAuthLevel: enumeration(
      'RecoveryPolicy.minRecoveryAuthLevel',
      'AUTH_LEVEL_UNSPECIFIED',
    ),
    priority: integer,
    ...each('isBuiltin revokeOnRecovery', boolean),
    ...each('createdAt updatedAt deletedAt', dateTime),
  },
};
