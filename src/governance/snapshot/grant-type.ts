import { z } from 'zod';

const id = z.string().catch('');

/** `task.type` of a grant task (deployments.md, Wire). interface.md does not show the shape, so every member is read softly. */
const grantType = z
  .object({
    grant: z.object({
      appId: id,
      appEntitlementId: id,
      outcome: id,
      outcomeTime: z.string().nullable().catch(null),
      grantDuration: z.string().nullable().catch(null),
      source: z.object({ requestId: id }).nullable().catch(null),
    }),
  })
  .transform((type) => type.grant);
export type GrantType = z.output<typeof grantType>;

/** null for a task of another type, or one whose type says nothing. */
export function readGrantType(type: unknown): GrantType | null {
  return grantType.safeParse(type).data ?? null;
}

const policy = z.object({ current: z.object({ id: z.string().min(1) }) });

/** `policy.current.id`, the step that a review is for; null where none is told. */
export function readCurrentStepId(value: unknown): string | null {
  return policy.safeParse(value).data?.current.id ?? null;
}
