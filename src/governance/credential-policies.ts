import { z } from 'zod';
import type { Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { GovernanceClient } from './client.ts';
import { endpoint } from './wire/endpoint.ts';
import { dateTime, flag, integer, list, nested, openEnum, text, texts } from './wire/fields.ts';
import { type Page, type PageRequest, pageFields } from './wire/paging.ts';

/** Credential inventory policy: which credentials people may enrol, and how strong they are. */
const credentialInventoryPolicy = z.object({
  id: text,
  displayName: text,
  isBuiltin: flag,
  priority: integer,
  createdAt: dateTime,
  updatedAt: dateTime,
  deletedAt: dateTime,
  enabledTypes: texts,
  /** Sign-in through two external identity providers. */
  delegated: nested(
    z.object({
      providerAEnabled: flag,
      providerAHostedDomains: texts,
      providerBEnabled: flag,
      providerBTenantIds: texts,
    }),
  ),
  emailOtp: nested(z.object({ codeLength: integer, maxAttempts: integer, ttlSeconds: integer })),
  passkey: nested(
    z.object({
      /** Base64. */
      allowedAaguids: texts,
      attestation: openEnum(['ATTESTATION_REQUIREMENT_UNSPECIFIED']),
      requireUserVerification: flag,
    }),
  ),
  password: nested(
    z.object({
      checkBreached: flag,
      historyDepth: integer,
      minLength: integer,
      requireMixedCase: flag,
      requireNumber: flag,
      requireSymbol: flag,
    }),
  ),
  totp: nested(z.object({ codeLength: integer, periodSeconds: integer, skewTolerance: integer })),
});
export type CredentialInventoryPolicy = z.output<typeof credentialInventoryPolicy>;

const searchCredentialInventoryPoliciesEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/search/credential-inventory-policies',
  effect: 'read',
  answer: z.object({ list: list(credentialInventoryPolicy), nextPageToken: text }),
});

/**
 * Endpoint 4: one page of the credential policies whose name matches `query` (empty matches all) among `refs` (empty matches all).
 * Refusals: `forbidden`, `invalid`.
 */
export function searchCredentialInventoryPolicies(
  client: GovernanceClient,
  request: PageRequest & { readonly query?: string; readonly refs?: readonly { readonly id: string }[] } = {},
): Promise<Result<Page<CredentialInventoryPolicy>, ServiceRefusal>> {
  const { query, refs } = request;
  return client.call(searchCredentialInventoryPoliciesEndpoint, {
    path: {},
    body: { ...pageFields(request), query, refs },
  });
}
