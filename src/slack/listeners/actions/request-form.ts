import type { App as BoltApp } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import { LRUCache } from 'lru-cache';
import { extendHere, type FormMemory, formFields, readFormMemory } from '../../surfaces/request-form/fields.ts';
import { withOneTime } from '../../surfaces/request-form/how-blocks.ts';
import { emptyForm, type RequestForm, requestForm } from '../../surfaces/request-form/request-form.ts';
import type { Texts } from '../../texts/texts.ts';
import { attempt } from '../../web-api-failure.ts';
import type { ListenerDeps } from '../deps.ts';
import { actorOf, clickedElement, type ViewState, viewOf } from '../payloads.ts';
import { filledForm, followedForm, pickedOf } from '../request-form/filled-form.ts';
import { whatIsKnown } from '../request-form/open-form.ts';
import { prefillOfRequest } from '../request-form/prefill.ts';

/** Updates the form after each pick: an app brings its entitlements, an entitlement its limits and facts. */
export function requestFormActions(bolt: BoltApp, deps: ListenerDeps): void {
  // A form that is dropped from here only loses the order of very quick clicks.
  const newestPick = new LRUCache<string, string>({ max: 1_000 });

  /** Whether this pick is the newest of its form: Slack's payloads can arrive in any order. */
  function isNewest(viewId: string, actionTs: string): boolean {
    const known = newestPick.get(viewId);
    if (known !== undefined && Number(known) > Number(actionTs)) return false;
    newestPick.set(viewId, actionTs);
    return true;
  }

  async function show(client: WebClient, view: ViewState, actionTs: string, form: RequestForm, texts: Texts) {
    // A newer pick arrived meanwhile.
    if (newestPick.get(view.viewId) !== actionTs) return;
    const update = { view_id: view.viewId, view: requestForm(texts, form) };
    const updated = await attempt('views.update', () =>
      client.views.update({ ...update, ...(view.hash !== null && { hash: view.hash }) }),
    );
    if (updated.ok || !('code' in updated.refusal) || updated.refusal.code !== 'hash_conflict') return;
    // The view changed meanwhile, usually by the answer to an older pick, so this newer one overwrites it. A view cannot be read,
    // so this process cannot know whether another one has answered a newer pick; the next pick then corrects the form, because
    // every update shows everything that is picked.
    if (newestPick.get(view.viewId) === actionTs) await attempt('views.update', () => client.views.update(update));
  }

  /** Updates the form to everything that is picked in it. */
  async function follow(client: WebClient, body: unknown, action: unknown, touched: string): Promise<void> {
    const view = viewOf(body);
    const before = readFormMemory(view.privateMetadata);
    const { actionTs } = clickedElement(action);
    if (before === null || !isNewest(view.viewId, actionTs)) return;
    const { userId } = actorOf(body);
    const reader = await deps.languages.readerOf(userId);
    const { texts, language, timeZone } = reader;
    const { memory, app, entitlements, isSomethingGone } = followedForm(deps.catalogue, before, view, touched);
    const filled = filledForm(memory, view, app);
    const { picked, remark } = await whatIsKnown(deps, reader, {
      slackUserId: userId,
      targetSlackId: filled.targetSlackId,
      entitlements,
      corrects: memory.corrects,
    });
    const form: RequestForm = {
      memory: { ...memory, spoken: { language, timeZone } },
      app,
      picked,
      candidates: candidatesOf(deps, memory),
      filled,
      emergency: deps.settings.emergency,
      remark: isSomethingGone ? texts.requestForm.gone : remark,
      now: deps.world.now(),
    };
    await show(client, view, actionTs, form, texts);
  }

  /** Makes the form one for more time; the reason that was typed stays. */
  async function extend(client: WebClient, body: unknown, action: unknown): Promise<void> {
    const view = viewOf(body);
    const before = readFormMemory(view.privateMetadata);
    const { actionTs, value: requestId } = clickedElement(action);
    if (before === null || !isNewest(view.viewId, actionTs)) return;
    const by = actorOf(body);
    const reader = await deps.languages.readerOf(by.userId);
    const { texts, language, timeZone } = reader;
    const found = await prefillOfRequest(deps, texts, { by, requestId, how: 'extend' });
    if (found === null) return;
    const { app = null, entitlements = [], filled: kept, extends: extended = null, remark = null } = found.prefill;
    const typed = filledForm(before, view, app).justification;
    const filled = { ...emptyForm, ...kept, justification: typed || (kept?.justification ?? '') };
    const { targetSlackId } = filled;
    const about = { slackUserId: by.userId, targetSlackId, entitlements, corrects: null };
    const { picked } = await whatIsKnown(deps, reader, about);
    const spoken = { language, timeZone };
    const form: RequestForm = {
      memory: { ...before, candidates: [], corrects: null, extends: extended, spoken },
      app,
      picked,
      candidates: [],
      filled,
      emergency: deps.settings.emergency,
      remark,
      now: deps.world.now(),
    };
    await show(client, view, actionTs, withOneTime(texts, form), texts);
  }

  bolt.action({ type: 'block_actions', action_id: extendHere }, async ({ ack, body, action, client }) => {
    await ack();
    await extend(client, body, action);
  });

  const { app, candidates, entitlement, emergency, target } = formFields;
  for (const field of [app, candidates, entitlement, emergency, target]) {
    bolt.action({ type: 'block_actions', action_id: field.action }, async ({ ack, body, action, client }) => {
      await ack();
      await follow(client, body, action, field.action);
    });
  }
}

function candidatesOf(deps: ListenerDeps, memory: FormMemory): RequestForm['candidates'] {
  return memory.candidates.flatMap(([appValue, value]) => {
    const { app, entitlements } = pickedOf(deps.catalogue, appValue, [value]);
    return app === null ? [] : entitlements.map((entitlement) => ({ app, entitlement }));
  });
}
