import { z } from 'zod';
import type { Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { GovernanceClient } from './client.ts';
import { endpoint } from './wire/endpoint.ts';
import { dateTime, decimal, integer, list, openEnum, text, texts } from './wire/fields.ts';
import { type Page, type PageRequest, pageFields } from './wire/paging.ts';

const suggestedEntitlement = z.object({
  appDisplayName: text,
  appId: text,
  appResourceDisplayName: text,
  appResourceTypeDisplayName: text,
  entitlementDisplayName: text,
  entitlementId: text,
  riskLevelValueId: text,
  coverage: decimal,
  grantedCount: decimal,
});

/** Role suggestion: entitlements that a group of people shares, found by an analysis run. */
const roleSuggestion = z.object({
  id: text,
  runId: text,
  createdCatalogId: text,
  description: text,
  suggestedName: text,
  avgCoverage: decimal,
  confidence: decimal,
  cohortSize: integer,
  dimensionCount: integer,
  usersWithAll: integer,
  cohortFilters: list(z.object({ attribute: text, values: texts })),
  insights: texts,
  suggestionState: openEnum(['SUGGESTION_STATE_UNSPECIFIED']),
  createdAt: dateTime,
  updatedAt: dateTime,
  lastGeneratedAt: dateTime,
  entitlements: list(suggestedEntitlement),
  existingProfileMatches: list(
    z.object({
      catalogDisplayName: text,
      catalogId: text,
      matchType: openEnum(['ACCESS_PROFILE_MATCH_TYPE_UNSPECIFIED']),
      missingEntitlements: list(suggestedEntitlement),
      overlapRatio: decimal,
    }),
  ),
});
export type RoleSuggestion = z.output<typeof roleSuggestion>;

const listRoleSuggestionsEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/role-mining/suggestions',
  effect: 'read',
  answer: z.object({ list: list(roleSuggestion), nextPageToken: text }),
});

/**
 * Endpoint 15: one page of the role suggestions. The interface mentions a filter by state without showing its name, so none is
 * sent. Refusals: `forbidden`.
 */
export function listRoleSuggestions(
  client: GovernanceClient,
  page: PageRequest = {},
): Promise<Result<Page<RoleSuggestion>, ServiceRefusal>> {
  return client.call(listRoleSuggestionsEndpoint, { path: {}, query: pageFields(page) });
}
