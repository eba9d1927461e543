import { type SaysOfOperation, saysOfOperation } from '../../domain/outward/operation-answer.ts';
import { OutwardFailure } from '../../domain/outward/outward-failure.ts';
import type { ServiceRefusal } from '../../domain/outward/service-refusal.ts';
import type { Result } from '../../domain/result.ts';
import type { OptionalOperation } from '../../domain/settings/access-settings.ts';
import type { Look, OperationAnswer } from '../../domain/settings/operation-finding.ts';
import type { GovernanceClient } from '../client/client.ts';
import type { CallInput, Endpoint } from '../client/wire/endpoint.ts';
import {
  alwaysServed,
  listsOfIds,
  noIds,
  nothing,
  type Probe,
  type ProbeIds,
  probesOf,
  unserved,
} from './operation-probes.ts';

type Client = Pick<GovernanceClient, 'call'>;

/** Looks at these operations; one that did not answer at all has no entry. */
type LookAtOperations = (
  operations: readonly OptionalOperation[],
) => Promise<ReadonlyMap<OptionalOperation, OperationAnswer>>;

/** The tenant, and how it answers at a path that nobody serves. */
export interface LookedAt {
  readonly client: Client;
  /** null where it does not answer 404 there. */
  readonly absentWords: string | null;
}

export function createLooks(client: Client, now: () => Date): LookAtOperations {
  return async (operations) => {
    const tenant = { client, absentWords: await wordsAtUnserved(client) };
    const isReached = await isTenantReached(tenant);
    const probes = probesOf(await idsFromLists(client), now());
    const answers = new Map<OptionalOperation, OperationAnswer>();
    // One after the other: nobody waits for it, and the tenant is spared.
    for (const operation of operations) {
      const probe = probes[operation];
      const answer = probe === undefined ? null : await lookAt(tenant, probe);
      if (answer === null) continue;
      const isDoubtful = answer.look === 'missing' && !isReached;
      answers.set(operation, isDoubtful ? { ...answer, look: 'unclear' } : answer);
    }
    return answers;
  };
}

