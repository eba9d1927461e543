/** Finds out what the tenant has, where `governance.operations` is `auto`. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { OptionalOperation } from '../domain/settings/access-settings.ts';
import type { OperationFinding } from '../domain/settings/operation-finding.ts';
import {
  dueOperations,
  findOperations,
  operationsToFind,
} from '../use-cases/catalogue/find-operations.ts';
import type { Turns } from './repeat.ts';

/** What another replica found counts here after this time. */
const serveMs = 5_000;
/** A tenant that does not answer is not asked more often than this. */
const lookMs = 60_000;
/** Many calls fail at once, all for the same reason: one look per operation in this time is enough. */
const doubtMs = 10_000;
/** The first start waits for the first look no longer than this. */
const firstLookMs = 10_000;

type FollowDeps = Parameters<typeof findOperations>[0] & {
  readonly liveOperations: {
    serve(findings: readonly OperationFinding[]): void;
    onDoubt(hear: (operation: OptionalOperation) => void): void;
  };
  readonly turns: Pick<Turns, 'every' | 'track'>;
  readonly onStop: (close: () => unknown) => void;
};

/** Begins with what was found last; a bot that never looked looks first. */
export async function followOperations(deps: FollowDeps): Promise<void> {
  const { liveOperations, store, world, turns, onStop } = deps;
  const { governance } = deps.settings;
  if (governance.auto === undefined) return;
  const serve = async () => {
    const rows = await store.transaction((tx) => tx.operations.all());
    liveOperations.serve(rows);
    return rows;
  };
  const lookAgain = async (): Promise<void> => {
    await findOperations(deps);
    await serve();
  };
  let nextLookMs = performance.now() + lookMs;
  const turn = async (): Promise<void> => {
    const due = dueOperations(governance, await serve(), world.now());
    if (due.length === 0 || performance.now() < nextLookMs) return;
    nextLookMs = performance.now() + lookMs;
    await lookAgain();
  };
  const findings = await serve();
  if (findings.length === 0) {
    const first = turns
      .track(lookAgain())
      .catch((err: unknown) =>
        world.log.warn({ err }, 'the operations of the tenant were not looked at'),
      );
    await Promise.race([first, sleep(firstLookMs, undefined, { ref: false })]);
  } else {
    await store.transaction((tx) => tx.operations.want(operationsToFind(governance), tx.at));
    nextLookMs = 0;
  }
  liveOperations.onDoubt(
    doubtsNowAndThen((operation) => {
      const looking = store
        .transaction((tx) => tx.operations.want([operation], tx.at))
        .then(lookAgain);
      turns
        .track(looking)
        .catch((err: unknown) => world.log.warn({ err, operation }, 'operation not looked at'));
    }),
  );
  onStop(turns.every(serveMs, turn));
}

function doubtsNowAndThen(
  hear: (operation: OptionalOperation) => void,
): (operation: OptionalOperation) => void {
  const heardAtMs = new Map<OptionalOperation, number>();
  return (operation) => {
    const nowMs = performance.now();
    if (nowMs - (heardAtMs.get(operation) ?? Number.NEGATIVE_INFINITY) < doubtMs) return;
    heardAtMs.set(operation, nowMs);
    hear(operation);
  };
}
