/** Finds out which operations the tenant has, and keeps it: one set for all replicas. */

import {
  type AccessSettings,
  isPower,
  type OptionalOperation,
  optionalOperations,
} from '../../domain/settings/access-settings.ts';
import {
  findingAfter,
  isFoundLater,
  isLost,
  isOld,
  type OperationAnswer,
  type OperationFinding,
} from '../../domain/settings/operation-finding.ts';
import type { Chat } from '../ports/chat-ports.ts';
import type { World } from '../ports/ports.ts';
import type { KeptFinding } from '../ports/rows/operation-rows.ts';
import type { Store, StoreTransaction } from '../ports/store-ports.ts';

interface FindDeps {
  readonly store: Store;
  readonly world: Pick<World, 'now' | 'log'>;
  readonly settings: Pick<AccessSettings, 'admins' | 'governance'>;
  /** Looks at these with reads alone; one that did not answer at all has no entry. */
  readonly look: (
    operations: readonly OptionalOperation[],
  ) => Promise<ReadonlyMap<OptionalOperation, OperationAnswer>>;
}

/** A process that was killed while it looked keeps others from it no longer than this. */
const longestLookMs = 60_000;

/** Which operations the bot finds out about with these settings. */
export function operationsToFind({
  operations,
  auto,
}: Pick<AccessSettings['governance'], 'operations' | 'auto'>): readonly OptionalOperation[] {
  if (auto === undefined) return [];
  return optionalOperations.filter(
    (one) => !isPower(one) && !operations.includes(one) && !auto.without.includes(one),
  );
}

/** Those that are to be looked at now. */
export function dueOperations(
  governance: Pick<AccessSettings['governance'], 'operations' | 'auto'>,
  findings: readonly KeptFinding[],
  now: Date,
): readonly OptionalOperation[] {
  const byOperation = new Map(findings.map((one) => [one.operation, one]));
  return operationsToFind(governance).filter((operation) => {
    const finding = byOperation.get(operation);
    return finding === undefined || finding.wantedAt !== null || isOld(finding, now);
  });
}

/**
 * Looks at what is due, and keeps what it finds. What is found later than at the first look is
 * announced before it is used. What does not answer at all stays as it is known.
 */
export async function findOperations(deps: FindDeps): Promise<void> {
  const { store, settings, world, look } = deps;
  const began = world.now();
  const operations = await store.transaction(async (tx) => {
    const due = dueOperations(settings.governance, await tx.operations.all(), tx.at);
    const since = new Date(tx.at.getTime() - longestLookMs);
    return tx.operations.claim(due, { at: tx.at, since });
  });
  if (operations.length === 0) return;
  const answers = await look(operations);
  const { later, lost } = await store.transaction((tx) => keep(tx, deps, { answers, began }));
  if (later.length > 0)
    world.log.info(
      { operations: later.map(({ operation }) => operation), usedFrom: later[0]?.usedFrom },
      'the tenant has more operations; the bot uses them from then on',
    );
  for (const { operation, words } of lost)
    world.log.warn(
      { operation, answer: words },
      'an operation that was there does not answer; what rests on it is refused until it does',
    );
}

interface Changes {
  readonly later: readonly OperationFinding[];
  readonly lost: readonly OperationFinding[];
}

async function keep(
  tx: StoreTransaction,
  { settings }: Pick<FindDeps, 'settings'>,
  {
    answers,
    began,
  }: {
    readonly answers: ReadonlyMap<OptionalOperation, OperationAnswer>;
    readonly began: Date;
  },
): Promise<Changes> {
  const before = new Map((await tx.operations.lock()).map((one) => [one.operation, one]));
  const later: OperationFinding[] = [];
  const lost: OperationFinding[] = [];
  for (const [operation, answer] of answers) {
    const earlier = before.get(operation) ?? null;
    const finding = findingAfter(earlier, { operation, answer }, tx.at);
    await tx.operations.save(finding, began);
    if (isFoundLater(earlier, finding)) later.push(finding);
    if (isLost(earlier, finding)) lost.push(finding);
  }
  const usedFrom = later[0]?.usedFrom?.toISOString();
  if (usedFrom === undefined) return { later, lost };
  const names = later.map(({ operation }) => operation);
  for (const slackUserId of settings.admins)
    await tx.enqueue({ kind: 'tell-operations', slackUserId, operations: names, usedFrom });
  return { later, lost };
}

/**
 * A message of its own, about no request. Cut off after Slack took it, it is sent again: twice is
 * better than never.
 */
export async function tellOperations(
  {
    chat,
    world,
  }: { readonly chat: Pick<Chat, 'tellOperations'>; readonly world: Pick<World, 'log'> },
  {
    slackUserId,
    operations,
    usedFrom,
  }: {
    readonly slackUserId: string;
    readonly operations: readonly string[];
    readonly usedFrom: string;
  },
): Promise<void> {
  const answer = await chat.tellOperations(slackUserId, {
    operations,
    usedFrom: new Date(usedFrom),
  });
  if (answer.ok) return;
  const { refusal } = answer;
  world.log.warn({ slackUserId, operations, refusal }, 'an administrator cannot be told');
}
