/** Long because it has an ordinary record of everything that tests are about. */

import type { Standing } from '../../src/domain/action/holder-action.ts';
import type { CatalogueEntitlement } from '../../src/domain/catalogue/entitlement.ts';
import type { IdentityPerson } from '../../src/domain/people/identity-person.ts';
import type { AccessRequest, SlackActor } from '../../src/domain/request/access-request.ts';
import type {
  SnapshotEntitlement,
  StepPolicy,
  TaskSnapshot,
} from '../../src/domain/task/task-snapshot.ts';
import type { ShownSection } from '../../src/slack/home/home.ts';
import type { Held } from '../../src/use-cases/form/entitlement-help.ts';
import type { CardModel, ReviewRecord } from '../../src/use-cases/ports/card-contents.ts';
import type { HomeModel, NoticeContext } from '../../src/use-cases/ports/chat-ports.ts';
import type {
  HomeRequest,
  HomeRequests,
  HomeReview,
} from '../../src/use-cases/ports/home-contents.ts';
import type { NewAction } from '../../src/use-cases/ports/rows/action-rows.ts';
import type { GrantRow } from '../../src/use-cases/ports/rows/due-rows.ts';
import type { HolderRow } from '../../src/use-cases/ports/rows/subject-rows.ts';
import { periodIn } from './periods.ts';

/** Ordinary records; a test names only what differs. */

export const noon = new Date('2026-03-02T12:00:00.000Z');

export function actor(userId = 'U0BEN', change: Partial<SlackActor> = {}): SlackActor {
  return { userId, teamId: 'T0ACME', userName: userId.slice(2).toLowerCase(), ...change };
}

export function person(id: string, change: Partial<IdentityPerson> = {}): IdentityPerson {
  const handle = id.replace(/^user-/, '');
  return {
    id,
    name: `${handle.charAt(0).toUpperCase()}${handle.slice(1)}`,
    email: `${handle}@acme.example`,
    ...change,
  };
}

export function people(count: number): readonly IdentityPerson[] {
  return Array.from({ length: count }, (_, index) =>
    person(`user-${index}`, { name: `Keeper Number ${index}` }),
  );
}

export function accessRequest(change: Partial<AccessRequest> = {}): AccessRequest {
  return {
    id: 'request-1',
    requester: actor('U0BEN'),
    appId: 'app-github',
    appName: 'GitHub',
    entitlementId: 'ent-write',
    entitlementName: 'Platform: write',
    justification: 'INC-42: the timetable build is red',
    durationSeconds: 14_400,
    timeText: '',
    emergency: false,
    targetSlackId: null,
    requesterPassedOn: false,
    targetPassedOn: false,
    account: null,
    requestData: null,
    groupId: null,
    extendsRequestId: null,
    correctsRequestId: null,
    draftedBy: null,
    conversationId: 'C0GENERAL',
    conversationUrl: 'https://acme.slack.com/archives/C0GENERAL',
    messageAuthor: null,
    state: 'created',
    refusal: null,
    requesterIdentityId: 'user-ben',
    identityUserId: 'user-ben',
    taskId: 'task-1',
    createdAt: noon,
    ...change,
  };
}

export function snapshot(change: Partial<TaskSnapshot> = {}): TaskSnapshot {
  return {
    id: 'task-1',
    numericId: '1042',
    state: 'open',
    outcome: 'none',
    outcomeAt: null,
    actions: ['TASK_ACTION_TYPE_APPROVE', 'TASK_ACTION_TYPE_DENY', 'TASK_ACTION_TYPE_COMMENT'],
    currentStepId: 'step-1',
    stepApprovers: [person('user-ana'), person('user-cho')],
    approvers: [],
    createdBy: { id: 'user-bot' },
    target: person('user-ben'),
    appId: 'app-github',
    appName: 'GitHub',
    entitlements: [firstEntitlement()],
    justification: 'INC-42: the timetable build is red',
    grantDurationSeconds: 14_400,
    emergency: false,
    origin: 'TASK_ORIGIN_CHATAPP',
    recommendation: null,
    insights: [],
    lastUsedAt: null,
    sourceRequestId: 'request-1',
    ...change,
  };
}

/** A step's policy without any rule. */
export const stepPolicy: StepPolicy = {
  approver: 'people',
  allowSelfApproval: false,
  requireDistinctApprovers: false,
  requireApprovalReason: false,
  requireDenialReason: false,
  needsStepUp: false,
};

