import type { App as BoltApp } from '@slack/bolt';
import type { ModalView, PlainTextOption } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { LRUCache } from 'lru-cache';
import type { CatalogueEntitlement } from '../../domain/catalogue/entitlement.ts';
import type { SlackActor } from '../../domain/request/access-request.ts';
import { emergencyCatalogue, type OfferedCatalogue } from '../../use-cases/catalogue/catalogue.ts';
import {
  appChoices,
  type ChoicesAsked,
  type ChoicesDeps,
  entitlementChoices,
  goesByVisibility,
  hiddenFor,
  visibleCatalogue,
} from '../../use-cases/catalogue/visible-catalogue.ts';
import type { TypedForm } from '../../use-cases/form/typed-form.ts';
import { entries } from '../../use-cases/ports/remember-answers.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { limits } from '../platform/limits.ts';
import { actorOf, clickedElement, typedIn, type ViewState, viewOf } from '../platform/payloads.ts';
import { option, plain } from '../platform/text.ts';
import { attempt } from '../platform/web-api-failure.ts';
import { extendHere, formFields, optionValue } from './blocks/request-form-fields.ts';
import { withOneTime } from './blocks/time-blocks.ts';
import { type FormViews, formViews, patience, seenBy } from './form-views.ts';
import { prefillOfRequest } from './prefill.ts';
import { appOfEntitlements, followedForm, readForm } from './read-form.ts';

/**
 * Updates the form after each pick: an app brings its entitlements, an entitlement its limits and
 * facts.
 */
export function requestFormClicks(bolt: BoltApp, deps: ListenerDeps): void {
  const { app, candidates, entitlement, emergency, target, duration, time } = formFields;
  const updates = newestUpdates();
  for (const field of [app, candidates, entitlement, emergency, target, duration, time]) {
    bolt.action(
      { type: 'block_actions', action_id: field.action },
      async ({ ack, body, action, client }) => {
        await ack();
        await updates.run(client, { body, action }, (pick) =>
          followedRequestForm(deps, pick, field.action),
        );
      },
    );
  }
  bolt.action(
    { type: 'block_actions', action_id: extendHere },
    async ({ ack, body, action, client }) => {
      await ack();
      await updates.run(client, { body, action }, (pick) => formForMoreTime(deps, pick));
    },
  );
}

interface FormPick {
  readonly view: ViewState;
  readonly by: SlackActor;
  /** The value of a button. */
  readonly value: string;
}

interface Payload {
  readonly body: unknown;
  readonly action: unknown;
}

type MakeViews = (pick: FormPick) => Promise<FormViews | null>;

/** Renders the form for its newest pick: Slack's payloads can arrive in any order. */
function newestUpdates(): {
  readonly run: (client: WebClient, payload: Payload, make: MakeViews) => Promise<void>;
} {
  // A form that is dropped from here only loses the order of very quick clicks.
  const newestPick = new LRUCache<string, string>(entries(1_000));

  function isNewest(viewId: string, actionTs: string): boolean {
    const newest = newestPick.get(viewId);
    if (newest !== undefined && Number(newest) > Number(actionTs)) return false;
    newestPick.set(viewId, actionTs);
    return true;
  }

  async function show(
    client: WebClient,
    { viewId, hash }: ViewState,
    actionTs: string,
    shown: ModalView,
  ) {
    // A newer pick arrived meanwhile.
    if (newestPick.get(viewId) !== actionTs) return;
    const update = { view_id: viewId, view: shown };
    const updated = await attempt('views.update', () =>
      client.views.update({ ...update, ...(hash !== null && { hash }) }),
    );
    if (updated.ok || !('code' in updated.refusal) || updated.refusal.code !== 'hash_conflict')
      return;
    // The view changed meanwhile, usually by the answer to an older pick, so this newer one
    // overwrites it. A view cannot be read, so this process cannot know whether another one has
    // answered a newer pick; the next pick then corrects the form, because every update shows
    // everything that is picked.
    if (newestPick.get(viewId) === actionTs)
      await attempt('views.update', () => client.views.update(update));
  }

  async function run(client: WebClient, { body, action }: Payload, make: MakeViews): Promise<void> {
    const view = viewOf(body);
    const { actionTs, value } = clickedElement(action);
    if (!isNewest(view.viewId, actionTs)) return;
    const views = await make({ view, by: actorOf(body), value });
    if (views === null) return;
    await show(client, view, actionTs, views.view);
    const later = await views.later();
    if (later !== null) await show(client, view, actionTs, later);
  }

  return { run };
}

