import { z } from 'zod';
import { word } from '../../client/wire/wire-fields.ts';

/**
 * `task.type` of a task that grants or revokes (docs/spec/deployments.md#task-types). The interface
 * does not show the shape, so every member is read softly.
 */
const accessType = z.object({
  appId: word,
  appEntitlementId: word,
  appUserId: word,
  identityUserId: word,
  outcome: word,
  outcomeTime: z.string().nullable().catch(null),
  /** What is no text is told, too: without an end would be another thing. */
  grantDuration: z.string().nullish().catch('not a text'),
  source: z.object({ requestId: word }).catch({ requestId: '' }),
});
const anyType = z.union([
  z.object({ grant: accessType }).transform(({ grant }) => ({ kind: 'grant' as const, ...grant })),
  z
    .object({ revoke: accessType })
    .transform(({ revoke }) => ({ kind: 'revoke' as const, ...revoke })),
]);
export type AccessType = z.output<typeof anyType>;

/** null for a task of another type, or one whose type says nothing. */
export function readAccessType(type: unknown): AccessType | null {
  return anyType.safeParse(type).data ?? null;
}
