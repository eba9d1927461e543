/** Keys that name a task outright, with separators and case taken out: `taskId`, `existing_ticket_id`, ... */
const namesATask = /(task|ticket)id$/;
const holdsATask = /(task|ticket)$/;
const deepest = 12;

/**
 * The id of the task that exists already, out of the `details` of a 409. Deployments agree only that it is somewhere in there
 * (deployments.md, Errors), so the plainest naming found anywhere wins: a key that ends in task or ticket id, then the `id` of an
 * object that is a task, then a resource name, then any `id`. null where there is none.
 */
export function existingTaskId(details: unknown): string | null {
  const found: { rank: number; id: string }[] = [];
  walk(details, '', 0, found);
  const best = found.reduce<{ rank: number; id: string } | null>(
    (winner, one) => (winner === null || one.rank < winner.rank ? one : winner),
    null,
  );
  return best?.id ?? null;
}

function walk(value: unknown, heldBy: string, depth: number, found: { rank: number; id: string }[]): void {
  if (depth > deepest || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const one of value) walk(one, heldBy, depth + 1, found);
    return;
  }
  const typeName = '@type' in value && typeof value['@type'] === 'string' ? plain(value['@type']) : '';
  for (const [key, member] of Object.entries(value)) {
    const name = plain(key);
    if (typeof member === 'string' && member !== '') {
      if (namesATask.test(name)) found.push({ rank: 0, id: member });
      else if (name === 'id')
        found.push({ rank: holdsATask.test(heldBy) || holdsATask.test(typeName) ? 1 : 3, id: member });
      else if (name === 'resourcename') found.push({ rank: 2, id: member.slice(member.lastIndexOf('/') + 1) });
    }
    walk(member, name, depth + 1, found);
  }
}

function plain(name: string): string {
  return name.replaceAll(/[^A-Za-z.]/g, '').toLowerCase();
}
