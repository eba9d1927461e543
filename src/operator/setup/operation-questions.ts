import {
  type AccessSettings,
  type OptionalOperation,
  optionalOperations,
} from '../../domain/settings/access-settings.ts';
import type { SeenOperations } from '../doctor/checks/operation-checks.ts';
import type { AccessAnswers } from './files/access-yaml.ts';
import type { Prompts } from './prompts.ts';

interface OperationDeps {
  readonly prompts: Prompts;
  readonly flags: { readonly allowed: readonly string[] };
  readonly existing: Pick<AccessSettings, 'governance'> | null;
  readonly tenant: { readonly seen: SeenOperations };
}

/** What gives power is never taken up without a word of the operator. */
const powers = [
  {
    operation: 'taskActions',
    message:
      'May reviewers decide with buttons in Slack (taskActions)? The credentials need the right to approve and deny.',
    needsOneOf: ['taskRead', 'taskSearch'],
  },
  {
    operation: 'taskRevoke',
    message: 'May people give access back in Slack (taskRevoke)?',
    needsOneOf: [],
  },
] as const;

/** What `access.yaml` says of operations: what it says already, else what answers. */
export async function askOperations({
  prompts,
  flags,
  existing,
  tenant,
}: OperationDeps): Promise<Pick<AccessAnswers, 'operations'>> {
  const { answering, untried } = tenant.seen;
  const operations = new Set<OptionalOperation>(existing?.governance.operations ?? answering);
  const fresh = answering.filter((one) => !operations.has(one));
  if (fresh.length > 0 && (await prompts.confirm(alsoWords(fresh), false)))
    for (const one of fresh) operations.add(one);
  for (const { operation, message, needsOneOf } of powers) {
    const isUsable = needsOneOf.length === 0 || needsOneOf.some((one) => operations.has(one));
    if (operations.has(operation) || !untried.includes(operation) || !isUsable) continue;
    // Enter alone is no word.
    if (await prompts.confirm(message, flags.allowed.includes(operation)))
      operations.add(operation);
  }
  return { operations: optionalOperations.filter((one) => operations.has(one)) };
}

const alsoWords = (fresh: readonly string[]) =>
  `The tenant also answers ${fresh.join(', ')}, which access.yaml does not name. Use ${fresh.length === 1 ? 'it' : 'them'}?`;