/** The form with everything that is picked in it. */
async function followedRequestForm(
  deps: ListenerDeps,
  { view, by: { userId: askerId } }: FormPick,
  touched: string,
): Promise<FormViews | null> {
  const typed = followedForm(deps, view, touched);
  if (typed === null) return null;
  const { texts, language, timeZone } = await deps.languages.readerOf(askerId);
  return formViews(deps, texts, { ...typed, language, timeZone }, { askerId });
}

/** Turns the form into an extension of what the person has; the typed reason stays. */
async function formForMoreTime(
  deps: ListenerDeps,
  { view, by, value: requestId }: FormPick,
): Promise<FormViews | null> {
  const before = readForm(deps, view);
  if (before === null) return null;
  const { texts, language, timeZone } = await deps.languages.readerOf(by.userId);
  const answer = await prefillOfRequest(deps, texts, { by, requestId, how: 'extend' });
  if (answer === null) return null;
  const { remark = null, ...prefill } = answer.prefill;
  const typed: TypedForm = {
    ...before,
    candidates: [],
    accounts: [],
    ...prefill,
    corrects: null,
    justification: before.justification || (prefill.justification ?? ''),
    emergency: before.mode === 'emergency',
    language,
    timeZone,
  };
  const form = withOneTime(texts, typed, deps.settings.emergency);
  return formViews(deps, texts, form, { askerId: by.userId, remark });
}

/**
 * Typeahead of the request form, from memory. Before anything is typed, the person's usual choices
 * come first.
 */
export function requestOptions(bolt: BoltApp, deps: ListenerDeps): void {
  const choices: ChoicesDeps = {
    usual: (query) => deps.store.transaction((tx) => tx.requests.usual(query)),
    world: deps.world,
  };
  const { app, entitlement } = formFields;
  bolt.options<'block_suggestion'>(
    { type: 'block_suggestion', action_id: app.action },
    async ({ ack, body }) => {
      const apps = await appChoices(choices, await offeredIn(deps, body), askedIn(body));
      await ack({ options: apps.map((one) => option(one.name, optionValue(one.id))) });
    },
  );
  bolt.options<'block_suggestion'>(
    { type: 'block_suggestion', action_id: entitlement.action },
    async ({ ack, body }) => {
      const blockId = typedIn.parse(body).block_id;
      const picked = appOfEntitlements(deps.catalogue, viewOf(body), blockId);
      if (picked === null) return ack({ options: [] });
      const entitlements = await entitlementChoices(
        choices,
        await offeredIn(deps, body),
        picked.id,
        askedIn(body),
      );
      if (entitlements.length > 0 || deps.catalogue.ages().get(picked.id) !== null) {
        return ack({ options: entitlements.map(entitlementOption) });
      }
      const { requestForm } = await deps.languages.textsOf(actorOf(body).userId);
      // Picking it is answered like something that is gone.
      await ack({ options: [option(requestForm.listUnavailable, 'unavailable')] });
    },
  );
}

/**
 * The emergency form offers only what can be had as an emergency. Others offer what is shown to the
 * person that the request is for.
 */
async function offeredIn(deps: ListenerDeps, body: unknown): Promise<OfferedCatalogue> {
  const { catalogue } = deps;
  const form = readForm(deps, viewOf(body));
  if (form === null) return catalogue;
  if (form.mode === 'emergency') return emergencyCatalogue(catalogue);
  if (!goesByVisibility(form)) return catalogue;
  const askerId = actorOf(body).userId;
  const holderId = form.targetSlackId ?? askerId;
  await seenBy(deps, holderId, patience());
  return visibleCatalogue(catalogue, hiddenFor(deps, { askerId, holderId }));
}

function askedIn(body: unknown): ChoicesAsked {
  return {
    typed: typedIn.parse(body).value ?? '',
    slackUserId: actorOf(body).userId,
    limit: limits.options,
  };
}

function entitlementOption({
  id,
  name,
  resourceName,
  description,
}: CatalogueEntitlement): PlainTextOption {
  const about = [resourceName, description.replace(/\s+/g, ' ')]
    .filter((part) => part.trim() !== '')
    .join(' · ');
  return {
    ...option(name, optionValue(id)),
    ...(about !== '' && { description: plain(about, limits.optionText) }),
  };
}
