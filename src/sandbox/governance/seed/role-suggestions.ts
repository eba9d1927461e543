import type { RoleSuggestion, SuggestedEntitlement } from '../entities/role-suggestion.ts';
import { seededApps } from './apps.ts';
import { seededAt } from './people.ts';

function suggested(appId: string, entitlementId: string, coverage: number, grantedCount: number): SuggestedEntitlement {
  const app = seededApps.find((one) => one.application.id === appId);
  const entitlement = app?.entitlements.find((one) => one.entitlement.id === entitlementId)?.entitlement;
  if (app === undefined || entitlement === undefined) throw new Error(`no entitlement ${entitlementId} in ${appId}`);
  const resource = app.resources.find((one) => one.resource.id === entitlement.appResourceId)?.resource;
  const type = app.resourceTypes.find((one) => one.id === entitlement.appResourceTypeId);
  return {
    appId,
    appDisplayName: app.application.displayName,
    appResourceDisplayName: resource?.displayName ?? '',
    appResourceTypeDisplayName: type?.displayName ?? '',
    entitlementId,
    entitlementDisplayName: entitlement.displayName,
    riskLevelValueId: entitlement.riskLevelValueId,
    coverage,
    grantedCount,
  };
}

const common = {
  runId: 'run-2026-01',
  createdAt: seededAt,
  updatedAt: seededAt,
  lastGeneratedAt: '2026-01-12T03:00:00Z',
};

/** Roles that the last analysis run proposes. */
export const roleSuggestions: readonly RoleSuggestion[] = [
  {
    ...common,
    id: 'suggestion-engineer',
    suggestedName: 'Engineer on deck',
    description: 'What nearly everybody in Engineering holds anyway.',
    createdCatalogId: '',
    avgCoverage: 0.91,
    confidence: 0.88,
    cohortSize: 6,
    dimensionCount: 2,
    usersWithAll: 4,
    cohortFilters: [
      { attribute: 'department', values: ['Engineering'] },
      { attribute: 'employmentType', values: ['Full time'] },
    ],
    insights: ['Nine of ten hold all of it.', 'Nobody outside the cohort does.'],
    suggestionState: 'SUGGESTION_STATE_PENDING',
    entitlements: [
      suggested('app-github', 'ent-platform-read', 1, 6),
      suggested('app-github', 'ent-platform-write', 0.83, 5),
      suggested('app-aws', 'staging-read', 0.91, 5),
    ],
    existingProfileMatches: [
      {
        catalogId: 'catalog-engineering-2023',
        catalogDisplayName: 'Engineering (2023)',
        matchType: 'ACCESS_PROFILE_MATCH_TYPE_PARTIAL',
        missingEntitlements: [suggested('app-aws', 'staging-read', 0.91, 5)],
        overlapRatio: 0.67,
      },
    ],
  },
  {
    ...common,
    id: 'suggestion-night-dispatch',
    suggestedName: 'Night dispatcher 🌙',
    description: 'Blow the horn, cancel a departure, book a berth.',
    createdCatalogId: 'catalog-night-dispatch',
    avgCoverage: 0.75,
    confidence: 0.6,
    cohortSize: 2,
    dimensionCount: 1,
    usersWithAll: 1,
    cohortFilters: [{ attribute: 'jobTitle', values: ['Dispatcher, Night Ferry', 'Dispatcher, Day Ferry'] }],
    insights: [],
    suggestionState: 'SUGGESTION_STATE_ACCEPTED',
    entitlements: [
      suggested('app-foghorn', 'blow', 1, 2),
      suggested('app-timetables', 'cancel-departure', 0.5, 1),
      suggested('app-berth', 'book', 0.75, 2),
    ],
    existingProfileMatches: [],
  },
  {
    ...common,
    id: 'suggestion-purser',
    suggestedName: 'Purser',
    description: 'Book and read, but never release payments.',
    createdCatalogId: '',
    avgCoverage: 0.66,
    confidence: 0.41,
    cohortSize: 3,
    dimensionCount: 1,
    usersWithAll: 2,
    cohortFilters: [{ attribute: 'department', values: ['Finance'] }],
    insights: ['Small cohort: look twice.'],
    suggestionState: 'SUGGESTION_STATE_REJECTED',
    entitlements: [suggested('app-ledger', 'viewer', 1, 3), suggested('app-ledger', 'book', 0.33, 1)],
    existingProfileMatches: [],
  },
];
