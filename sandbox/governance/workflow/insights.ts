import type { CatalogEntitlement } from '../entities/app-entitlement.ts';
import type { IdentityUser } from '../entities/identity-user.ts';

/** A remark of the service on a request, shown beside its recommendation. */
export interface Insight {
  readonly id: string;
  readonly displayName: string;
  readonly description: string;
}

const insights = {
  'insight-low-risk': {
    id: 'insight-low-risk',
    displayName: 'Low risk',
    description: 'Access like this is given often and rarely misused.',
  },
  'insight-far-reaching': {
    id: 'insight-far-reaching',
    displayName: 'Far-reaching',
    description: 'Whoever holds this can change what others may do.',
  },
  'insight-not-permanent-staff': {
    id: 'insight-not-permanent-staff',
    displayName: 'Not permanent staff',
    description: 'The person is a contractor or an intern.',
  },
} as const satisfies Record<string, Insight>;

/**
 * What the service thinks of a request: Task.recommendation and the ids of the insights it rests
 * on.
 */
export interface Assessment {
  readonly recommendation: string;
  readonly insightIds: string[];
}

/** The insight with this id. */
export function insightOf(id: string): Insight | undefined {
  return Object.values(insights).find((one) => one.id === id);
}

/** Rules of thumb, applied once, when the request is made. */
export function assess(
  { entitlement }: CatalogEntitlement,
  target: IdentityUser | undefined,
): Assessment {
  const isRisky = ['risk-high', 'risk-critical'].includes(entitlement.riskLevelValueId);
  const isPermanent = target === undefined || target.employmentType === 'Full time';
  const insightIds: string[] = [];
  if (entitlement.riskLevelValueId === 'risk-low') insightIds.push('insight-low-risk');
  if (entitlement.riskLevelValueId === 'risk-critical') insightIds.push('insight-far-reaching');
  if (!isPermanent) insightIds.push('insight-not-permanent-staff');
  if (isRisky && !isPermanent) return { recommendation: 'INSIGHT_RECOMMENDATION_DENY', insightIds };
  if (entitlement.riskLevelValueId === 'risk-critical') {
    return { recommendation: 'INSIGHT_RECOMMENDATION_REVIEW', insightIds };
  }
  if (entitlement.riskLevelValueId === 'risk-low')
    return { recommendation: 'INSIGHT_RECOMMENDATION_APPROVE', insightIds };
  return { recommendation: 'INSIGHT_RECOMMENDATION_UNSPECIFIED', insightIds };
}
