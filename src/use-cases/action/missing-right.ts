import type { ActionKind } from '../../domain/action/action.ts';
import type { Refusal } from '../../domain/refusals/refusals.ts';
import type { LocalDeps } from '../deps.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { tellEach } from '../record/tell.ts';

/** Something that the bot asked the service to do for a person. */
interface IntendedAction {
  readonly requestId: string;
  readonly verb: ActionKind;
}

/**
 * Tells the administrators, once for each verb, that the service refuses what it offers, because
 * the bot's credentials lack a right.
 */
export async function tellMissingRight(
  tx: StoreTransaction,
  { settings }: Pick<LocalDeps, 'settings'>,
  { requestId, verb }: IntendedAction,
  refusal: Refusal,
): Promise<void> {
  if (refusal.code !== 'forbidden') return;
  const body = { kind: 'trouble', what: 'missing-right', verb } as const;
  await tellEach(tx, settings.admins, { key: `missing-right:${verb}`, requestId, body });
}
