import {
  type HeldAccess,
  type HeldKey,
  isOnlyThrough,
  isSame,
} from '../../../domain/access/held-access.ts';
import type { Refusal } from '../../../domain/refusals/refusals.ts';
import type { EntitlementKey, SlackActor } from '../../../domain/request/access-request.ts';

/** How far giving something back has come. */
export type ReturnState = 'accepted' | 'sending' | 'asked' | 'over' | 'refused';

/** Access that was not granted through the bot and that its holder gives back. */
export interface HeldReturn extends HeldKey {
  readonly id: string;
  readonly by: SlackActor;
  /** As whom the person was shown to hold it. */
  readonly identityUserId: string;
  readonly entitlementName: string;
  readonly state: ReturnState;
  readonly refusal: Refusal | null;
  /** The task that takes it away; null before there is one. */
  readonly taskId: string | null;
  /** Names of what the task takes away with it. */
  readonly alsoRevoked: readonly string[] | null;
  readonly at: Date;
}

/** What *Give back* is about for something that is held. */
export interface GiveBackOffer extends HeldKey {
  /** null: the source is not among what the person was seen to hold. */
  readonly entitlementName: string | null;
  /** Names of what is inherited through it alone, and goes as well. */
  readonly takesAlong: readonly string[];
  /** The service did not tell whether it is inherited, so it may come back. */
  readonly mayComeBack: boolean;
}

/**
 * What can be given back of something that is held: a direct grant itself, and of what is inherited
 * its source, because the service gives back what only the result was taken of
 * (docs/spec/deployments.md#what-a-person-has). null where several sources give it: each of them
 * is given back on its own line.
 */
export function giveBackOffer(held: HeldAccess, all: readonly HeldAccess[]): GiveBackOffer | null {
  const { sources } = held;
  if (sources === null || sources.length === 0) return offerOf(held, held, all);
  const [source] = sources;
  if (source === undefined || sources.length > 1) return null;
  const ofAccount = all.filter((one) => one.account.id === held.account.id);
  const sourceAccess = [...ofAccount, ...all].find((one) => isSame(one, source)) ?? null;
  // A source that is itself inherited is given back where it comes from.
  if (sourceAccess !== null && sourceAccess.sources !== null && sourceAccess.sources.length > 0)
    return null;
  return offerOf({ ...source, account: sourceAccess?.account ?? held.account }, sourceAccess, all);
}

function offerOf(
  key: EntitlementKey & Pick<HeldAccess, 'account'>,
  known: HeldAccess | null,
  all: readonly HeldAccess[],
): GiveBackOffer {
  const { appId, entitlementId, account } = key;
  return {
    appId,
    entitlementId,
    accountId: account.id,
    entitlementName: known?.entitlementName ?? null,
    takesAlong: all.filter((one) => isOnlyThrough(one, key)).map((one) => one.entitlementName),
    mayComeBack: known !== null && known.sources === null,
  };
}

/** Whether somebody who picks between these has to be shown the account: by name alone they differ. */
export function hasSeveralAccounts(appId: string, all: readonly HeldAccess[]): boolean {
  const ids = all.filter((one) => one.appId === appId).map(({ account }) => account.id);
  return new Set(ids).size > 1;
}

/** Whether it still counts: what is being given back is not given back again. */
export function isUnderWay({ state }: Pick<HeldReturn, 'state'>): boolean {
  return state === 'accepted' || state === 'sending' || state === 'asked';
}
