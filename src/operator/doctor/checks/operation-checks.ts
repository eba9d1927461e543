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

/** The optional operations, and whether the bot may request access at all. */
export async function operationLooks(deps: OperationDeps): Promise<Looks> {
  const { client, configured } = deps;
  const tenant = await lookAt(client);
  const looks = await seeOperations(tenant, deps);
  return [
    requestCheck(tenant),
    ...looks.map(async (one) => linesOf(await one, configured)),
    lineToPaste(configured, looks),
  ];
}

/** What access.yaml does not name is worth a line only where it answers. */
function linesOf(
  { operation, state, line }: SeenOperation,
  configured: OperationDeps['configured'],
) {
  if (configured.has(operation)) return [line];
  const says = 'the tenant has it: add it to governance.operations to use it';
  return state === 'answers' ? [{ ...line, says }] : [];
}

/** The line that access.yaml should have, where it has another. */
async function lineToPaste(
  configured: OperationDeps['configured'],
  looks: readonly Promise<SeenOperation>[],
): Promise<readonly Check[]> {
  const toName = (await Promise.all(looks))
    .filter(
      ({ operation, state }) =>
        state === 'answers' || (configured.has(operation) && state !== 'absent'),
    )
    .map(({ operation }) => operation);
  const isSame = toName.length === configured.size && toName.every((one) => configured.has(one));
  const says = `governance.operations is not what the tenant has. Write: operations: [${toName.join(', ')}]`;
  return isSame ? [] : [{ what: 'operations', state: 'warning', says }];
}

/** Of what is there, as far as lists tell it: of an id that nothing has, not every tenant speaks. */
async function idsOf({ client, appId }: Pick<OperationDeps, 'client' | 'appId'>) {
  const ids = await idsFromLists(client);
  return ids.appId === nothing && appId !== undefined ? { ...ids, appId } : ids;
}

/** How the tenant answers these credentials, and how that counts where access.yaml names it. */
const seenStates = {
  /** An operation that says that it does not know an id which does not exist answers, too. */
  answers: 'ok',
  /** It changes something, and is not certainly missing. */
  untried: 'warning',
  unclear: 'warning',
  absent: 'error',
  refused: 'error',
  /** It could not be looked at. */
  failed: 'error',
} as const;
type SeenState = keyof typeof seenStates;

/** An optional operation, as the doctor tells of it and as setup takes it up. */
export interface SeenOperation {
  readonly operation: OptionalOperation;
  readonly state: SeenState;
  readonly line: Check;
}

export async function lookAt(client: LookedAt['client']): Promise<LookedAt> {
  return { client, absentWords: await wordsAtUnserved(client) };
}

/** Looks at all optional operations, none of which changes anything by it. */
export async function seeOperations(
  tenant: LookedAt,
  { appId, now }: Pick<OperationDeps, 'appId' | 'now'>,
): Promise<readonly Promise<SeenOperation>[]> {
  const { client } = tenant;
  const probes = probesOf(await idsOf({ client, appId }), now());
  return optionalOperations.map(async (operation) => {
    let state: SeenState = 'failed';
    const look = async () => {
      const probe = probes[operation];
      const result = await (probe === undefined ? seeWrite(client, operation) : see(tenant, probe));
      state = result.state;
      const how = seenStates[result.state];
      if (how === 'ok') return result.says;
      throw new Finding(how, result.says);
    };
    const line = await check(`operation ${operation}`, look, mend);
    return { operation, state, line };
  });
}

type Seen = Pick<SeenOperation, 'state'> & Pick<Check, 'says'>;

const mend =
  'Give the owner of the credentials that right, or take it out of governance.operations.';
const absent: Seen = {
  state: 'absent',
  says: 'the tenant does not have it: it answers as at a path that nobody serves. Take it out of governance.operations.',
};

async function see(tenant: LookedAt, probe: Probe): Promise<Seen> {
  const answer = await tenant.client.call(probe.one, probe.input);
  if (answer.ok) return { state: 'answers', says: 'answers' };
  const { kind } = answer.refusal;
  const presence = presenceBehind(tenant, answer.refusal);
  if (presence === 'absent') return absent;
  if (!['not-found', 'invalid'].includes(kind) || !isOfNothing(probe))
    return {
      state: 'refused',
      says: `the tenant refuses: ${refusalInWords(answer.refusal)}. ${mend}`,
    };
  if (presence === 'there')
    return { state: 'answers', says: `answers “${kind}” to an id that nothing has` };
  return {
    state: 'unclear',
    says: 'not checkable: it answers “not-found” without a word, as at a path that nobody serves.',
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

/** Only a tenant that tells a wrong method from a missing path can tell that the path is missing. */
async function seeWrite(client: LookedAt['client'], operation: string): Promise<Seen> {
  const write = writes[operation];
  const isMissing =
    write !== undefined &&
    (await answersGet(client, write)) === 'not-found' &&
    (await answersGet(client, { path: createGrantTask.path, given: {} })) === 'wrong-method';
  const says = 'not checked: it cannot be tried without changing something.';
  return isMissing ? absent : { state: 'untried', says };
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
