/** One turn of sending: batch after batch, until the receiver has everything or fails. */
import type { AuditPushSettings } from '../../domain/settings/access-settings.ts';
import type { World } from '../../use-cases/ports/ports.ts';
import type { AuditTrail } from '../../use-cases/trail/audit-chain.ts';
import type { Receiver } from './post-batch.ts';
import type { PushRows, PushTurn } from './push-rows.ts';
import { bodyOf, entryToPush, type PushedPerson, type Sender, slackIdsIn } from './pushed-entry.ts';

/** Entries in one POST, where the receiver takes as many. */
const mostInBatch = 100;
/**
 * Where a process dies with a batch under way, another one goes on after this. Longer than an
 * exchange takes at most.
 */
const heldMs = 60_000;
const firstWaitMs = 1_000;
const longestWaitMs = 5 * 60_000;

export interface PushDeps {
  readonly trail: Pick<AuditTrail, 'follow' | 'names'>;
  readonly rows: PushRows;
  readonly receiver: Pick<Receiver, 'post'>;
  readonly sender: Sender;
  readonly format: AuditPushSettings['format'];
  readonly world: World;
  /** No batch begins after it. */
  readonly stopped: AbortSignal;
}

/** Sends what is sealed and was not sent. */
export async function pushTrail(deps: PushDeps): Promise<void> {
  let limit: number | null = mostInBatch;
  while (!deps.stopped.aborted && limit !== null) limit = await pushBatch(deps, limit);
}

/** How many entries the next batch may have; null where none is to be sent now. */
async function pushBatch(
  { rows, world, ...deps }: PushDeps,
  limit: number,
): Promise<number | null> {
  const now = world.now();
  const until = new Date(now.getTime() + heldMs);
  const turn = await rows.begin({ now, until, sender: world.newId() });
  if (turn === null) return null;
  if (turn.newlyLost > 0) logLoss(world, turn.newlyLost, turn.after);
  const page = await deps.trail.follow({}, { afterPosition: turn.after, limit });
  const last = page.at(-1);
  if (last === undefined) {
    const trouble = 'the entries of the next seals are not there';
    await waitAfter(turn, { trouble, waitMs: null }, { rows, world });
    return null;
  }
  const people = await peopleOf(deps.trail, rows, page);
  const batch = page.map((one) => entryToPush(one, people, deps.sender));
  const outcome = await deps.receiver.post(bodyOf(batch, deps.format));
  if (outcome.kind === 'failed' && outcome.isTooLarge && page.length > 1) {
    await rows.release(turn);
    return Math.ceil(page.length / 2);
  }
  if (outcome.kind === 'failed') {
    await waitAfter(turn, outcome, { rows, world });
    return null;
  }
  if (turn.trouble !== null)
    world.log.info({ failures: turn.failures }, 'the receiver of audit.push takes entries again');
  // Pruned since the turn began, or taken out of the database by somebody.
  const gone = last.position - turn.after - page.length;
  if (gone > 0) logLoss(world, gone, last.position);
  const isTaken = await rows.taken(turn, { upTo: last.position, gone }, world.now());
  return isTaken ? limit : null;
}

function logLoss({ log }: World, entries: number, upTo: number): void {
  log.error(
    { entries, upTo },
    'entries of the audit trail were gone before audit.push had sent them: retention.audit is too short, or somebody took them out',
  );
}

async function waitAfter(
  turn: PushTurn,
  { trouble, waitMs }: { readonly trouble: string; readonly waitMs: number | null },
  { rows, world }: Pick<PushDeps, 'rows' | 'world'>,
): Promise<void> {
  const { failures } = turn;
  const growingWait = Math.min(firstWaitMs * 2 ** Math.min(failures, 20), longestWaitMs);
  const wait = Math.min(Math.max(growingWait, waitMs ?? 0), longestWaitMs);
  // Once for each trouble, not at each attempt.
  if (trouble !== turn.trouble)
    world.log.warn({ trouble, after: turn.after }, 'audit.push: entries wait to be sent');
  await rows.failed(turn, trouble, new Date(world.now().getTime() + wait));
}

/** By the id that the entries have of them. */
async function peopleOf(
  trail: Pick<AuditTrail, 'names'>,
  rows: Pick<PushRows, 'peopleOf'>,
  page: Awaited<ReturnType<AuditTrail['follow']>>,
): Promise<ReadonlyMap<string, PushedPerson>> {
  const lines = page.map(({ line }) => line);
  const ids = slackIdsIn(lines);
  const { people: names } = await trail.names(lines);
  const nameOf = (id: string) => {
    const name = names.get(id);
    return name === undefined || name === id ? null : name;
  };
  const identities = new Map((await rows.peopleOf(ids)).map((one) => [one.slackId ?? '', one]));
  const entries = ids.flatMap((id): [string, PushedPerson][] => {
    const person = identities.get(id);
    const name = nameOf(id);
    if (person !== undefined) return [[id, { ...person, name: person.name ?? name }]];
    return name === null ? [] : [[id, { slackId: id, serviceId: null, email: null, name }]];
  });
  return new Map(entries);
}
