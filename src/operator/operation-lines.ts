/** What is known of each optional operation, and what people get by it, for operators to read. */
import {
  type AccessSettings,
  isPower,
  type OptionalOperation,
  optionalOperations,
} from '../domain/settings/access-settings.ts';
import {
  capabilityAt,
  findingAfter,
  type OperationFinding,
} from '../domain/settings/operation-finding.ts';
import type { GovernanceClient } from '../service/client/client.ts';
import { createLooks } from '../service/operations/look-at-operations.ts';
import { rightOfOperation } from '../service/operations/operation-probes.ts';
import { operationsToFind } from '../use-cases/catalogue/find-operations.ts';
import type { Check } from './doctor/check.ts';

/**
 * - `named`, `allowed`: the operator says so in access.yaml; whether the tenant has it, a list does
 *   not tell
 * - `found`: it answers
 * - `announced`: found later, and used from a time on
 * - `refused`: the credentials lack the right
 * - `lost`: it was there, and does not answer now
 * - `absent`: the tenant does not have it, or the operator says so
 */
type OperationState =
  | 'named'
  | 'allowed'
  | 'found'
  | 'announced'
  | 'refused'
  | 'lost'
  | 'absent'
  | 'unknown';

export interface OperationLine {
  readonly operation: OptionalOperation;
  readonly state: OperationState;
  /** Begins with the state. */
  readonly says: string;
}

/** What people get by it. */
const benefits: Readonly<Record<OptionalOperation, string>> = {
  taskRead: 'cards follow each request, and taskActions can be used',
  taskSearch: 'requests whose answer was lost are found again, and taskActions can be used',
  taskActions: 'reviewers decide, ask, comment and reassign on the card',
  taskAudit: 'a decision whose answer was lost is credited to the person who clicked',
  taskRevoke: 'people give access back',
  userSearch: 'people are found by their email',
  userRead: 'the status of people is checked, and managers are read',
  appList: 'every app of the tenant can be offered',
  entitlementSearch: 'what an app offers is read without a list of its resources',
  whoAmI: 'the bot’s own decisions are told from those of others',
  riskLevels: 'cards and forms name risks',
  grantsFeed: 'ends of access are noticed, in one call for all',
  userGrants: 'the form shows what a person has, and the end of access is checked',
  grantSearch: 'Home lists access that was granted elsewhere',
  userAccounts: 'somebody with several accounts picks one',
  requestSchemas: 'the form asks the tenant’s own questions',
  requestSettings: 'the form leaves out a justification that the tenant does not want',
  catalogs: 'the form offers first what the tenant offers to a person',
  entitlementConfigurationRules: 'the form offers no longer time than the tenant’s rules allow',
  accessRequestDefaults: 'the form offers no longer time than the app allows',
  policyRead: 'the form says who decides',
  entitlementHolders: 'administrators see who has an entitlement',
  entitlementOwnerIds: 'steps by webhook can go to the owners of an entitlement',
  appOwnerIds: 'steps by webhook can go to the owners of an app',
  executionSearch: 'administrators page through the runs of automations',
  roleSuggestionSearch: 'administrators page through suggested roles',
};

type Governance = Pick<AccessSettings['governance'], 'operations' | 'auto'>;

export function operationLines(
  governance: Governance,
  findingOf: (operation: OptionalOperation) => OperationFinding | null,
  now: Date,
): readonly OperationLine[] {
  return optionalOperations.map((operation) => {
    const [state, words] = stateOf(governance, operation, { finding: findingOf(operation), now });
    const says = `${state}${words === '' ? '' : `, ${words}`}. What it brings: ${benefits[operation]}.`;
    return { operation, state, says };
  });
}

function stateOf(
  { operations, auto }: Governance,
  operation: OptionalOperation,
  { finding, now }: { readonly finding: OperationFinding | null; readonly now: Date },
): readonly [OperationState, string] {
  const isNamed = operations.includes(operation);
  if (auto === undefined)
    return isNamed
      ? ['named', 'in governance.operations']
      : ['absent', 'because governance.operations does not name it'];
  if (isNamed) return ['allowed', 'in governance.allow'];
  if (auto.without.includes(operation)) return ['absent', 'because governance.without says so'];
  if (isPower(operation))
    return ['absent', 'because it changes something: only governance.allow switches it on'];
  return finding === null
    ? ['unknown', 'because it was not looked at yet']
    : stateFound(finding, now);
}

function stateFound(finding: OperationFinding, now: Date): readonly [OperationState, string] {
  const { operation, words, foundAt, usedFrom } = finding;
  const capability = capabilityAt(finding, now);
  if (capability === 'present') return ['found', ''];
  if (usedFrom !== null) return ['announced', `used from ${usedFrom.toISOString()} on`];
  if (capability === 'absent') return ['absent', 'because the tenant does not serve it'];
  const right = rightOfOperation(operation) ?? operation;
  const otherwise = 'or name it in governance.without, if the bot is to go without it';
  if (foundAt !== null)
    return [
      'lost',
      `because it answered until ${foundAt.toISOString()} and then ${words}: what rests on it is refused. Look at the right to ${right}, ${otherwise}`,
    ];
  if (capability === 'refused')
    return [
      'refused',
      `because the right to ${right} is missing (${words}): what rests on it is refused. Give it to the owner of the credentials, ${otherwise}`,
    ];
  return ['unknown', `because its answer does not tell (${words}), ${otherwise}`];
}

const states: Readonly<Record<OperationState, Check['state']>> = {
  named: 'ok',
  allowed: 'ok',
  found: 'ok',
  announced: 'ok',
  refused: 'error',
  lost: 'error',
  absent: 'ok',
  unknown: 'warning',
};

export function operationCheck({ operation, state, says }: OperationLine): Check {
  return { what: `operation ${operation}`, state: states[state], says };
}

/** What a look at the tenant shows now, with reads alone. */
export async function findingsNow(
  governance: Governance,
  client: Pick<GovernanceClient, 'call'>,
  now: () => Date,
): Promise<readonly OperationFinding[]> {
  const answers = await createLooks(client, now)(operationsToFind(governance));
  return Array.from(answers, ([operation, answer]) =>
    findingAfter(null, { operation, answer }, now()),
  );
}