/** Some services quote the path, which differs from call to call. */
const withoutPath = (message: string): string => message.replaceAll(/\/api\/[^\s"]*/g, '');

/** The words of the 404 at a path that nobody serves; null where it is answered otherwise. */
export async function wordsAtUnserved(client: Client): Promise<string | null> {
  const answer = await answerOf(client, { one: unserved, input: { path: {} } });
  if (answer instanceof OutwardFailure || answer.ok || answer.refusal.kind !== 'not-found')
    return null;
  return withoutPath(answer.refusal.message);
}

/**
 * Whether a 404 is about the operation, and not about the id that nothing has: `unclear` where the
 * tenant answers both without a word.
 */
export function presenceBehind(
  { absentWords }: Pick<LookedAt, 'absentWords'>,
  { kind, message }: Pick<ServiceRefusal, 'kind' | 'message'>,
): 'absent' | 'unclear' | 'there' {
  if (kind !== 'not-found' || withoutPath(message) !== absentWords) return 'there';
  return absentWords === '' ? 'unclear' : 'absent';
}

export const isOfNothing = ({ input }: Probe): boolean => JSON.stringify(input).includes(nothing);

async function isTenantReached(tenant: LookedAt): Promise<boolean> {
  for (const one of alwaysServed) {
    const answer = await answerOf(tenant.client, { one, input: { path: {} } });
    if (answer instanceof OutwardFailure) continue;
    if (answer.ok || answer.refusal.kind !== 'not-found') return true;
  }
  return false;
}

/** null where no answer came from which anything could follow. */
async function lookAt(tenant: LookedAt, probe: Probe): Promise<OperationAnswer | null> {
  const answer = await answerOf(tenant.client, probe);
  if (answer instanceof OutwardFailure) return lookOfFailure(answer);
  if (answer.ok) return { look: 'there', words: '' };
  return lookOfRefusal(tenant, probe, answer.refusal);
}

function lookOfFailure(failure: OutwardFailure): OperationAnswer | null {
  const says = saysOfOperation(failure);
  if (says === null && failure.kind !== 'decode') return null;
  return { look: says === null ? 'unclear' : lookFor[says], words: failure.message };
}

/** A 404 with a page of something in between tells nothing of the operation. */
const lookFor: Readonly<Record<SaysOfOperation, Look>> = {
  'not-allowed': 'refused',
  'perhaps-missing': 'unclear',
  missing: 'missing',
};

function lookOfRefusal(tenant: LookedAt, probe: Probe, refusal: ServiceRefusal): OperationAnswer {
  const words = refusalWords(refusal);
  const says = saysOfOperation(refusal);
  if (says === 'not-allowed') return { look: 'refused', words };
  if (says === 'perhaps-missing') {
    const look = lookOf404(tenant, probe, refusal);
    return { look, words: look === 'there' ? '' : words };
  }
  const isAnswer = refusal.kind === 'invalid' && isOfNothing(probe);
  return isAnswer ? { look: 'there', words: '' } : { look: 'unclear', words };
}

function lookOf404(tenant: LookedAt, probe: Probe, refusal: ServiceRefusal): Look {
  const presence = presenceBehind(tenant, refusal);
  if (presence === 'absent') return 'missing';
  if (presence === 'there')
    return tenant.absentWords !== null || isOfNothing(probe) ? 'there' : 'unclear';
  return isCertainlyAsked(probe) ? 'missing' : 'unclear';
}

/** Whether what is asked about is there, so that a 404 without a word is about the path. */
function isCertainlyAsked(probe: Probe): boolean {
  const { path, operation } = probe.one;
  if (!path.includes('{')) return true;
  return (operation === 'taskRead' || operation === 'userRead') && !isOfNothing(probe);
}

const refusalWords = ({ kind, message }: ServiceRefusal): string =>
  message === '' ? kind : `${kind}, “${message}”`;

async function answerOf<Answer>(
  client: Client,
  { one, input }: { readonly one: Endpoint<string, Answer>; readonly input: CallInput<string> },
): Promise<Result<Answer, ServiceRefusal> | OutwardFailure> {
  try {
    return await client.call(one, input);
  } catch (error) {
    if (error instanceof OutwardFailure) return error;
    throw error;
  }
}

/** Ids of what is there, as far as lists tell them. */
async function idsFromLists(client: Client): Promise<ProbeIds> {
  const value = async <Answer>(list: {
    readonly one: Endpoint<string, Answer>;
    readonly input: CallInput<string>;
  }): Promise<Answer | null> => {
    const answer = await answerOf(client, list);
    return answer instanceof OutwardFailure || !answer.ok ? null : answer.value;
  };
  const apps = await value(listsOfIds.apps);
  const entitlements = await value(listsOfIds.entitlements);
  const owner = await value(listsOfIds.owner);
  const tasks = await value(listsOfIds.tasks);
  const views = entitlements?.list.map(({ appEntitlement }) => appEntitlement) ?? [];
  const entitlement = views.find((one) => one?.id && one.appId) ?? null;
  const schemaId = views.find((one) => one?.requestSchemaId)?.requestSchemaId;
  const policyId = views.find((one) => one?.grantPolicyId)?.grantPolicyId;
  const appId = entitlement?.appId ?? apps?.list.find(({ id }) => id !== '')?.id ?? noIds.appId;
  return {
    appId,
    ruledAppId: appId,
    entitlementId: entitlement?.id ?? noIds.entitlementId,
    userId: owner?.userId || noIds.userId,
    taskId: tasks?.list[0]?.task.id ?? noIds.taskId,
    schemaId: schemaId || noIds.schemaId,
    policyId: policyId || noIds.policyId,
  };
}
