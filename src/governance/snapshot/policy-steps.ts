import { z } from 'zod';
import { type PastDecision, type StepPolicy, stepOccurrence, type TaskSnapshot } from '../../domain/task-snapshot.ts';

const policy = z.object({ current: z.object({ id: z.string().min(1) }) });

/** `policy.current.id`, the step that a review is for; null where none is told. */
export function readCurrentStepId(value: unknown): string | null {
  return policy.safeParse(value).data?.current.id ?? null;
}

const members = z.record(z.string(), z.unknown());
const word = z.string().catch('');
const step = z.object({ id: word, approval: members.optional().catch(undefined), policyGenerationId: word });
const listed = z.array(step).catch([]);
const stepsOfPolicy = z.object({ current: step.extend({ approval: members }), history: listed, next: listed });

/**
 * Where the current approval stands among all approvals (deployments-details.md, section 3); undefined where no person decides, or the
 * policy does not tell. Other kinds of steps are not counted, nor an approval that was passed on to somebody else.
 */
export function readApprovalStep(value: unknown): TaskSnapshot['approvalStep'] {
  const read = stepsOfPolicy.safeParse(value);
  if (!read.success) return undefined;
  const { current, history, next } = read.data;
  const done = sinceRestart(history, current.policyGenerationId).filter(
    ({ approval }) => approval?.approved !== undefined || approval?.skipped !== undefined,
  ).length;
  const later = next.filter(({ approval }) => approval !== undefined).length;
  return { number: done + 1, of: done + 1 + later };
}

type Step = z.output<typeof step>;

/** A restart or another policy begins anew. */
function sinceRestart(history: readonly Step[], generation: string): readonly Step[] {
  const restarted = history.findLastIndex(({ approval }) => approval?.restarted !== undefined);
  return history.slice(restarted + 1).filter(({ policyGenerationId }) => policyGenerationId === generation);
}

const history = z.object({ history: z.array(step) });
const outcome = z.object({ userId: word });

/** Who approved or denied a step so far; undefined where the service tells no history, or one that cannot be read. */
export function readDecisions(value: unknown): readonly PastDecision[] | undefined {
  const read = history.safeParse(value);
  if (!read.success) return undefined;
  const all = read.data.history;
  const generation = step.safeParse(z.object({ current: z.unknown() }).safeParse(value).data?.current).data;
  const counted = new Set(generation === undefined ? all : sinceRestart(all, generation.policyGenerationId));
  return all.flatMap((one, position) =>
    (['approved', 'denied'] as const).flatMap((how): PastDecision[] => {
      const told = one.approval?.[how];
      if (told === undefined || told === null) return [];
      const identityUserId = outcome.safeParse(told).data?.userId ?? '';
      const verb = how === 'approved' ? 'approve' : 'deny';
      return [{ stepId: one.id, position, verb, identityUserId, counts: counted.has(one) }];
    }),
  );
}

const occurring = z.object({
  current: step.extend({ approval: z.object({ assignedAt: word }).catch({ assignedAt: '' }) }),
  history: z.array(z.unknown()).catch([]),
});

/** Tells the current step from an earlier one with its id; undefined where the policy tells no step. */
export function readStepOccurrence(value: unknown): string | undefined {
  const read = occurring.safeParse(value).data;
  if (read === undefined || read.current.id === '') return undefined;
  const { current, history: past } = read;
  return stepOccurrence(current.policyGenerationId, past.length, current.approval.assignedAt);
}

const people = ['users', 'manager', 'group', 'appOwners', 'entitlementOwners', 'resourceOwners', 'expression'] as const;
const kinds: ReadonlyMap<string, StepPolicy['approver']> = new Map([
  ...people.map((kind) => [kind, 'people'] as const),
  ['self', 'self'],
  ['webhook', 'service'],
  ['agent', 'service'],
]);
/** Objects of an approval that are no approver kind: what it is at now, how it ended, its escalation. */
const otherObjects: ReadonlySet<string> = new Set([
  'escalation',
  'escalationInstance',
  'approval',
  'approved',
  'denied',
  'reassigned',
  'restarted',
  'reassignedByError',
  'skipped',
]);
/** What a step has whatever its kind. */
const ofEveryStep: ReadonlySet<string> = new Set(['id', 'policyGenerationId', 'state']);

const flag = z.boolean().nullish();
const rules = z.object({
  allowSelfApproval: flag,
  requireDistinctApprovers: flag,
  requireApprovalReason: flag,
  requireDenialReason: flag,
  requiresStepUpProviderId: z.string().nullish(),
});

/**
 * The rules of the current step. Undefined where the service tells of none; null where it tells something that is not understood in
 * whole, for a rule that is overlooked would not be kept. The configuration may stand right in the approval, or once more under `approval`.
 */
export function readStepPolicy(value: unknown): StepPolicy | null | undefined {
  const current = z.object({ current: members }).safeParse(value).data?.current;
  if (current === undefined) return undefined;
  const told = Object.keys(current).filter((key) => !ofEveryStep.has(key) && (current[key] ?? null) !== null);
  if (told.length === 0) return undefined;
  const instance = members.safeParse(current.approval).data;
  if (instance === undefined || told.length > 1) return null;
  const nested = instance.approval ?? null;
  const configuration = nested === null ? instance : members.safeParse(nested).data;
  return configuration === undefined ? null : policyOf(configuration);
}

function policyOf(configuration: Readonly<Record<string, unknown>>): StepPolicy | null {
  const objects = Object.entries(configuration).filter(
    ([name, member]) =>
      typeof member === 'object' && member !== null && !Array.isArray(member) && !otherObjects.has(name),
  );
  const [[kind, own] = ['', {}], ...more] = objects;
  const approver = kind === '' ? 'people' : kinds.get(kind);
  const common = rules.safeParse(configuration);
  const ofKind = rules.safeParse(own);
  // A kind that is named without being an object cannot be read either.
  const isOdd = [...kinds.keys()].some((name) => name !== kind && (configuration[name] ?? null) !== null);
  if (approver === undefined || more.length > 0 || isOdd || !common.success || !ofKind.success) return null;
  const either = (name: keyof z.output<typeof rules>) => common.data[name] === true || ofKind.data[name] === true;
  return {
    approver,
    allowSelfApproval: ofKind.data.allowSelfApproval ?? common.data.allowSelfApproval ?? false,
    requireDistinctApprovers: either('requireDistinctApprovers'),
    requireApprovalReason: either('requireApprovalReason'),
    requireDenialReason: either('requireDenialReason'),
    needsStepUp: (common.data.requiresStepUpProviderId ?? '') !== '',
  };
}
