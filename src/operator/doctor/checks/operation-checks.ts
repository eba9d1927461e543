import { z } from 'zod';
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
import { endpoint } from '../../../service/client/wire/endpoint.ts';
import {
  idsFromLists,
  isOfNothing,
  type LookedAt,
  presenceBehind,
  wordsAtUnserved,
} from '../../../service/operations/look-at-operations.ts';
import { nothing, type Probe, probesOf } from '../../../service/operations/operation-probes.ts';
import { type Check, Finding, type Look, slowWords, someAtOnce } from '../check.ts';
import { mendOf } from '../outward-mends.ts';

interface OperationDeps {
  readonly client: Pick<GovernanceClient, 'call'>;
  readonly appId: string | undefined;
  readonly now: () => Date;
  /** What fails after it was cut off, and says nothing of the operation. */
  readonly ends?: AbortSignal;
}

export const refusalInWords = ({ kind, message }: ServiceRefusal): string =>
  message === '' ? kind : `${kind}, “${message}”`;

/** What a look at an operation came to, and what is said of it where access.yaml names it. */
interface SeenOperation {
  readonly verdict: keyof typeof states;
  readonly says: string;
}

const states = {
  there: 'ok',
  untried: 'warning',
  unclear: 'warning',
  refused: 'error',
  absent: 'error',
} as const;

/** What was seen of a tenant's optional operations. */
export interface SeenOperations {
  /** Reads that answer these credentials. */
  readonly answering: readonly OptionalOperation[];
  /** Those that change something, and are not certainly missing. */
  readonly untried: readonly OptionalOperation[];
}

/** The optional operations that the tenant has for these credentials. */
export async function seeOperations(deps: OperationDeps): Promise<SeenOperations> {
  const all = await seeEach(deps);
  const those = (verdict: SeenOperation['verdict']) =>
    [...all].filter(([, one]) => one.verdict === verdict).map(([name]) => name);
  return { answering: those('there'), untried: those('untried') };
}

async function seeEach({ client, appId, now, ends }: OperationDeps) {
  const ids = await idsFromLists(client);
  // An app of access.yaml where no list tells one: not every tenant speaks of an id that nothing has.
  const idsThere = ids.appId === nothing && appId !== undefined ? { ...ids, appId } : ids;
  const probes = probesOf(idsThere, now());
  const tenant = { client, absentWords: await wordsAtUnserved(client) };
  const all = new Map<OptionalOperation, SeenOperation>();
  const look = async (one: OptionalOperation) => {
    const probe = probes[one];
    const outcome = await (probe ? seeRead(tenant, probe) : seeWrite(tenant, one));
    const isCutOff = outcome.verdict === 'refused' && ends?.aborted === true;
    return [one, isCutOff ? tooSlow : outcome] as const;
  };
  await someAtOnce(optionalOperations, look, ([one, verdict]) => void all.set(one, verdict));
  return all;
}

const tooSlow: SeenOperation = { verdict: 'unclear', says: slowWords };

const absent: SeenOperation = {
  verdict: 'absent',
  says: 'the tenant does not have it: it answers as at a path that nobody serves. Take it out of governance.operations.',
};

const mend =
  'Give the owner of the credentials that right, or take it out of governance.operations.';

/** An operation that says that it does not know an id which does not exist is there, too. */
async function seeRead(tenant: LookedAt, probe: Probe): Promise<SeenOperation> {
  const answer = await unlessFailing(tenant.client.call(probe.one, probe.input), (err) => err);
  if (answer instanceof OutwardFailure)
    return { verdict: 'refused', says: `${answer.message}. ${mendOf(answer, mend)}` };
  if (answer.ok) return { verdict: 'there', says: 'answers' };
  const { kind } = answer.refusal;
  const presence = presenceBehind(tenant, answer.refusal);
  if (presence === 'absent') return absent;
  if (!['not-found', 'invalid'].includes(kind) || !isOfNothing(probe))
    return {
      verdict: 'refused',
      says: `the tenant refuses: ${refusalInWords(answer.refusal)}. ${mend}`,
    };
  if (presence === 'there')
    return { verdict: 'there', says: `answers “${kind}” to an id that nothing has` };
  const says =
    'not checkable: it answers “not-found” without a word, as at a path that nobody serves.';
  return { verdict: 'unclear', says };
}

