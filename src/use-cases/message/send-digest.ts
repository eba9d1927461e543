import { DateTime } from 'luxon';
import { accessBy } from '../../domain/access/access.ts';
import { mayPostIn } from '../card/request-cards.ts';
import { subjectsOf } from '../card/sync-overview.ts';
import type { UseCaseDeps } from '../deps.ts';
import type { DigestModel } from '../ports/chat-ports.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { record } from '../record/record.ts';

/** Begins the day's digest once it is time, late where nothing ran at that time. */
export async function beginDigest({
  store,
  world,
  settings,
}: Pick<UseCaseDeps, 'store' | 'world' | 'settings'>): Promise<void> {
  const local = DateTime.fromJSDate(world.now(), { zone: settings.timeZone });
  const day = local.toISODate();
  if (
    settings.digest === null ||
    day === null ||
    local.hour * 60 + local.minute < settings.digest.atMinutes
  )
    return;
  await store.transaction(async (tx) => {
    if (await tx.dueTimes.beginDigest(day)) await tx.enqueue({ kind: 'send-digest', day });
  });
}

/** So many of those that wait longest are listed. */
const longestListed = 5;

/** Sends the day's digest; nothing where nothing is open and nothing ends. */
export async function sendDigest(deps: UseCaseDeps, day: string): Promise<void> {
  const { digest, timeZone } = deps.settings;
  const dayEnd = DateTime.fromISO(day, { zone: timeZone }).endOf('day').toJSDate();
  if (digest === null || deps.world.now() > dayEnd) return;
  const model = await deps.store.transaction((tx) => digestOf(tx, dayEnd));
  if (model.open === 0 && model.ending.length === 0) return;
  const { channel } = digest;
  const answer = (await mayPostIn(deps, channel))
    ? await deps.chat.sendDigest(channel, model)
    : null;
  if (answer?.ok !== true)
    deps.world.log.warn(
      { channel, refusal: answer?.refusal ?? 'shared-channel' },
      'digest not deliverable',
    );
  const kind = answer?.ok === true ? 'digest.delivered' : 'digest.undeliverable';
  await deps.store.transaction((tx) => record(tx, { kind, detail: { day, channel } }));
}

async function digestOf(tx: StoreTransaction, dayEnd: Date): Promise<DigestModel> {
  const { rows, total } = await tx.tasks.longestOpen(longestListed);
  const longest = await subjectsOf(tx, rows);
  const grants = await tx.grants.endingBetween(tx.at, dayEnd);
  const ending = grants.filter((one) => accessBy(one, grants).current === one);
  return { open: total, longest, ending };
}
