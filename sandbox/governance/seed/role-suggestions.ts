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

/** A suggestion that nobody has looked at yet, for a cohort that one attribute tells apart. */
function unseen(
  id: string,
  suggestedName: string,
  cohort: { readonly attribute: string; readonly value: string; readonly size: number },
  entitlements: readonly SuggestedEntitlement[],
): RoleSuggestion {
  const coverages = entitlements.map((one) => one.coverage);
  const lowest = Math.min(...coverages);
  return {
    ...common,
    id: `suggestion-${id}`,
    suggestedName,
    description: `What people with ${cohort.attribute} ${cohort.value} have in common.`,
    createdCatalogId: '',
    avgCoverage: coverages.reduce((sum, one) => sum + one, 0) / coverages.length,
    confidence: lowest / 2,
    cohortSize: cohort.size,
    dimensionCount: 1,
    usersWithAll: Math.floor(cohort.size * lowest),
    cohortFilters: [{ attribute: cohort.attribute, values: [cohort.value] }],
    insights: [],
    suggestionState: 'SUGGESTION_STATE_PENDING',
    entitlements,
    existingProfileMatches: [],
  };
}

const department = (value: string, size: number) => ({ attribute: 'department', value, size });
const title = (value: string, size: number) => ({ attribute: 'jobTitle', value, size });

/** Roles that the last analysis run proposes: more than fit on the smallest page. */
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
  unseen('keeper', 'Lighthouse keeper', title('Lighthouse Keeper, North Rock', 1), [
    suggested('app-beacon', 'polish', 1, 1),
    suggested('app-foghorn', 'blow', 1, 1),
  ]),
  unseen('harbour-master', 'Harbour Ops, ashore', department('Harbour Ops', 6), [
    suggested('app-timetables', 'viewer', 1, 6),
    suggested('app-berth', 'book', 0.83, 5),
  ]),
  unseen('passenger-care', 'Passenger Care', department('Passenger Care', 3), [
    suggested('app-seasick', 'agent', 1, 3),
    suggested('app-seasick', 'refund', 0.67, 2),
  ]),
  unseen('umbrella-keeper', 'Keeper of the umbrellas ☂️', title('Passenger Care, Lost & Found', 1), [
    suggested('app-seasick', 'safe', 1, 1),
  ]),
  unseen('security', 'Security', department('Security', 3), [
    suggested('app-lantern', 'ent-group-security', 0.67, 2),
    suggested('app-lantern', 'ent-group-vpn', 1, 3),
  ]),
  unseen('data', 'Data', title('Data Engineer', 1), [
    suggested('app-snowflake', 'engineer', 1, 1),
    suggested('app-snowflake', 'analyst', 1, 1),
  ]),
  unseen('payroll', 'Payroll', title('Payroll Specialist', 1), [suggested('app-crew', 'payroll-run', 1, 1)]),
  unseen('people', 'People', department('People', 2), [
    suggested('app-crew', 'recruiter', 0.5, 1),
    suggested('app-crew', 'rota-edit', 1, 2),
  ]),
  unseen('bridge', 'The bridge', department('Bridge', 1), [suggested('app-ledger', 'viewer', 1, 1)]),
];
