import type { GrantPolicy, PolicyStep, ReviewerRule } from '../entities/grant-policy.ts';
import { userIdOf } from './people.ts';

const ids = (...handles: readonly string[]): readonly string[] => handles.map(userIdOf);

function step(reviewers: ReviewerRule, rest: Partial<Omit<PolicyStep, 'reviewers'>> = {}): PolicyStep {
  return { reviewers, allowReassignment: true, allowSelfApproval: false, stepUp: 'none', ...rest };
}

const gatekeepers: ReviewerRule = { kind: 'users', userIds: ids('ana', 'fatima') };
const securityGroup: ReviewerRule = {
  kind: 'group',
  appId: 'app-lantern',
  groupId: 'ent-group-security',
  userIds: ids('fatima', 'goran'),
};
const onCallGroup: ReviewerRule = {
  kind: 'group',
  appId: 'app-bellbuoy',
  groupId: 'ent-oncall-primary',
  userIds: ids('ana', 'chen', 'fatima', 'goran'),
};
const manager: ReviewerRule = { kind: 'manager', fallbackUserIds: ids('fatima') };
const owners: ReviewerRule = { kind: 'entitlement-owners', fallbackUserIds: ids('ana', 'fatima') };

/** The policy of entitlements that name no other. */
export const defaultPolicyId = 'policy-gatekeepers';

/** The policy of emergency requests whose entitlement names no other. */
export const defaultEmergencyPolicyId = 'policy-emergency';

export const grantPolicies: readonly GrantPolicy[] = [
  {
    id: defaultPolicyId,
    displayName: 'Gatekeepers',
    description: 'One of two gatekeepers decides.',
    steps: [step(gatekeepers)],
  },
  {
    id: 'policy-manager',
    displayName: 'Your manager',
    description: 'The manager decides.',
    steps: [step(manager)],
  },
  {
    id: 'policy-owners',
    displayName: 'Owners',
    description: 'One of the owners decides.',
    steps: [step(owners)],
  },
  {
    id: 'policy-manager-then-security',
    displayName: 'Manager, then Security',
    description: 'First the manager, then somebody of Security.',
    steps: [step(manager), step(securityGroup, { stepUp: 'offered' })],
  },
  {
    id: 'policy-owners-then-security',
    displayName: 'Owners, then Security',
    description: 'First an owner, who says why, then somebody of Security. Nobody else can be put in their place.',
    steps: [
      step(owners, { requireApprovalReason: true }),
      step(securityGroup, { allowReassignment: false, requireDistinctApprovers: true }),
    ],
  },
  {
    id: 'policy-two-keys',
    displayName: 'Two keys of the lamp room',
    description: 'An owner and Security, both confirmed with a security key.',
    steps: [step(owners, { stepUp: 'required' }), step(securityGroup, { stepUp: 'required' })],
  },
  {
    id: 'policy-open-harbour',
    displayName: 'Open harbour',
    description: 'Granted without asking anybody.',
    steps: [],
  },
  {
    id: defaultEmergencyPolicyId,
    displayName: 'Man overboard',
    description: 'Anybody on call decides.',
    steps: [step(onCallGroup)],
  },
  {
    id: 'policy-emergency-captain',
    displayName: 'Man overboard, captain',
    description: 'Security, or the Harbour Master herself.',
    steps: [step({ kind: 'users', userIds: ids('fatima', 'goran', 'marisol') })],
  },
];
