import {
  type AccessSettings,
  type OptionalOperation,
  optionalOperations,
} from '../../domain/settings/access-settings.ts';
import type { SeenOperations } from '../doctor/checks/operation-checks.ts';
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

/** What `access.yaml` names: what it names already, else what answers, and what the operator allows. */
export async function askOperations({
  prompts,
  flags,
  existing,
  tenant,
}: OperationDeps): Promise<readonly OptionalOperation[]> {
  const { answering, untried } = tenant.seen;
  const operations = new Set(existing?.governance.operations ?? answering);
  const fresh = answering.filter((one) => !operations.has(one));
  if (fresh.length > 0 && (await prompts.confirm(alsoWords(fresh), false)))
    for (const one of fresh) operations.add(one);
  for (const { operation, message, needsOneOf } of powers) {
    const isUsable = needsOneOf.length === 0 || needsOneOf.some((one) => operations.has(one));
    if (operations.has(operation) || !untried.includes(operation) || !isUsable) continue;
    const isOffered = prompts.canAsk || flags.allowed.includes(operation);
    if (await prompts.confirm(message, isOffered)) operations.add(operation);
  }
  return optionalOperations.filter((one) => operations.has(one));
}

const alsoWords = (fresh: readonly string[]) =>
  `The tenant also answers ${fresh.join(', ')}, which access.yaml does not name. Use ${fresh.length === 1 ? 'it' : 'them'}?`;
