/** The people whom a tier of the escalation calls. */

import { type Called, called } from '../../domain/due/unanswered.ts';
import type { Subject } from '../../domain/request/subject.ts';
import type { EscalationTier } from '../../domain/settings/reminders.ts';
import { slackAccountsOf } from '../card/card-model.ts';
import { mayPostIn } from '../card/request-cards.ts';
import type { UseCaseDeps } from '../deps.ts';
import type { SlackPerson } from '../ports/chat-ports.ts';

/**
 * The tiers without channels that may be shared with another company: nothing is posted there, so
 * the requester must not read that they were told.
 */
export async function reachable(
  deps: UseCaseDeps,
  tiers: readonly EscalationTier[],
): Promise<readonly EscalationTier[]> {
  const all: EscalationTier[] = [];
  for (const tier of tiers) {
    const isOpen = tier.channel === null || (await mayPostIn(deps, tier.channel));
    if (!isOpen)
      deps.world.log.warn({ channel: tier.channel }, 'tier not told in a shared channel');
    all.push(isOpen ? tier : { ...tier, channel: null });
  }
  return all;
}

/** The people whom these tiers name, without the requester and the target. */
export async function recipientsOf(
  { directory, governance, catalogue }: UseCaseDeps,
  tiers: readonly EscalationTier[],
  request: Subject,
): Promise<readonly SlackPerson[]> {
  const people: SlackPerson[] = [];
  for (const id of tiers.flatMap((tier) => tier.people)) {
    const account = await directory.person(id, 'in-turn');
    if (account !== null && !account.isDeactivated) people.push(account);
  }
  const wantsOwners = tiers.some((tier) => tier.owners);
  const resource = wantsOwners ? catalogue.entitlement(request.appId, request.entitlementId) : null;
  const owners = resource === null ? null : await governance.listResourceOwners(resource);
  if (owners?.ok === true)
    people.push(...(await slackAccountsOf(directory, owners.value)).values());
  return people.filter(
    ({ userId }) => userId !== request.requester?.userId && userId !== request.targetSlackId,
  );
}

/** The people whom the tier would call now, for words that announce it. */
export async function announced(
  deps: UseCaseDeps,
  tier: EscalationTier,
  request: Subject,
): Promise<Called> {
  const tiers = await reachable(deps, [tier]);
  const people = await recipientsOf(deps, tiers, request);
  const ids = [...new Set(people.map(({ userId }) => userId))];
  return called(ids, channelsOf(tiers));
}

export function channelsOf(tiers: readonly EscalationTier[]): readonly string[] {
  return tiers.flatMap(({ channel }) => (channel === null ? [] : [channel]));
}
