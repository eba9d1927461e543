import type { Dispatcher, FindingRoutingRule } from '../entities/finding-routing-rule.ts';
import { seededAt } from './people.ts';

const common = {
  enabled: true,
  tierOverride: 'FINDING_DISPATCH_TIER_UNSPECIFIED',
  notifyOnOutcome: null,
};

const tellSecurity: Dispatcher = {
  ...common,
  key: 'tell-security',
  displayName: 'Tell Security',
  notify: {
    audience: { users: { userIds: ['user-fatima', 'user-goran'] } },
    batchWindowSeconds: 300,
    detailLevel: 'FINDING_NOTIFY_DETAIL_LEVEL_SUMMARY',
    chatChannel: { channelId: 'C0SECREV', channelName: 'security-reviews' },
  },
};

const hook: Dispatcher = {
  ...common,
  key: 'ship-log',
  displayName: 'Write into the ship’s log',
  tierOverride: 'FINDING_DISPATCH_TIER_IMMEDIATE',
  webhook: { webhookId: 'webhook-ship-log', payloadTemplate: '{"finding": "{{ finding.id }}"}' },
};

const clean: Dispatcher = {
  ...common,
  key: 'clean-up',
  displayName: 'Clean up',
  enabled: false,
  invokeFunction: { functionId: 'function-clean-up', functionCommitId: 'c0ffee', args: { dryRun: true, limit: 5 } },
  notifyOnOutcome: { onDone: false, onError: true, recipients: ['user-hana'] },
};

const offboard: Dispatcher = {
  ...common,
  key: 'offboard',
  displayName: 'Start offboarding',
  triggerAutomation: { automationId: 'automation-offboard', inputMapping: { userId: 'finding.user.id' } },
  notifyOnOutcome: { onDone: true, onError: true, recipients: ['user-priya', 'user-hana'] },
};

const rule = { appId: '', templateId: '', enabled: true, createdAt: seededAt, updatedAt: seededAt };

/** Finding routing rules: every action and every kind of dispatcher once. */
export const findingRoutingRules: readonly FindingRoutingRule[] = [
  {
    ...rule,
    id: 'rule-unused-access',
    displayName: 'Access nobody used for 90 days',
    description: 'A task to take it back, decided by the owner.',
    condition: 'finding.days_unused > 90',
    templateId: 'template-unused',
    priority: 10,
    findingType: 'FINDING_TYPE_UNUSED_ACCESS',
    action: { createTask: { policyId: 'policy-owners' } },
    dispatchers: [tellSecurity, hook],
  },
  {
    ...rule,
    id: 'rule-left-behind',
    displayName: 'Accounts of people who have left',
    description: 'Closed by the offboarding automation.',
    condition: 'finding.user.status == "DISABLED"',
    priority: 20,
    findingType: 'FINDING_TYPE_ORPHANED_ACCOUNT',
    action: { createTask: { policyId: 'policy-manager-then-security' } },
    dispatchers: [offboard, clean],
  },
  {
    ...rule,
    id: 'rule-old-printer',
    appId: 'app-github',
    displayName: 'The old ticket printer',
    description: 'Weak password, known, replaced next spring.',
    condition: 'finding.resource == "mcp-basic"',
    priority: 30,
    findingType: 'FINDING_TYPE_WEAK_CREDENTIAL',
    action: { acceptRisk: { duration: '15552000s', reason: 'Replaced in spring; not reachable from outside.' } },
    dispatchers: [],
  },
  {
    ...rule,
    id: 'rule-storm-season',
    appId: 'app-foghorn',
    displayName: 'Storm season',
    description: 'The night shift holds more than usual from November to March.',
    condition: 'finding.department == "Harbour Ops"',
    priority: 40,
    findingType: 'FINDING_TYPE_EXCESSIVE_ACCESS',
    action: { snooze: { duration: '1209600s', reason: 'Storm season' } },
    dispatchers: [tellSecurity],
  },
  {
    ...rule,
    id: 'rule/ghost ferry #1',
    displayName: 'The ghost ferry',
    description: '',
    condition: 'finding.resource.startsWith("route-24")',
    enabled: false,
    priority: 50,
    findingType: 'FINDING_TYPE_UNSPECIFIED',
    action: { suppress: { reason: 'A test route. It never sails.' } },
    dispatchers: [],
  },
];
