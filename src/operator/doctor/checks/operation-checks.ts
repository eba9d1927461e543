import { saysOfOperation } from '../../../domain/outward/operation-answer.ts';
import { OutwardFailure, unlessFailing } from '../../../domain/outward/outward-failure.ts';
import type { ServiceRefusal } from '../../../domain/outward/service-refusal.ts';
import {
  type OptionalOperation,
  optionalOperations,
} from '../../../domain/settings/access-settings.ts';
import type { GovernanceClient } from '../../../service/client/client.ts';
import { createGrantTask } from '../../../service/client/endpoints.ts';
import {
  createRevokeTask,
  performTaskAction,
} from '../../../service/client/optional-operations.ts';
import {
  idsFromLists,
  isOfNothing,
  type LookedAt,
  presenceBehind,
  wordsAtUnserved,
} from '../../../service/operations/look-at-operations.ts';
import { nothing, type Probe, probesOf } from '../../../service/operations/operation-probes.ts';
import { type Check, check, Finding, type Looks } from '../check.ts';
import { asGet } from '../doctor-reads.ts';

interface OperationDeps {
  readonly client: Pick<GovernanceClient, 'call'>;
  /** Those that access.yaml names. */
  readonly configured: ReadonlySet<OptionalOperation>;
  readonly appId: string | undefined;
  readonly now: () => Date;
}

export const refusalInWords = ({ kind, message }: ServiceRefusal): string =>
  message === '' ? kind : `${kind}, “${message}”`;

interface SeenOperation {
  readonly checks: readonly Check[];
  /** Whether access.yaml is to name it. */
  readonly isToBeNamed: boolean;
}

/** The optional operations, and whether the bot may request access at all. */
export async function operationLooks(deps: OperationDeps): Promise<Looks> {
  const { client, configured, now } = deps;
  const tenant = { client, absentWords: await wordsAtUnserved(client) };
  const probes = probesOf(await idsOf(deps), now());
  const looks = optionalOperations.map(async (one): Promise<SeenOperation> => {
    const probe = probes[one];
    const isConfigured = configured.has(one);
    if (probe !== undefined) return readCheck(tenant, one, isConfigured, probe);
    const write = isConfigured ? await writeCheck(tenant, one) : null;
    const isToBeNamed = write !== null && write.state !== 'error';
    return { checks: write === null ? [] : [write], isToBeNamed };
  });
  return [
    requestCheck(tenant),
    ...looks.map(async (one) => (await one).checks),
    lineToPaste(configured, looks),
  ];
}

/** The line that access.yaml should have, where it has another. */
async function lineToPaste(
  configured: OperationDeps['configured'],
  seen: readonly Promise<SeenOperation>[],
): Promise<readonly Check[]> {
  const all = await Promise.all(seen);
  const toName = optionalOperations.filter((_one, index) => all[index]?.isToBeNamed === true);
  const isSame = toName.length === configured.size && toName.every((one) => configured.has(one));
  const says = `governance.operations is not what the tenant has. Write: operations: [${toName.join(', ')}]`;
  return isSame ? [] : [{ what: 'operations', state: 'warning', says }];
}

/** Of what is there, as far as lists tell it: of an id that nothing has, not every tenant speaks. */
async function idsOf({ client, appId }: Pick<OperationDeps, 'client' | 'appId'>) {
  const ids = await idsFromLists(client);
  return ids.appId === nothing && appId !== undefined ? { ...ids, appId } : ids;
}

const absentWords =
  'the tenant does not have it: it answers as at a path that nobody serves. Take it out of governance.operations.';

/** What was seen of a tenant's optional operations. */
export interface SeenOperations {
  /** Reads that answer these credentials. */
  readonly answering: readonly OptionalOperation[];
  /** Those that change something, and are not certainly missing. */
  readonly untried: readonly OptionalOperation[];
}

/** The optional operations that the tenant has for these credentials. */
export async function seeOperations(
  deps: Pick<OperationDeps, 'client' | 'appId' | 'now'>,
): Promise<SeenOperations> {
  const { client, now } = deps;
  const probes = probesOf(await idsOf(deps), now());
  const tenant = { client, absentWords: await wordsAtUnserved(client) };
  const answering: OptionalOperation[] = [];
  const untried: OptionalOperation[] = [];
  const look = async (one: OptionalOperation) => {
    const probe = probes[one];
    if (probe !== undefined) return (await isAnswered(tenant, probe)) && answering.push(one);
    return (await writeCheck(tenant, one)).state !== 'error' && untried.push(one);
  };
  await Promise.all(optionalOperations.map(look));
  const inOrder = (those: readonly OptionalOperation[]) =>
    optionalOperations.filter((one) => those.includes(one));
  return { answering: inOrder(answering), untried: inOrder(untried) };
}

