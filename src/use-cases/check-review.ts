import type { AccessRequest, SlackActor } from '../domain/access-request.ts';
import { type AccessSettings, isConfidential } from '../domain/access-settings.ts';
import {
  type AuthorizationFacts,
  authorize,
  type EarlierDecisions,
  noEarlierDecisions,
  type Verb,
} from '../domain/authorization.ts';
import { linkReason } from '../domain/link-reason.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import type { ReviewRefusal } from '../domain/review.ts';
import { type FormAct, isAboutStep, verbOf } from '../domain/task-act.ts';
import { type IdentityPerson, positionOf, type TaskSnapshot } from '../domain/task-snapshot.ts';
import { changedIdentity, requestParties } from './request-parties.ts';
import { type IdentityDeps, resolveIdentity } from './resolve-identity.ts';
import type { RiskNamesSource } from './risk-names.ts';
import type { ReviewRow, StepOfTask } from './store-ports.ts';

export interface CheckReviewDeps extends IdentityDeps {
  readonly riskNames: RiskNamesSource;
  readonly settings: IdentityDeps['settings'] & Pick<AccessSettings, 'review' | 'admins'>;
}

export interface ReviewAttempt extends StepOfTask {
  readonly verb: Verb;
  readonly by: SlackActor;
  readonly reason: string;
  readonly requestId: string;
}

export interface CheckedReview {
  readonly verdict: Result<IdentityPerson, ReviewRefusal>;
  /** The reading that it was checked against; null where it was not read, or is not there. */
  readonly task: TaskSnapshot | null;
}

/** Reads afresh everything that the right to act rests on, and asks the rule. Throws `OutwardFailure` where something cannot be read. */
export async function checkReview(deps: CheckReviewDeps, attempt: ReviewAttempt): Promise<CheckedReview> {
  const { verb, reason } = attempt;
  const read = await readFacts(deps, attempt);
  if ('refusal' in read) return { verdict: refuse(read.refusal), task: read.task };
  const verdict = authorize({ ...read.facts, verb, reason, step: isAboutStep(verb) ? attempt : null });
  const { task } = read.facts;
  if (verdict.ok) return { verdict: ok(read.identity), task };
  // Of a confidential app strangers do not even hear who decides.
  const isHidden = verdict.refusal.kind === 'not-reviewer' && isConfidential(deps.settings, task.appId);
  return { verdict: isHidden ? refuse({ kind: 'not-reviewer', reviewers: [] }) : verdict, task };
}

/** Those of the acts that somebody may do now, by a fresh reading; none where they may do nothing. */
export async function allowedActs(
  deps: CheckReviewDeps,
  attempt: Omit<ReviewAttempt, 'verb' | 'reason'>,
  acts: readonly FormAct[],
): Promise<readonly FormAct[]> {
  const read = await readFacts(deps, attempt);
  if ('refusal' in read) return [];
  return acts.filter((act) => {
    const verb = verbOf(act);
    const step = isAboutStep(verb) ? attempt : null;
    return authorize({ ...read.facts, verb, reason: 'to come', step }).ok;
  });
}

type Facts = Omit<AuthorizationFacts, 'verb' | 'reason' | 'step'>;
type ReadFacts =
  | { readonly facts: Facts; readonly identity: IdentityPerson }
  | { readonly refusal: ReviewRefusal; readonly task: TaskSnapshot | null };

async function readFacts(
  deps: CheckReviewDeps,
  { by, taskId, requestId }: Omit<ReviewAttempt, 'verb' | 'reason'>,
): Promise<ReadFacts> {
  const identity = await resolveIdentity(deps, by, { fresh: true });
  if (!identity.ok) return { refusal: { kind: 'identity', refusal: identity.refusal }, task: null };
  const task = (await deps.governance.readTasks([taskId])).get(taskId) ?? null;
  const request = await deps.store.transaction((tx) => tx.requests.find(requestId));
  if (task === null || request === null) return { refusal: { kind: 'gone' }, task: null };
  const acting = { slackUserId: by.userId, identityUserId: identity.value.id };
  const changed = await deps.store.transaction((tx) => changedIdentity(tx, request, acting));
  if (changed !== null) return { refusal: { kind: 'identity', refusal: changed }, task };
  if (request.state === 'withdrawn') return { refusal: { kind: 'request-withdrawn' }, task };
  const facts = {
    person: { ...acting, teamId: by.teamId, isAdministrator: deps.settings.admins.includes(by.userId) },
    request: { teamId: request.requester.teamId, ...(await requestParties(deps, request, task)) },
    task,
    earlier: await earlierDecisions(deps, request, task),
    link: linkReason(deps.settings.review, task, request, await riskNames(deps)),
  };
  return { facts, identity: identity.value };
}

/** The service is asked only where an answer changes anything. */
async function riskNames({ settings, riskNames: source }: CheckReviewDeps) {
  return settings.review.linkWhen.risk.length === 0 ? new Map<string, string>() : source.read();
}

/** Under whom the service records what the bot does: as it says of itself, else the creator of a task that the bot made. */
export async function botIdentityId(
  { governance }: Pick<CheckReviewDeps, 'governance'>,
  request: Pick<AccessRequest, 'id'>,
  task: TaskSnapshot,
): Promise<string | null> {
  const known = governance.operations.has('whoAmI') ? await governance.ownUserId() : null;
  return known ?? (task.sourceRequestId === request.id ? (task.createdBy?.id ?? null) : null);
}

/** Who decided the steps before, through the bot or not. The service names the bot for all that were made through it. */
async function earlierDecisions(
  deps: CheckReviewDeps,
  request: AccessRequest,
  task: TaskSnapshot,
): Promise<EarlierDecisions> {
  if (task.stepPolicy?.requireDistinctApprovers !== true) return noEarlierDecisions;
  const rows = (await deps.store.transaction((tx) => tx.reviews.ofTask(task.id))).filter(
    (row) => row.state !== 'checking',
  );
  const bot = await botIdentityId(deps, request, task);
  const decisions = (task.decisions ?? []).filter((one) => one.counts);
  const ours = (one: (typeof decisions)[number]) => rows.filter((row) => isOn(row, one));
  return {
    by: decisions.flatMap((one) => [
      { slackUserId: null, identityUserId: one.identityUserId },
      ...ours(one).map((row) => ({ slackUserId: row.by.userId, identityUserId: row.identityUserId })),
    ]),
    isIncomplete:
      task.decisions === undefined ||
      decisions.some((one) => ['', bot].includes(one.identityUserId) && ours(one).length === 0),
  };
}

function isOn(row: ReviewRow, decision: { readonly stepId: string; readonly position: number }): boolean {
  return row.stepId === decision.stepId && positionOf(row.occurrence) <= decision.position;
}
