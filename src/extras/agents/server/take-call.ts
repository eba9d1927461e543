import { type Result, refuse } from '../../../domain/result.ts';
import { refusalWords } from '../../../slack/action/refusal-words.ts';
import type { Languages } from '../../../slack/people/languages.ts';
import { rowsOfExtra } from '../../../store/transaction.ts';
import type { LocalDeps } from '../../../use-cases/deps.ts';
import { type IdentityDeps, isBarred } from '../../../use-cases/people/resolve-identity.ts';
import { record } from '../../../use-cases/record/record.ts';
import { agentRows } from '../agent-tables.ts';
import { identifyCaller, type NamedCaller } from '../identify-caller.ts';
import { disconnect } from '../tokens/connected-agents.ts';
import { plainWords } from '../tools/plain-words.ts';
import type { Caller, Tool } from '../tools/tool.ts';

export interface TakeCallDeps extends IdentityDeps, Pick<LocalDeps, 'limits'> {
  readonly languages: Pick<Languages, 'rememberedTextsOf'>;
}

export interface AgentCall {
  readonly named: NamedCaller;
  /** The tool that is called; null where there is no such tool. */
  readonly tool: Pick<Tool, 'name'> | null;
}

/** How long a person's agents have to wait because they called too often; 0 = not at all. */
export function waitSeconds(
  { limits }: Pick<TakeCallDeps, 'limits'>,
  { userId }: NamedCaller,
): number {
  return limits.take(['agents'], userId)?.waitSeconds ?? 0;
}

/**
 * Lets a call through, for a person who may act here: it counts against their limit, and it comes
 * into the trail with others. Otherwise returns the sentence that the agent gets.
 */
export async function takeCall(
  deps: TakeCallDeps,
  { named, tool }: AgentCall,
): Promise<Result<Caller, string>> {
  // A token was counted before anything of the request was read.
  const seconds = named.client.kind === 'token' ? 0 : waitSeconds(deps, named);
  if (seconds > 0) return refuse(`Too many calls. Try again in ${seconds} seconds.`);
  const caller = await identifyCaller(deps, named);
  if (!caller.ok) {
    const { refusal } = caller;
    const isOthers = refusal.code === 'changed-person';
    // If the account is somebody else's now, the new owner's tokens stay.
    if (named.client.kind === 'token' && (isOthers || isBarred(refusal)))
      await disconnect(deps, { ...named, tokenId: isOthers ? named.token?.id : undefined }, 'left');
    const texts = deps.languages.rememberedTextsOf(named.userId);
    return refuse(plainWords(refusalWords(texts, refusal), { texts, timeZone: null }));
  }
  const { userId: slackUserId, teamId, client } = named;
  await deps.store.transaction((tx) =>
    rowsOfExtra(tx, agentRows).countCall({
      teamId,
      slackUserId,
      kind: client.kind,
      client: client.name,
      tool: tool?.name ?? 'unknown',
      startedAt: tx.at,
    }),
  );
  return caller;
}

/** Entries of the trail about calls tell an hour each. */
const summedUpMs = 3_600_000;
/** The most that one turn writes; the rest goes with the next turn. */
const mostEntries = 500;

/** Puts into the trail what agents called: an entry for many calls, so that none floods it. */
export async function recordCalls({ store }: Pick<TakeCallDeps, 'store'>): Promise<void> {
  await store.transaction(async (tx) => {
    const before = new Date(tx.at.getTime() - summedUpMs);
    const sums = await rowsOfExtra(tx, agentRows).takeCalls(before, mostEntries);
    for (const { slackUserId: actor, kind: client, client: clientName, ...one } of sums) {
      const { tool, calls, startedAt } = one;
      const detail = { client, clientName, tool, calls, startedAt: startedAt.toISOString() };
      await record(tx, { kind: 'agent.looked-up', actor, detail });
    }
  });
}