/** What a request is about. */
export function firstEntitlement(): SnapshotEntitlement {
  return {
    appId: 'app-github',
    id: 'ent-write',
    name: 'Platform: write',
    description: 'Push to main',
    riskLevel: '',
  };
}

/** What is left of a task where the service answers with its id alone. */
export function untoldSnapshot(change: Partial<TaskSnapshot> = {}): TaskSnapshot {
  return {
    id: 'task-1',
    numericId: '',
    state: 'untold',
    outcome: 'none',
    outcomeAt: null,
    actions: [],
    currentStepId: null,
    stepApprovers: [],
    approvers: [],
    target: null,
    appId: '',
    appName: '',
    entitlements: [],
    justification: '',
    grantDurationSeconds: null,
    emergency: null,
    untold: ['type', 'step', 'reviewers', 'approvers'],
    origin: 'TASK_ORIGIN_UNSPECIFIED',
    recommendation: null,
    insights: [],
    lastUsedAt: null,
    sourceRequestId: null,
    ...change,
  };
}

export function closedSnapshot(change: Partial<TaskSnapshot> = {}): TaskSnapshot {
  return snapshot({
    state: 'closed',
    outcome: 'granted',
    actions: [],
    currentStepId: null,
    stepApprovers: [],
    approvers: [person('user-bot', { email: null })],
    ...change,
  });
}

/** What `closedSnapshot` gave, until revoked. */
export function grantRow(change: Partial<GrantRow> = {}): GrantRow {
  return {
    requestId: 'request-1',
    startedAt: noon,
    endsAt: null,
    endedAt: null,
    endedBy: null,
    revocationPending: null,
    ...change,
  };
}

/** Access that somebody has until revoked, and that they cannot extend. */
export function heldAccess(change: Partial<Held> = {}): Held {
  return { until: null, isEndUnreadable: false, consoleUrl: null, extendableId: null, ...change };
}

/** The task that took away what `closedSnapshot` gave. */
export function revokedSnapshot(change: Partial<TaskSnapshot> = {}): TaskSnapshot {
  return closedSnapshot({
    id: 'task-revoke',
    outcome: 'revoked',
    outcomeAt: noon.toISOString(),
    ...change,
  });
}

export function reviewRecord(change: Partial<ReviewRecord> = {}): ReviewRecord {
  return {
    id: 'review-1',
    stepId: 'step-1',
    occurrence: '',
    verb: 'approve',
    by: actor('U0ANA'),
    reason: '',
    at: noon,
    state: 'done',
    ...change,
  };
}

/** Approve and Deny, carried out by the bot. */
export const bothDecisions = [
  { verb: 'approve', link: null },
  { verb: 'deny', link: null },
] as const;

/** Every TaskActionType of the interface, without its prefix. */
export const knownTaskActions: readonly string[] = [
  'CLOSE',
  'APPROVE',
  'DENY',
  'COMMENT',
  'DELETE',
  'REASSIGN',
  'RESTART',
  'SEND_REMINDER',
  'PROVISION_COMPLETE',
  'PROVISION_CANCELLED',
  'PROVISION_ERRORED',
  'ROLLBACK_SKIPPED',
  'PROVISION_APP_USER_TARGET_CREATED',
  'HARD_RESET',
  'ESCALATE_TO_EMERGENCY_ACCESS',
  'CHANGE_POLICY',
  'RECALCULATE_DENIAL_FROM_BASE_POLICY_DECISIONS',
  'SET_INSIGHTS_AND_RECOMMENDATION',
  'SET_ANALYSIS_ID',
  'RECALCULATE_APPROVERS_LIST',
  'PROCESS_NOW',
  'APPROVE_WITH_STEP_UP',
  'SKIP_STEP',
  'ROLLBACK_CANCELLED',
  'UPDATE_REQUEST_DATA',
  'UPDATE_GRANT_DURATION',
  'RETRY_PROVISIONING',
];

