import type { App as BoltApp } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { WebAPIPlatformError, type WebClient } from '@slack/web-api';
import { optionValue, readFormMemory, requestFields, requestModal } from '../../surfaces/request-modal.ts';
import type { Texts } from '../../texts/texts.ts';
import type { ListenerDeps } from '../deps.ts';
import { unavailableOption } from '../options/request-options.ts';
import { actorOf, clickedElement, type ViewState, viewOf } from '../payloads.ts';

/** How many forms are remembered as being filled in; older ones lose only the order of very quick clicks. */
const openForms = 1_000;

/** The form follows what is picked: an app brings its entitlements, an entitlement its limits. */
export function requestForm(bolt: BoltApp, deps: ListenerDeps): void {
  const newestPick = new Map<string, string>();

  /** Whether this pick is the newest of its form: answers can arrive in any order. */
  function isNewest(viewId: string, actionTs: string): boolean {
    const known = newestPick.get(viewId);
    if (known !== undefined && Number(known) > Number(actionTs)) return false;
    newestPick.delete(viewId);
    newestPick.set(viewId, actionTs);
    if (newestPick.size > openForms) for (const oldest of newestPick.keys()) return newestPick.delete(oldest);
    return true;
  }

  async function show(client: WebClient, view: ViewState, actionTs: string, modal: ModalView): Promise<void> {
    if (!isNewest(view.viewId, actionTs)) return;
    const update = { view_id: view.viewId, view: modal };
    try {
      await client.views.update(view.hash === null ? update : { ...update, hash: view.hash });
    } catch (err) {
      if (!(err instanceof WebAPIPlatformError)) throw err;
      if (err.data.error === 'not_found' || err.data.error === 'view_not_found') return;
      if (err.data.error !== 'hash_conflict') throw err;
      // Another answer was quicker. The newest pick is the one that the person sees, so it is shown all the same.
      if (newestPick.get(view.viewId) === actionTs) await client.views.update(update);
    }
  }

  bolt.action({ type: 'block_actions', action_id: requestFields.app.action }, async ({ ack, body, action, client }) => {
    await ack();
    const view = viewOf(body);
    const memory = readFormMemory(view.privateMetadata);
    const { selected, actionTs } = clickedElement(action);
    if (memory === null) return;
    const picked = deps.catalogue.apps('').find((one) => optionValue(one.id) === selected) ?? null;
    const texts = await deps.languages.textsOf(actorOf(body).userId);
    const modal = requestModal(texts, {
      memory: { ...memory, appId: picked?.id ?? null, appPicks: memory.appPicks + 1, entitlementPicks: 0 },
      app: picked,
      entitlement: null,
      remark: picked === null ? texts.requestForm.appGone : null,
    });
    await show(client, view, actionTs, modal);
  });

  bolt.action(
    { type: 'block_actions', action_id: requestFields.entitlement.action },
    async ({ ack, body, action, client }) => {
      await ack();
      const view = viewOf(body);
      const memory = readFormMemory(view.privateMetadata);
      const { selected, actionTs } = clickedElement(action);
      if (memory === null || memory.appId === null) return;
      const entitlement = deps.catalogue.all(memory.appId).find((one) => optionValue(one.id) === selected) ?? null;
      const texts = await deps.languages.textsOf(actorOf(body).userId);
      const modal = requestModal(texts, {
        memory: { ...memory, entitlementPicks: memory.entitlementPicks + 1 },
        app: deps.catalogue.appById(memory.appId),
        entitlement,
        remark: entitlement === null ? missingWords(texts, selected) : null,
      });
      await show(client, view, actionTs, modal);
    },
  );
}

function missingWords({ requestForm }: Texts, selected: string | null): string {
  return selected === unavailableOption ? requestForm.listUnavailableExplained : requestForm.entitlementGone;
}