/** Where what changes something is served; asked with GET, which carries nothing out. */
const writes: Readonly<Partial<Record<OptionalOperation, Called>>> = {
  taskActions: { path: performTaskAction.path, given: { task_id: nothing, verb: 'comment' } },
  taskRevoke: { path: createRevokeTask.path, given: {} },
};

interface Called {
  readonly path: string;
  readonly given: Readonly<Record<string, string>>;
}

/** Only a tenant that tells a wrong method from a missing path can tell that the path is missing. */
async function seeWrite({ client }: LookedAt, one: OptionalOperation): Promise<SeenOperation> {
  const write = writes[one];
  const isAbsent =
    write !== undefined &&
    (await answerToGet(client, write)) === 'not-found' &&
    (await answerToGet(client, { path: createGrantTask.path, given: {} })) === 'wrong-method';
  const says = 'not checked: it cannot be tried without changing something.';
  return isAbsent ? absent : { verdict: 'untried', says };
}

async function answerToGet(
  client: LookedAt['client'],
  { path, given }: Called,
): Promise<'wrong-method' | 'not-found' | 'other'> {
  const asking = client.call(endpoint('GET', path, z.unknown()), { path: given });
  const answer = await unlessFailing(asking, (failure) => failure);
  if (answer instanceof OutwardFailure)
    return saysOfOperation(answer) === 'missing' ? 'wrong-method' : 'other';
  const isMissing = !answer.ok && saysOfOperation(answer.refusal) === 'perhaps-missing';
  return isMissing ? 'not-found' : 'other';
}

/** The operations of access.yaml, those that it could name, and the line to paste. */
export function operationsLook(
  deps: OperationDeps & {
    /** Those that access.yaml names. */
    readonly configured: ReadonlySet<OptionalOperation>;
  },
): Look {
  const { configured } = deps;
  const ask = async (): Promise<readonly Check[]> => {
    const all = [...(await seeEach(deps))];
    const isToBeNamed = ([one, { verdict }]: (typeof all)[number]) =>
      verdict === 'there' || (configured.has(one) && verdict !== 'absent');
    const toName = all.filter(isToBeNamed);
    const lines = all.flatMap(([one, { verdict, says }]): readonly Check[] => {
      const what = `operation ${one}`;
      if (configured.has(one)) return [{ what, state: states[verdict], says }];
      const unused = 'the tenant has it: add it to governance.operations to use it';
      return verdict === 'there' ? [{ what, state: 'ok', says: unused }] : [];
    });
    const isSame =
      toName.length === configured.size && toName.every(([one]) => configured.has(one));
    if (isSame) return lines;
    const names = toName.map(([one]) => one).join(', ');
    const says = `governance.operations is not what the tenant has. Write: operations: [${names}]`;
    return [...lines, { what: 'operations', state: 'warning', says }];
  };
  return { what: 'operations', ask, mend: 'Look at the governance service above.' };
}

/**
 * Whether people can ask for anything at all. The request names the person twice, which
 * docs/spec/interface.md forbids, and an app and an entitlement that do not exist: no task can come
 * of it.
 */
export function requestLook({ client }: Pick<OperationDeps, 'client'>): Look {
  const body = {
    appId: nothing,
    appEntitlementId: nothing,
    appUserId: nothing,
    identityUserId: nothing,
  };
  const ask = async () => {
    const answer = await unlessFailing(
      client.call(createGrantTask, { path: {}, body }),
      ({ message }) => {
        throw new Finding('warning', `not checkable: ${message}.`);
      },
    );
    if (answer.ok)
      throw new Finding(
        'warning',
        `not checkable: the tenant accepted a request that the interface forbids. Look in its console for a request about ${nothing}, and close it.`,
      );
    const tenant = { absentWords: await wordsAtUnserved(client) };
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
    return `not forbidden: a request that the interface calls wrong is answered with “${answer.refusal.kind}”`;
  };
  return { what: 'requesting access', ask, mend: 'Look at the governance service above.' };
}
