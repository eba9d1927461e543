import { z } from 'zod';
import type { IdentityPerson, TaskSnapshot } from '../../domain/task-snapshot.ts';
import { personById } from './people.ts';

const ids = z.array(z.string()).catch([]);
const assigned = z.object({ assignedUserIds: ids }).partial();
const policy = z.object({
  current: z.object({
    id: z.string(),
    approval: z.object({
      approval: z.object({
        allowDelegation: z.literal(true),
        users: z.object({ userIds: ids }).nullish().catch(null),
        manager: assigned.nullish().catch(null),
        expression: assigned.nullish().catch(null),
      }),
    }),
  }),
});
const history = z.object({
  history: z.array(z.object({ approval: z.object({ reassigned: z.object({ userId: z.string().min(1) }) }).nullish() })),
});

/**
 * Who had the current review before `reviewers`: whoever passed it on as the last thing that happened, or the one person whom the policy
 * assigned and whose delegate decides. Undefined where neither is told.
 */
export function readHandover(
  value: unknown,
  reviewers: readonly IdentityPerson[],
  known: ReadonlyMap<string, IdentityPerson>,
): TaskSnapshot['handedOver'] {
  if (reviewers.length === 0) return undefined;
  const person = (id: string) => known.get(id) ?? personById(id);
  const reassigned = history.safeParse(value).data?.history.at(-1)?.approval?.reassigned;
  if (reassigned !== undefined) return { how: 'reassigned', from: person(reassigned.userId) };
  const configured = policy.safeParse(value).data?.current.approval.approval;
  const wanted = [
    ...(configured?.users?.userIds ?? []),
    ...(configured?.manager?.assignedUserIds ?? []),
    ...(configured?.expression?.assignedUserIds ?? []),
  ];
  const [absent, ...more] = wanted.filter((id) => !reviewers.some((one) => one.id === id));
  return absent === undefined || more.length > 0 ? undefined : { how: 'delegated', from: person(absent) };
}
