import { setTimeout as sleep } from 'node:timers/promises';
import type { App as BoltApp } from '@slack/bolt';
import { isConfidential } from '../../../domain/access-settings.ts';
import type { CardModel } from '../../../domain/card.ts';
import { isHolder } from '../../../domain/holder-action.ts';
import { unlessFailing } from '../../../domain/outward-failure.ts';
import { storedCard } from '../../../use-cases/card-model.ts';
import { readCardValue } from '../../surfaces/buttons.ts';
import { detailsModal } from '../../surfaces/card-details.ts';
import { wordModal } from '../../surfaces/modals.ts';
import { cardActions } from '../../surfaces/task-card.ts';
import type { ListenerDeps } from '../deps.ts';
import { actorOf, clickedElement, clickedMessage, triggerOf } from '../payloads.ts';
import type { FormClick } from './act-forms.ts';

/** How long the view waits for the names of the owners; it is shown without them after that. */
const ownersPatienceMs = 700;

export function cardDetails(bolt: BoltApp, deps: ListenerDeps): void {
  bolt.action({ type: 'block_actions', action_id: cardActions.details }, async (click) => {
    await click.ack();
    const value = readCardValue(clickedElement(click.action).value);
    if (value !== null) await openDetails(deps, click, value.card);
  });
}

/** Opens everything that is known of a request. */
export async function openDetails(deps: ListenerDeps, { body, client }: FormClick, cardId: string): Promise<void> {
  const model = await storedCard(deps, cardId);
  if (model === null) return;
  const { userId } = actorOf(body);
  const texts = await deps.languages.textsOf(userId);
  const view = (await maySee(deps, userId, model))
    ? detailsModal(texts, model, await ownersOf(deps, model), JSON.stringify(clickedMessage(body)))
    : wordModal(texts, texts.review.wholeTitle, texts.review.confidential);
  await client.views.open({ trigger_id: triggerOf(body), view });
}

/** Names of the owners of what is asked for; empty where they are not known in time. */
async function ownersOf(deps: ListenerDeps, { request }: CardModel): Promise<readonly string[]> {
  const entitlement = deps.catalogue.entitlement(request.appId, request.entitlementId);
  if (entitlement === null) return [];
  const { appId, resourceTypeId, resourceId } = entitlement;
  return deps.owners({ appId, resourceTypeId, resourceId }, sleep(ownersPatienceMs, undefined, { ref: false }));
}

/**
 * Of a confidential app: requester, target, administrators, and the people of the step, who are known by what is remembered of them. Where
 * nobody can say who somebody is, they see nothing.
 */
export async function maySee(
  deps: Pick<ListenerDeps, 'settings' | 'identify'>,
  slackUserId: string,
  { request, task, reviews }: CardModel,
): Promise<boolean> {
  const isParty = isHolder(request, slackUserId) || deps.settings.admins.includes(slackUserId);
  if (isParty || !isConfidential(deps.settings, request.appId)) return true;
  if (reviews.some((one) => one.state === 'done' && one.by.userId === slackUserId)) return true;
  const { stepApprovers, approvers, otherStep } = task;
  const fillingIn = otherStep?.kind === 'form' ? otherStep.people : [];
  const people = [...stepApprovers, ...approvers, ...fillingIn];
  const identity = await unlessFailing(deps.identify(slackUserId), () => null);
  return identity !== null && identity.ok && people.some((one) => one.id === identity.value.id);
}
