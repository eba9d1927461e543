/** Long because everything that is read of one task stands together. */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type {
  GrantPart,
  SnapshotEntitlement,
  TaskAnswerValue,
  TaskSnapshot,
} from '../../../domain/task/task-snapshot.ts';
import type { TaskAnswer } from '../../client/endpoints.ts';
import { type Expanded, firstLocated, locate, typeNameOf } from '../../client/wire/expanded.ts';
import { instantOf, nameWord, parseDuration, word } from '../../client/wire/wire-fields.ts';
import {
  type AccessType,
  displayNameOf,
  readAccessType,
  readEntitlements,
} from '../catalogue/entitlements.ts';
import { readFormQuestions } from '../catalogue/form-questions.ts';
import { stepPolicyOf } from '../catalogue/policy.ts';
import {
  inactiveStatusIn,
  type KnownPeople,
  ownerOfAccount,
  peopleAt,
  peopleIn,
  personIn,
} from '../people/read-people.ts';

/**
 * One task of an answer in the bot's terms. Whatever `expanded` holds or lacks, there is a
 * snapshot: names fall back to ids, lists to empty, unknown enum values stay as they are.
 */
export function taskSnapshot(view: TaskAnswer['taskView'], expanded: Expanded): TaskSnapshot {
  const { task } = view;
  const grant = readAccessType(task.type);
  const everyone = peopleIn(expanded);
  const targetById = task.userId === '' ? null : personIn(everyone, task.userId);
  const [target = targetById] = [view.identityUserPath, view.userPath].flatMap((path) =>
    peopleAt(expanded, path, everyone),
  );
  const targetStatus = target === null ? null : inactiveStatusIn(expanded, target.id);
  const createdAt = instantOf(task.createdAt);
  const state = states.get(task.state) ?? task.state;
  const people = peopleAt(expanded, view.stepApproversPath, everyone, task.stepApproverIds ?? []);
  const approvers = peopleAt(expanded, view.approversPath, everyone, task.approverIds ?? []);
  const { isReview, ...policyFacts } = stepPolicyOf(
    { ...task, isClosed: state === 'closed' },
    people,
    everyone,
  );
  const isDeleted = state !== 'closed' && instant.safeParse(task.deletedAt).success;
  const answers = readTaskAnswers(task.data, task.form);
  const appId = grant?.appId || (firstLocated(expanded, view.appPath, withId)?.id ?? '');
  const entitlements = readEntitlements(expanded, view.entitlementsPath, grant, appId);
  const contradictions = contradictionsIn({ view, expanded, grant, everyone, entitlements });
  const isEnded = isDeleted || state === 'closed';
  const untold = untoldIn(task, grant, { isEnded, people: isReview ? people : null, approvers });
  return {
    id: task.id,
    // An unset number comes as 0.
    numericId: task.numericId === '0' ? '' : task.numericId,
    state: isDeleted ? 'closed' : state,
    outcome: isDeleted ? 'deleted' : outcomeOf(grant),
    outcomeAt: instant.safeParse(grant?.outcomeTime).data ?? null,
    actions: task.actions,
    ...policyFacts,
    stepApprovers: isReview ? people : [],
    approvers,
    ...(createdAt === null ? {} : { createdAt: createdAt.toISOString() }),
    ...creatorIn(view, expanded, everyone),
    ...(grant?.kind === 'revoke' ? takenAway({ taskView: view, expanded }, entitlements) : {}),
    target,
    ...(targetStatus === null ? {} : { targetStatus }),
    ...accountIn(view, expanded, grant),
    appId,
    appName: displayNameOf(expanded, view.appPath) || appId,
    entitlements,
    ...(contradictions.length === 0 ? {} : { contradictions }),
    ...justificationIn(task.description),
    ...(answers === undefined ? {} : { answers }),
    ...periodIn(grant),
    emergency: task.emergencyAccess,
    ...(untold.length === 0 ? {} : { untold }),
    origin: task.origin,
    recommendation: recommendationOf(task.recommendation),
    insights: readInsights(expanded, view.insightsPath),
    lastUsedAt: readLastUsage(expanded, view.appUserLastUsagePath),
    sourceRequestId: grant?.source.requestId || null,
  };
}

/** What is taken away besides the access that the task is about. */
function takenAway(
  answer: TaskAnswer,
  entitlements: TaskSnapshot['entitlements'],
): Pick<TaskSnapshot, 'takesAway' | 'alsoTaken'> {
  const all = revokedBy(answer);
  if (all === null) return { takesAway: true };
  const isOther = (id: string) => id !== '' && entitlements.every((one) => one.id !== id);
  return { takesAway: true, alsoTaken: all.filter(({ id }) => isOther(id)) };
}

function justificationIn(
  description: string | null,
): Pick<TaskSnapshot, 'justification' | 'hasNoJustification'> {
  if (description === null) return { justification: '' };
  return description.trim() === ''
    ? { justification: description, hasNoJustification: true }
    : { justification: description };
}