export function cardModel({
  request = accessRequest(),
  task = snapshot(),
  ...change
}: Partial<CardModel> = {}): CardModel {
  return {
    cardId: 'card-1',
    request,
    task,
    period: periodIn(task, request),
    at: noon,
    requesterName: 'Ben Okafor',
    target: null,
    answers: [],
    grant: null,
    heldUntil: null,
    lapse: null,
    watch: null,
    waitCause: null,
    profileName: null,
    offered: { decisions: bothDecisions, acts: [], elsewhere: ['COMMENT'] },
    reviews: [],
    deadline: null,
    isUndecided: false,
    remarks: [],
    away: new Set(),
    riskName: null,
    isConfirmed: false,
    change: null,
    mentions: new Map([
      ['user-ana', 'U0ANA'],
      ['user-ben', 'U0BEN'],
    ]),
    onCall: null,
    decidedOutside: [],
    consoleUrl: 'https://acme.example/task/1042',
    ...change,
  };
}

/** A card, as Home and the list of its reviewer show it. */
export function homeReview(change: Partial<HomeReview> = {}): HomeReview {
  return { card: cardModel(), cardUrl: null, ...change };
}

/** For a request of which nothing more is known than its card shows. */
export const noBackground = { asOf: new Date('2026-03-02T15:00:00Z'), owners: [] };

export function noticeContext({
  request = accessRequest(),
  task = snapshot(),
  ...change
}: Partial<NoticeContext> = {}): NoticeContext {
  return {
    noticeId: 'notice-1',
    body: { kind: 'form-due' },
    request,
    task,
    period: periodIn(task, request),
    group: [],
    cardUrl: 'https://acme.slack.com/archives/C0REVIEWS/p1772452800000100',
    consoleUrl: 'https://acme.example/task/1042',
    grant: null,
    ...change,
  };
}

export function homeModel(change: Partial<HomeModel<ShownSection>> = {}): HomeModel<ShownSection> {
  return {
    slackUserId: 'U0BEN',
    isServiceRefusing: false,
    onCall: 'S0ONCALL',
    requests: homeRequests([]),
    besides: [],
    reviews: { shown: [], left: 0 },
    ...change,
  };
}

export function homeRequests(
  shown: readonly HomeRequest[],
  left: Partial<HomeRequests['left']> = {},
  at = noon,
): HomeRequests {
  return { at, shown, left: { open: 0, active: 0, sent: 0, ended: 0, ...left } };
}

/** The rule that the store keeps in SQL. */
export function standingOf(
  { request, task, grant }: Pick<HolderRow, 'request' | 'task' | 'grant'>,
  tasksAreRead: boolean,
): Standing {
  if (grant !== null) return grant.endedAt === null ? 'active' : 'ended';
  if (task === null)
    return request.state === 'refused' || request.state === 'abandoned' ? 'ended' : 'open';
  if (task.state === 'closed') return 'ended';
  if (request.state === 'withdrawn') return tasksAreRead ? 'open' : 'ended';
  return tasksAreRead ? 'open' : 'sent';
}

export function homeRequest(change: Partial<HomeRequest> = {}): HomeRequest {
  const can = {
    escalate: false,
    extend: false,
    withdraw: false,
    correct: false,
    nudge: false,
    'give-back': false,
    again: false,
  };
  const facts = { request: accessRequest(), task: snapshot(), grant: null, ...change };
  const row = { standing: standingOf(facts, true) };
  return {
    consoleUrl: null,
    can,
    leaving: null,
    progress: null,
    alsoWithdraws: false,
    question: null,
    nudgedAt: null,
    isCorrected: false,
    isUndelivered: false,
    beingEnded: null,
    ...row,
    ...facts,
  };
}

export function entitlement(change: Partial<CatalogueEntitlement> = {}): CatalogueEntitlement {
  return {
    appId: 'app-github',
    id: 'ent-write',
    name: 'Platform: write',
    alias: '',
    description: 'Push to main',
    resourceTypeId: 'team',
    resourceId: 'platform',
    resourceName: 'Platform',
    riskLevel: '',
    emergencyGrantEnabled: false,
    longestSeconds: 86_400,
    mayBePermanent: false,
    requestSchemaId: '',
    ...change,
  };
}

/** Ana's approval of the first step, as it is kept; or whatever else is changed. */
export function newAction(change: Partial<NewAction> = {}): NewAction {
  return {
    id: 'action-1',
    requestId: 'request-1',
    taskId: 'task-1',
    verb: 'approve',
    stepId: 'step-1',
    occurrence: '',
    by: actor('U0ANA'),
    reason: '',
    durationSeconds: null,
    shown: null,
    input: null,
    channel: 'C0REVIEWS',
    likely: true,
    at: noon,
    ...change,
  };
}