/** An operation that says that it does not know an id which does not exist answers, too. */
async function isAnswered(tenant: LookedAt, probe: Probe): Promise<boolean> {
  const answer = await unlessFailing(tenant.client.call(probe.one, probe.input), () => null);
  if (answer === null || answer.ok) return answer !== null;
  const saysOfNothing =
    ['not-found', 'invalid'].includes(answer.refusal.kind) && isOfNothing(probe);
  return saysOfNothing && presenceBehind(tenant, answer.refusal) === 'there';
}

/** An operation missing in access.yaml is reported only if the tenant certainly has it. */
async function readCheck(
  tenant: LookedAt,
  operation: string,
  isConfigured: boolean,
  probe: Probe,
): Promise<SeenOperation> {
  let isAbsent = false;
  const what = `operation ${operation}`;
  const mend =
    'Give the owner of the credentials that right, or take it out of governance.operations.';
  const look = async () => {
    const answer = await tenant.client.call(probe.one, probe.input);
    if (answer.ok)
      return isConfigured
        ? 'answers'
        : 'the tenant has it: add it to governance.operations to use it';
    const { kind } = answer.refusal;
    const presence = presenceBehind(tenant, answer.refusal);
    isAbsent = presence === 'absent';
    if (isAbsent) throw new Finding('error', absentWords);
    const saysOfNothing = ['not-found', 'invalid'].includes(kind) && isOfNothing(probe);
    if (saysOfNothing && presence === 'unclear')
      throw new Finding(
        'warning',
        'not checkable: it answers “not-found” without a word, as at a path that nobody serves.',
      );
    if (saysOfNothing && isConfigured) return `answers “${kind}” to an id that nothing has`;
    throw new Finding('error', `the tenant refuses: ${refusalInWords(answer.refusal)}. ${mend}`);
  };
  const result = await check(what, look, mend);
  const isThere = result.state === 'ok';
  return {
    checks: isConfigured || isThere ? [result] : [],
    isToBeNamed: isThere || (isConfigured && !isAbsent),
  };
}

/** Where what changes something is served; asked with GET, which carries nothing out. */
const writes: Readonly<Partial<Record<string, Called>>> = {
  taskActions: { path: performTaskAction.path, given: { task_id: nothing, verb: 'comment' } },
  taskRevoke: { path: createRevokeTask.path, given: {} },
};

interface Called {
  readonly path: string;
  readonly given: Readonly<Record<string, string>>;
}

function writeCheck({ client }: LookedAt, operation: string): Promise<Check> {
  const look = async () => {
    const write = writes[operation];
    // Only a tenant that tells a wrong method from a missing path can tell that the path is missing.
    if (
      write !== undefined &&
      (await answersGet(client, write)) === 'not-found' &&
      (await answersGet(client, { path: createGrantTask.path, given: {} })) === 'wrong-method'
    )
      throw new Finding('error', absentWords);
    throw new Finding('warning', 'not checked: it cannot be tried without changing something.');
  };
  return check(`operation ${operation}`, look, '');
}

async function answersGet(
  client: LookedAt['client'],
  { path, given }: Called,
): Promise<'wrong-method' | 'not-found' | 'other'> {
  const answer = await unlessFailing(
    client.call(asGet(path), { path: given }),
    (failure) => failure,
  );
  if (answer instanceof OutwardFailure)
    return saysOfOperation(answer) === 'missing' ? 'wrong-method' : 'other';
  const isMissing = !answer.ok && saysOfOperation(answer.refusal) === 'perhaps-missing';
  return isMissing ? 'not-found' : 'other';
}

/**
 * Whether people can ask for anything at all. The request names the person twice, which
 * docs/spec/interface.md forbids, and an app and an entitlement that do not exist: no task can come
 * of it.
 */
async function requestCheck(tenant: LookedAt): Promise<Check> {
  const what = 'requesting access';
  const body = {
    appId: nothing,
    appEntitlementId: nothing,
    appUserId: nothing,
    identityUserId: nothing,
  };
  const look = async () => {
    const answer = await unlessFailing(
      tenant.client.call(createGrantTask, { path: {}, body }),
      ({ message }) => {
        throw new Finding('warning', `not checkable: ${message}.`);
      },
    );
    if (answer.ok)
      throw new Finding(
        'warning',
        `not checkable: the tenant accepted a request that the interface forbids. Look in its console for a request about ${nothing}, and close it.`,
      );
    const { kind } = answer.refusal;
    if (presenceBehind(tenant, answer.refusal) === 'absent')
      throw new Finding(
        'error',
        'the tenant has no POST /api/v1/task/grant, so nobody can ask for anything. Look at GOVERNANCE_BASE_URL.',
      );
    if (saysOfOperation(answer.refusal) === 'not-allowed')
      throw new Finding(
        'error',
        `nobody can ask for anything: the tenant refuses POST /api/v1/task/grant (${refusalInWords(answer.refusal)}). Give the owner of the credentials the right to request access.`,
      );
    return `not forbidden: a request that the interface calls wrong is answered with “${kind}”`;
  };
  return check(what, look, 'Look at the governance service above.');
}