/**
 * The parts that the values alone do not show as untold: an empty list of people may be told, or
 * not.
 *
 * @param read.people null where no person reviews the step
 */
function untoldIn(
  { policy, stepApproverIds, approverIds }: TaskAnswer['taskView']['task'],
  grant: AccessType | null,
  read: {
    readonly isEnded: boolean;
    readonly people: TaskSnapshot['stepApprovers'] | null;
    readonly approvers: TaskSnapshot['approvers'];
  },
): NonNullable<TaskSnapshot['untold']> {
  const isUntold = {
    type: grant === null,
    // A task that has ended has neither a step nor approvers.
    step: !read.isEnded && (policy ?? null) === null,
    reviewers: !read.isEnded && stepApproverIds === null && read.people?.length === 0,
    approvers: approverIds === null && read.approvers.length === 0,
  };
  return (['type', 'step', 'reviewers', 'approvers'] as const).filter((part) => isUntold[part]);
}

const states: ReadonlyMap<string, string> = new Map([
  ['TASK_STATE_UNSPECIFIED', 'untold'],
  ['TASK_STATE_OPEN', 'open'],
  ['TASK_STATE_CLOSED', 'closed'],
]);

/**
 * A grant without a duration counts as one without an end: of all that it could mean, that is the
 * one about which a reviewer has to know.
 */
function periodIn(
  grant: AccessType | null,
): Pick<TaskSnapshot, 'grantDurationSeconds' | 'isPermanent' | 'hasUnreadableDuration'> {
  const duration = grant?.grantDuration ?? '';
  const seconds = parseDuration(duration);
  // Told, and no time that can be read: `"P1Y"`, a negative one, a number, or one beyond what there is.
  if (duration !== '' && (seconds === null || seconds < 0))
    return { grantDurationSeconds: null, hasUnreadableDuration: true };
  const isPermanent = duration === '' && grant?.kind === 'grant' && grant.appEntitlementId !== '';
  return { grantDurationSeconds: seconds, ...(isPermanent && { isPermanent }) };
}

/** `granted` for `GRANT_OUTCOME_GRANTED`; an outcome of another kind is kept as it is. */
function outcomeOf(grant: AccessType | null): string {
  const raw = grant?.outcome ?? '';
  const [, word] =
    /^(?:GRANT|REVOKE)_OUTCOME_(UNSPECIFIED|GRANTED|REVOKED|DENIED|ERROR|CANCELLED|WAIT_TIMED_OUT)$/.exec(
      raw,
    ) ?? [];
  return raw === '' || word === 'UNSPECIFIED'
    ? 'none'
    : (word?.toLowerCase().replaceAll('_', '-') ?? raw);
}

function recommendationOf(raw: string): string | null {
  const value = raw.replace(/^INSIGHT_RECOMMENDATION_/, '');
  return value === 'UNSPECIFIED' ? null : value.toLowerCase();
}

const withId = z.object({ id: z.string().min(1) });

const mostInsights = 20;

/** Insight has no published shape: the first of these that holds words is taken. */
const sentence = z.union([
  z.string().min(1),
  ...['summary', 'message', 'description', 'text', 'displayName', 'title'].map((name) =>
    z.looseObject({ [name]: z.string().min(1) }).transform((insight) => String(insight[name])),
  ),
]);

/** Sentences of the insights that a path locates; those without words are left out. */
function readInsights(expanded: Expanded, path: string): string[] {
  return locate(expanded, path)
    .flatMap((value) => sentence.safeParse(value).data ?? [])
    .slice(0, mostInsights);
}

const instant = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T/)
  // Services write "no time" as one long before there were any.
  .refine((value) => Date.parse(value) > 0);

/**
 * When the app user was last used: the timestamp itself, or an object that holds it in any member.
 * ISO 8601, null where unknown.
 */
function readLastUsage(expanded: Expanded, path: string): string | null {
  for (const value of locate(expanded, path)) {
    const candidates = typeof value === 'object' && value !== null ? Object.values(value) : [value];
    for (const one of candidates) {
      const { success, data } = instant.safeParse(one);
      if (success) return data;
    }
  }
  return null;
}

const answered = z.record(z.string(), z.unknown());
const plainValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
const formFields = z.object({
  fields: z.array(
    z
      .object({
        name: z.string(),
        stringField: z.looseObject({ passwordField: z.unknown() }).nullish().catch(null),
      })
      .nullable()
      .catch(null),
  ),
});

/**
 * The answers of a task (`Task.data`) with their questions (`Task.form`) if known; undefined if the
 * service does not tell them. Values of an unknown shape are kept as JSON. Passwords are left out,
 * because the snapshot is stored and shown.
 */
export function readTaskAnswers(
  data: unknown,
  form: unknown,
): readonly TaskAnswerValue[] | undefined {
  // An empty object tells that there are none; null tells nothing.
  const answers = answered.safeParse(data).data;
  if (answers === undefined) return undefined;
  const labels = new Map(readFormQuestions(form).questions.map(({ id, label }) => [id, label]));
  const secret = passwordNames(form);
  return Object.entries(answers)
    .filter(([id, value]) => !secret.has(id) && value !== null)
    .map(([id, value]) => ({ id, label: labels.get(id) ?? null, value: readValue(value) }));
}

