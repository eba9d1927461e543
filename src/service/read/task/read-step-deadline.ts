import { z } from 'zod';
import type { AfterDeadline, StepDeadline } from '../../../domain/task/step-of-task.ts';
import { type KnownPeople, personIn } from '../people/read-people.ts';

const members = z.record(z.string(), z.unknown());
const lenientMembers = members.optional().catch(undefined);

/** Services write "no time" as one long before there were any. */
const moment = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T/)
  .transform((text) => Date.parse(text))
  .refine((ms) => ms > 0)
  .transform((ms) => new Date(ms).toISOString());

const instance = z.object({ expiresAt: moment, alreadyEscalated: z.literal(false).nullish() });

/** What follows; once in the running step, once in its configuration. */
const consequences = z
  .object({
    replacePolicy: lenientMembers,
    reassignToApprovers: lenientMembers,
    cancelTicket: lenientMembers,
    skipStep: lenientMembers,
  })
  .catch({});
type Consequences = z.output<typeof consequences>;

const ids = z.array(z.string().min(1)).catch([]);

/** How an approval ended, or went on elsewhere: its deadline is over with it. */
const endings = [
  'approved',
  'denied',
  'reassigned',
  'restarted',
  'reassignedByError',
  'skipped',
] as const;

/**
 * The deadline of the current approval (docs/spec/deployments.md#policy-and-steps). Undefined where
 * none is told, where it cannot be read, and where the service has acted on it already: what is not
 * known is not announced.
 */
export function readStepDeadline(
  approval: Readonly<Record<string, unknown>> | undefined,
  known: KnownPeople,
): StepDeadline | undefined {
  if (approval === undefined || endings.some((how) => (approval[how] ?? null) !== null))
    return undefined;
  const parsed = instance.safeParse(approval.escalationInstance);
  if (!parsed.success) return undefined;
  const configured = members.safeParse(approval.approval).data?.escalation;
  const result =
    readConsequence(consequences.parse(approval.escalationInstance), known) ??
    readConsequence(consequences.parse(configured), known);
  return { at: parsed.data.expiresAt, result: result ?? { kind: 'unknown' } };
}

/** Undefined where none is told; more than one is not understood. */
function readConsequence(
  { replacePolicy, reassignToApprovers, cancelTicket, skipStep }: Consequences,
  known: KnownPeople,
): AfterDeadline | undefined {
  const consequences: readonly AfterDeadline[] = [
    ...(replacePolicy === undefined ? [] : [{ kind: 'other-policy' } as const]),
    ...(reassignToApprovers === undefined
      ? []
      : [
          {
            kind: 'goes-to',
            people: [...new Set(ids.parse(reassignToApprovers.approverIds))].map((id) =>
              personIn(known, id),
            ),
          } as const,
        ]),
    ...(cancelTicket === undefined ? [] : [{ kind: 'cancelled' } as const]),
    ...(skipStep === undefined ? [] : [{ kind: 'skipped' } as const]),
  ];
  return consequences.length > 1 ? { kind: 'unknown' } : consequences[0];
}
