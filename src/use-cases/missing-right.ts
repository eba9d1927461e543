import type { ActionKind } from '../domain/action.ts';
import type { HolderActionRefusal } from '../domain/holder-action.ts';
import type { LocalDeps } from './deps.ts';
import { record } from './record.ts';
import type { StoreTransaction } from './store-ports.ts';

/** Something that the bot asked the service to do for a person. */
interface IntendedAction {
  readonly requestId: string;
  readonly verb: ActionKind;
}

/**
 * Tells the administrators, once for each verb, that the service refuses what it offers (403): the
 * bot's credentials lack a right.
 */
export async function tellMissingRight(
  tx: StoreTransaction,
  { settings }: Pick<LocalDeps, 'settings'>,
  { requestId, verb }: IntendedAction,
  refusal: HolderActionRefusal,
): Promise<void> {
  if (refusal.kind !== 'service' || refusal.refusal.kind !== 'forbidden') return;
  const named = { administrators: settings.admins };
  await record(tx, { kind: 'right.missing', requestId, context: { verb }, named });
}