function readValue(value: unknown): TaskAnswerValue['value'] {
  return plainValue.safeParse(value).data ?? JSON.stringify(value);
}

function passwordNames(form: unknown): ReadonlySet<string> {
  const { fields = [] } = formFields.safeParse(form).data ?? {};
  const isPassword = (one: (typeof fields)[number]): boolean =>
    (one?.stringField?.passwordField ?? null) !== null;
  return new Set(fields.flatMap((one) => (one !== null && isPassword(one) ? [one.name] : [])));
}

interface TaskNames {
  readonly view: TaskAnswer['taskView'];
  readonly expanded: Expanded;
  readonly grant: AccessType | null;
  readonly everyone: KnownPeople;
  readonly entitlements: readonly SnapshotEntitlement[];
}

/**
 * The parts for which one answer has two different values. An answer names person, app and
 * entitlement in several places, and a card shows only one of them: one place could name what was
 * requested and another what is really granted.
 */
function contradictionsIn({
  view,
  expanded,
  grant,
  everyone,
  entitlements,
}: TaskNames): readonly GrantPart[] {
  const people = (path: string) => peopleAt(expanded, path, everyone).map(({ id }) => id);
  // A task for an account may name the account's own user beside the identity.
  const isForAccount = grant !== null && grant.appUserId !== '';
  const named = isForAccount ? [] : [view.task.userId, ...people(view.userPath)];
  const owner = isForAccount ? ownerOfAccount(expanded, view.appUserPath, grant.appUserId) : null;
  const persons = [
    grant?.identityUserId ?? '',
    ...people(view.identityUserPath),
    ...named,
    owner ?? '',
  ];
  const located = locate(expanded, view.appPath).flatMap(
    (value) => withId.safeParse(value).data?.id ?? [],
  );
  const apps = [grant?.appId ?? '', ...located, ...entitlements.map(({ appId }) => appId)];
  const entitlementId = grant?.appEntitlementId ?? '';
  const isNamed =
    entitlementId === '' ||
    entitlements.length === 0 ||
    entitlements.some(({ id }) => id === entitlementId);
  const isContradicted = {
    person: isSeveral(persons),
    app: isSeveral(apps),
    entitlement: !isNamed,
  };
  return (['person', 'app', 'entitlement'] as const).filter((part) => isContradicted[part]);
}

function isSeveral(ids: readonly string[]): boolean {
  const idsTold = new Set(ids);
  idsTold.delete('');
  return idsTold.size > 1;
}

const namedObject = z.object({ displayName: nameWord, username: nameWord, email: nameWord });

/** Empty where an object has no name. */
function nameOf(value: unknown): string {
  const { displayName = '', username = '', email = '' } = namedObject.safeParse(value).data ?? {};
  return [displayName, username, email].find((words) => words.trim() !== '') ?? '';
}

function accountIn(
  { appUserPath }: TaskAnswer['taskView'],
  expanded: Expanded,
  grant: AccessType | null,
): Pick<TaskSnapshot, 'accountId' | 'accountName'> {
  const accountId = grant?.appUserId ?? '';
  const accountName = nameOf(locate(expanded, appUserPath)[0]);
  return { ...(accountId !== '' && { accountId }), ...(accountName !== '' && { accountName }) };
}

function creatorIn(
  { createdByUserPath, task }: TaskAnswer['taskView'],
  expanded: Expanded,
  everyone: KnownPeople,
): Pick<TaskSnapshot, 'createdBy'> {
  const ids = [task.createdByUserId];
  const [creator] = peopleAt(expanded, createdByUserPath, everyone, ids);
  return creator === undefined ? {} : { createdBy: { id: creator.id, name: creator.name } };
}

/** docs/spec/deployments.md#types */
const entitlementKey = z.object({ appId: word, id: word });
const revocationTarget = z.object({ entitlementRef: entitlementKey });
const longestText = 300;

/** What else a task takes away; null if the service does not tell. One of an odd shape is shown as it came. */
function revokedBy({
  taskView: { task },
  expanded,
}: TaskAnswer): NonNullable<TaskSnapshot['alsoTaken']> | null {
  const targets = z.array(z.unknown()).safeParse(task.revocationTargets).data;
  return targets?.map((target) => revokedAt(expanded, target)) ?? null;
}

function revokedAt(expanded: Expanded, target: unknown): { id: string; name: string } {
  const ref = revocationTarget.safeParse(target).data?.entitlementRef;
  if (ref === undefined) {
    const text = String(readValue(target)).slice(0, longestText).toWellFormed();
    return { id: text, name: text };
  }
  const isMeant = (value: unknown) =>
    typeNameOf(value) === 'AppEntitlement' &&
    isDeepStrictEqual(entitlementKey.safeParse(value).data, ref);
  return { id: ref.id, name: nameOf(expanded.find(isMeant)) || ref.id };
}
