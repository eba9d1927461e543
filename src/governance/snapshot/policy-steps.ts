import { z } from 'zod';
import type { TaskSnapshot } from '../../domain/task-snapshot.ts';

const policy = z.object({ current: z.object({ id: z.string().min(1) }) });

/** `policy.current.id`, the step that a review is for; null where none is told. */
export function readCurrentStepId(value: unknown): string | null {
  return policy.safeParse(value).data?.current.id ?? null;
}

const members = z.record(z.string(), z.unknown());
const step = z.object({ approval: members.optional().catch(undefined), policyGenerationId: z.string().catch('') });
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
  let done = 0;
  for (const { approval, policyGenerationId } of history) {
    // A restart or another policy begins anew.
    if (approval?.['restarted'] !== undefined) done = 0;
    else if (policyGenerationId !== current.policyGenerationId) continue;
    else if (approval?.['approved'] !== undefined || approval?.['skipped'] !== undefined) done += 1;
  }
  const later = next.filter(({ approval }) => approval !== undefined).length;
  return { number: done + 1, of: done + 1 + later };
}
