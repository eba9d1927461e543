import { createHash } from 'node:crypto';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import { rowsOfExtra } from '../../../store/rows-of-extra.ts';
import { type PersonLimits, takeAll } from '../../../use-cases/people/person-limits.ts';
import type { IdentityDeps } from '../../../use-cases/people/resolve-identity.ts';
import type { StoreTransaction } from '../../../use-cases/ports/store-ports.ts';
import { record } from '../../../use-cases/record/record.ts';
import { agentRows } from '../agent-tables.ts';
import {
  type CallerRefusal,
  identifyCaller,
  type NamedCaller,
  refusalWords,
} from '../identify-caller.ts';
import { disconnectAgent, disconnectAll } from '../tokens/connected-agents.ts';
import type { Caller, Tool } from '../tools/tool.ts';

export interface TakeCallDeps extends IdentityDeps {
  readonly limits: PersonLimits;
}

export interface AgentCall {
  readonly named: NamedCaller;
  /** null where there is no such tool. */
  readonly tool: Pick<Tool, 'name' | 'isWriting'> | null;
  /** With which Slack signed the request; null of a token. */
  readonly signature: string | null;
}

/** Of these refusals none passes by itself: the person left, or became somebody who may not ask. */
const gone: ReadonlySet<CallerRefusal['kind']> = new Set([
  'deactivated',
  'inactive',
  'guest',
  'external',
]);

/** How long a person's agents have to wait because they called too often; 0 = not at all. */
export async function waitSeconds(
  deps: Pick<TakeCallDeps, 'limits' | 'store'>,
  { userId }: NamedCaller,
): Promise<number> {
  return (await takeAll(deps, ['agents'], userId))?.waitSeconds ?? 0;
}

/**
 * Lets a call through, for a person who may act here: it counts against their limit, and it comes
 * into the trail with others. A copy of what Slack signed writes nothing again. Otherwise returns the sentence that the agent gets.
 */
export async function takeCall(
  deps: TakeCallDeps,
  { named, tool, signature }: AgentCall,
): Promise<Result<Caller, string>> {
  // A token was counted before anything of the request was read.
  const seconds = signature === null ? 0 : await waitSeconds(deps, named);
  if (seconds > 0) return refuse(`Too many calls. Try again in ${seconds} seconds.`);
  const caller = await identifyCaller(deps, named);
  if (!caller.ok) {
    const isGone = gone.has(caller.refusal.kind);
    if (isGone && named.client.kind === 'token') await disconnectAll(deps, named, 'left');
    if (caller.refusal.kind === 'passed-on' && named.token !== undefined)
      await disconnectAgent(deps, named, named.token.id, 'passed-on');
    return refuse(refusalWords(caller.refusal));
  }
  const isFirst = await deps.store.transaction((tx) => keepCall(tx, { named, tool, signature }));
  return isFirst
    ? ok(caller.value)
    : refuse('This request was carried out before. Nothing was done again.');
}

/** False where it was carried out before. What a call writes, the trail has with that: a draft. */
async function keepCall(
  tx: StoreTransaction,
  { named: { userId, teamId, client }, tool, signature }: AgentCall,
): Promise<boolean> {
  const rows = rowsOfExtra(tx, agentRows);
  if (tool?.isWriting === true && signature !== null) {
    const hash = createHash('sha256').update(signature).digest('base64');
    if (!(await rows.isFirst(hash, tx.at))) return false;
  }
  const whose = { teamId, slackUserId: userId, kind: client.kind, client: client.name };
  await rows.countCall({ ...whose, tool: tool?.name ?? 'unknown', startedAt: tx.at });
  return true;
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
