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
