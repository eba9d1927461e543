import type { TaskSnapshot } from '../task/task-snapshot.ts';
import type { AccessRequest, SlackActor } from './access-request.ts';

/**
 * What cards, actions and messages are about: a request made through the bot, or a task that was
 * made elsewhere. A task made elsewhere has no requester in Slack, so nobody hears of it as one's
 * own request, and what only the bot's form asks for is empty.
 */
export interface Subject extends Omit<AccessRequest, 'requester'> {
  /** null of a task made elsewhere. */
  readonly requester: SlackActor | null;
  /** There only of a task made elsewhere. */
  readonly elsewhere?: Elsewhere;
}

/** A task that came from the service, not from the bot. */
export interface TaskElsewhere extends Subject {
  readonly requester: null;
  readonly taskId: string;
  readonly elsewhere: Elsewhere;
}

export interface Elsewhere {
  /** Whether its task gives access or takes it away. */
  readonly kind: ElsewhereKind;
  /** Who made it, as the service names them; null where it does not tell. */
  readonly requesterName: string | null;
}

export const elsewhereKinds = ['grant', 'revoke'] as const;
export type ElsewhereKind = (typeof elsewhereKinds)[number];

/** What only the bot's own form asks for: it is empty for a task made elsewhere. */
export const notAskedHere = {
  requester: null,
  targetSlackId: null,
  requesterPassedOn: false,
  targetPassedOn: false,
  account: null,
  timeText: '',
  requestData: null,
  groupId: null,
  extendsRequestId: null,
  correctsRequestId: null,
  draftedBy: null,
  conversationId: '',
  conversationUrl: '',
  messageAuthor: null,
  state: 'created',
  refusal: null,
} as const;

/** Whether it was asked for through the bot. */
export function isRequest(subject: Subject): subject is AccessRequest {
  return subject.requester !== null;
}

/** The workspace that a request was made in; null of a task made elsewhere, which has none. */
export function workspaceOf(subject: Pick<Subject, 'requester'>): string | null {
  return subject.requester?.teamId ?? null;
}

/**
 * Nobody can decide on it: it has no number, no step and no actions. `isWithdrawn`: by somebody, before it
 * was sent.
 */
export function taskToCome(request: Subject, isWithdrawn = false): TaskSnapshot {
  const { appId, appName, entitlementId: id, entitlementName: name } = request;
  return {
    id: '',
    numericId: '',
    ...(isWithdrawn ? ({ state: 'closed', outcome: 'cancelled' } as const) : standing(request)),
    outcomeAt: null,
    actions: [],
    currentStepId: null,
    stepApprovers: [],
    approvers: [],
    target: null,
    appId,
    appName,
    entitlements: [{ appId, id, name, description: '', riskLevel: null }],
    justification: request.justification,
    grantDurationSeconds: null,
    emergency: request.emergency,
    origin: '',
    recommendation: null,
    insights: [],
    lastUsedAt: null,
    sourceRequestId: null,
  };
}

/** The outcomes are the bot's own: the service knows nothing of it, or nobody knows whether it does. */
function standing({
  state,
  refusal,
}: Pick<Subject, 'state' | 'refusal'>): Pick<TaskSnapshot, 'state' | 'outcome'> {
  if (state === 'submitted' || state === 'sending') return { state: 'open', outcome: 'none' };
  if (state === 'withdrawn') return { state: 'closed', outcome: 'cancelled' };
  const isNotSent = state === 'refused' && refusal?.isPerhapsThere !== true;
  return { state: 'closed', outcome: isNotSent ? 'not-sent' : 'no-answer' };
}

/** Whether the service does not have it yet, as far as the bot knows. */
export function isToCome({ id }: Pick<TaskSnapshot, 'id'>): boolean {
  return id === '';
}
