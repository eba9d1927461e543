import { setTimeout as sleep } from 'node:timers/promises';
import type { App as BoltApp } from '@slack/bolt';
import type { CardModel } from '../../../domain/card.ts';
import { storedCard } from '../../../use-cases/card-model.ts';
import { readCardValue } from '../../surfaces/buttons.ts';
import { detailsModal } from '../../surfaces/card-details.ts';
import { wordModal } from '../../surfaces/modals.ts';
import { cardActions } from '../../surfaces/task-card.ts';
import type { ListenerDeps } from '../deps.ts';
import { maySee } from '../may-see.ts';
import { actorOf, clickedElement, triggerOf } from '../payloads.ts';

/** How long the view waits for the names of the owners; it is shown without them after that. */
const ownersPatienceMs = 700;

/** Opens everything that is known of a request. */
export function cardDetails(bolt: BoltApp, deps: ListenerDeps): void {
  bolt.action({ type: 'block_actions', action_id: cardActions.details }, async ({ ack, body, action, client }) => {
    await ack();
    const value = readCardValue(clickedElement(action).value);
    const card = value === null ? null : await deps.store.transaction((tx) => tx.cards.find(value.card));
    const model = card === null ? null : await storedCard(deps, card);
    if (model === null) return;
    const { userId } = actorOf(body);
    const texts = await deps.languages.textsOf(userId);
    const view = (await maySee(deps, userId, model))
      ? detailsModal(texts, model, await ownersOf(deps, model))
      : wordModal(texts, texts.review.wholeTitle, texts.review.confidential);
    await client.views.open({ trigger_id: triggerOf(body), view });
  });
}

/** Names of the owners of what is asked for; empty where they are not known in time. */
async function ownersOf(deps: ListenerDeps, { request }: CardModel): Promise<readonly string[]> {
  const entitlement = deps.catalogue.entitlement(request.appId, request.entitlementId);
  if (entitlement === null) return [];
  const { appId, resourceTypeId, resourceId } = entitlement;
  return deps.owners({ appId, resourceTypeId, resourceId }, sleep(ownersPatienceMs, undefined, { ref: false }));
}
