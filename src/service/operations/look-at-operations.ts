import { OutwardFailure } from '../../domain/outward/outward-failure.ts';
import type { ServiceRefusal } from '../../domain/outward/service-refusal.ts';
import type { Result } from '../../domain/result.ts';
import type { GovernanceClient } from '../client/client.ts';
import type { CallInput, Endpoint } from '../client/wire/endpoint.ts';
import {
  listsOfIds,
  noIds,
  nothing,
  type Probe,
  type ProbeIds,
  unserved,
} from './operation-probes.ts';

type Client = Pick<GovernanceClient, 'call'>;

/** The tenant, and how it answers at a path that nobody serves. */
export interface LookedAt {
  readonly client: Client;
  /** The words of its 404; null where it does not answer 404 there. */
  readonly absentWords: string | null;
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
export async function idsFromLists(client: Client): Promise<ProbeIds> {
  const value = async <Answer>(list: {
    readonly one: Endpoint<string, Answer>;
    readonly input: CallInput<string>;
  }): Promise<Answer | null> => {
    const answer = await answerOf(client, list);
    return answer instanceof OutwardFailure || !answer.ok ? null : answer.value;
  };
  const { apps: ofApps, entitlements: ofEntitlements, owner: ofOwner, tasks: ofTasks } = listsOfIds;
  const [apps, entitlements, owner, tasks] = await Promise.all([
    value(ofApps),
    value(ofEntitlements),
    value(ofOwner),
    value(ofTasks),
  ]);
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
