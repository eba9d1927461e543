import type { App as BoltApp } from '@slack/bolt';
import { WebAPIPlatformError, type WebClient } from '@slack/web-api';
import { formFields } from '../../surfaces/request-form/fields.ts';
import { type FormMemory, readFormMemory } from '../../surfaces/request-form/memory.ts';
import { type RequestForm, requestForm } from '../../surfaces/request-form/request-form.ts';
import type { Texts } from '../../texts/texts.ts';
import type { ListenerDeps } from '../deps.ts';
import { unavailableOption } from '../options/request-options.ts';
import { actorOf, clickedElement, type ViewState, viewOf } from '../payloads.ts';
import { appOfOption, filledForm, pickedEntitlements } from '../request-form/filled-form.ts';
import { withHelp } from '../request-form/open-form.ts';

/** How many forms are remembered as being filled in; older ones lose only the order of very quick clicks. */
const openForms = 1_000;

/** The form follows what is picked: an app brings its entitlements, an entitlement its limits and what is known of it. */
export function requestFormActions(bolt: BoltApp, deps: ListenerDeps): void {
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

  async function show(client: WebClient, view: ViewState, actionTs: string, form: RequestForm, texts: Texts) {
    // What was gathered meanwhile belongs to an older pick.
    if (newestPick.get(view.viewId) !== actionTs) return;
    const update = { view_id: view.viewId, view: requestForm(texts, form) };
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

  /** The form again, after a pick changed its memory. */
  async function follow(
    client: WebClient,
    body: unknown,
    action: unknown,
    change: (memory: FormMemory, view: ViewState, selected: string | null, texts: Texts) => Change,
  ): Promise<void> {
    const view = viewOf(body);
    const before = readFormMemory(view.privateMetadata);
    const { selected, actionTs } = clickedElement(action);
    if (before === null || !isNewest(view.viewId, actionTs)) return;
    const { userId } = actorOf(body);
    const texts = await deps.languages.textsOf(userId);
    const { memory, entitlements, remark } =
      appChange(deps, before, view, texts) ?? change(before, view, selected, texts);
    const app = memory.appId === null ? null : deps.catalogue.appById(memory.appId);
    const filled = filledForm(view, app);
    const form: RequestForm = {
      memory,
      app,
      picked: await withHelp(deps, userId, filled.targetSlackId, entitlements),
      candidates: candidatesOf(deps, memory),
      filled,
      emergency: deps.settings.emergency,
      remark,
    };
    await show(client, view, actionTs, form, texts);
  }

  bolt.action({ type: 'block_actions', action_id: formFields.app.action }, async ({ ack, body, action, client }) => {
    await ack();
    // The same app once more changes nothing that is picked in it.
    await follow(client, body, action, (memory, view) => pickedAsBefore(deps, memory, view));
  });

  bolt.action(
    { type: 'block_actions', action_id: formFields.candidates.action },
    async ({ ack, body, action, client }) => {
      await ack();
      await follow(client, body, action, (memory, _view, selected, texts) => {
        const [appId, entitlementId] = memory.candidates[Number(selected ?? '')] ?? [null, ''];
        const entitlement = appId === null ? null : deps.catalogue.entitlement(appId, entitlementId);
        return {
          memory: { ...memory, appId, appPicks: memory.appPicks + 1, entitlementPicks: 0, candidates: [] },
          entitlements: entitlement === null ? [] : [entitlement],
          remark: entitlement === null ? texts.requestForm.entitlementGone : null,
        };
      });
    },
  );

  bolt.action(
    { type: 'block_actions', action_id: formFields.entitlement.action },
    async ({ ack, body, action, client }) => {
      await ack();
      await follow(client, body, action, (memory, view, _selected, texts) => {
        const { entitlements, missing } = pickedEntitlements(deps.catalogue, memory, view);
        return {
          memory: { ...memory, entitlementPicks: memory.entitlementPicks + 1 },
          entitlements,
          remark: missingWords(missing, texts),
        };
      });
    },
  );

  for (const field of [formFields.emergency, formFields.target]) {
    bolt.action({ type: 'block_actions', action_id: field.action }, async ({ ack, body, action, client }) => {
      await ack();
      await follow(client, body, action, (memory, view) => pickedAsBefore(deps, memory, view));
    });
  }
}

interface Change {
  readonly memory: FormMemory;
  readonly entitlements: ReturnType<typeof pickedEntitlements>['entitlements'];
  readonly remark: string | null;
}

/**
 * What the pick of another app brings; null where the form shows what belongs to the app. Whichever field was touched: an app that
 * was picked a moment before, and whose own answer is late or was dropped for a newer one, is in the form's state.
 */
function appChange(deps: ListenerDeps, memory: FormMemory, view: ViewState, texts: Texts): Change | null {
  const shown = view.input(formFields.app.block, formFields.app.action);
  if (memory.extends !== null || shown === null) return null;
  const app = appOfOption(deps.catalogue, shown);
  if (app?.id === memory.appId) return null;
  const fresh = { appId: app?.id ?? null, appPicks: memory.appPicks + 1, entitlementPicks: 0, candidates: [] };
  return {
    memory: { ...memory, ...fresh },
    entitlements: [],
    remark: app === null ? texts.requestForm.appGone : null,
  };
}

function pickedAsBefore(deps: ListenerDeps, memory: FormMemory, view: ViewState): Change {
  return { memory, entitlements: pickedEntitlements(deps.catalogue, memory, view).entitlements, remark: null };
}

function missingWords(missing: readonly string[], texts: Texts): string | null {
  if (missing.length === 0) return null;
  return missing.includes(unavailableOption)
    ? texts.requestForm.listUnavailableExplained
    : texts.requestForm.entitlementGone;
}

function candidatesOf(deps: ListenerDeps, memory: FormMemory): RequestForm['candidates'] {
  return memory.candidates.flatMap(([appId, entitlementId]) => {
    const app = deps.catalogue.appById(appId);
    const entitlement = deps.catalogue.entitlement(appId, entitlementId);
    return app === null || entitlement === null ? [] : [{ app, entitlement }];
  });
}
