import type { App as BoltApp } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { LRUCache } from 'lru-cache';
import type { SlackActor } from '../../domain/request/access-request.ts';
import { isAllHidden } from '../../use-cases/catalogue/visible-catalogue.ts';
import { entries } from '../../use-cases/ports/remember-answers.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { actorOf, clickedElement, type ViewState, viewOf } from '../platform/payloads.ts';
import { name } from '../platform/text.ts';
import { attempt } from '../platform/web-api-failure.ts';
import type { Texts } from '../texts.ts';
import { accountChoice, type ChoiceOf, lateAccountChoice } from './account-choice.ts';
import type { RequestForm } from './blocks/form-model.ts';
import { emptyForm, requestForm } from './blocks/request-form.ts';
import {
  extendHere,
  type FormMemory,
  formFields,
  readFormMemory,
} from './blocks/request-form-fields.ts';
import { withOneTime } from './blocks/time-blocks.ts';
import { filledForm, followedForm, followedInputs, pickedOf } from './filled-form.ts';
import { goesByVisibility, hiddenFor } from './hidden-access.ts';
import { patience, whatIsKnown } from './open-form.ts';
import { prefillOfRequest } from './prefill.ts';
import { unreadWords } from './unread-lists.ts';

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
  readonly memory: FormMemory;
  readonly by: SlackActor;
  /** The value of a button. */
  readonly value: string;
}

interface Payload {
  readonly body: unknown;
  readonly action: unknown;
}

/** `later`: the view once more is known; null where nothing comes. */
interface MadeView {
  readonly view: ModalView;
  readonly later?: Promise<ModalView | null>;
}

type MakeView = (pick: FormPick) => Promise<MadeView | null>;

/** Renders the form for its newest pick: Slack's payloads can arrive in any order. */
function newestUpdates(): {
  readonly run: (client: WebClient, payload: Payload, make: MakeView) => Promise<void>;
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

  async function run(client: WebClient, { body, action }: Payload, make: MakeView): Promise<void> {
    const view = viewOf(body);
    const memory = readFormMemory(view.privateMetadata);
    const { actionTs, value } = clickedElement(action);
    if (memory === null || !isNewest(view.viewId, actionTs)) return;
    const views = await make({ view, memory, by: actorOf(body), value });
    if (views === null) return;
    await show(client, view, actionTs, views.view);
    const later = (await views.later) ?? null;
    if (later !== null) await show(client, view, actionTs, later);
  }

  return { run };
}

/** The form with everything that is picked in it. */
async function followedRequestForm(
  deps: ListenerDeps,
  { view, memory: before, by }: FormPick,
  touched: string,
): Promise<MadeView> {
  const reader = await deps.languages.readerOf(by.userId);
  const { texts, language, timeZone } = reader;
  const { memory, app, entitlements, isSomethingGone } = followedForm(
    deps.catalogue,
    before,
    view,
    touched,
  );
  const filled = followedInputs(memory, view, app);
  const unread = memory.extends === null ? unreadWords(texts, deps, app) : '';
  const { targetSlackId } = filled;
  const choice = { slackUserId: by.userId, targetSlackId, app, extends: memory.extends };
  const [{ picked, remark }, accounts] = await Promise.all([
    whatIsKnown(deps, reader, {
      slackUserId: by.userId,
      targetSlackId,
      entitlements,
      corrects: memory.corrects,
      asksElsewhere: memory.extends === null,
      goesByVisibility: goesByVisibility(memory, filled.emergency),
    }),
    accountChoice(deps, choice, patience()),
  ]);
  const people = { askerId: by.userId, holderId: filled.targetSlackId ?? by.userId };
  const isAppHidden =
    app !== null &&
    entitlements.length === 0 &&
    goesByVisibility(memory, filled.emergency) &&
    isAllHidden(deps.catalogue, hiddenFor(deps, people), app.id);
  const notVisible = isAppHidden ? texts.requestForm.appNotVisible({ app: name(app.name) }) : '';
  const form: RequestForm = {
    memory: { ...memory, accounts: accounts ?? memory.accounts, spoken: { language, timeZone } },
    app,
    picked,
    candidates: candidatesOf(deps, memory),
    filled,
    emergency: deps.settings.emergency,
    remark: isSomethingGone
      ? texts.requestForm.gone
      : (remark ?? ([unread, notVisible].filter(Boolean).join('\n') || null)),
    now: deps.world.now(),
  };
  const formView = requestForm(texts, form);
  if (accounts !== null) return { view: formView };
  return { view: formView, later: withAccounts(deps, texts, form, choice) };
}

/** The form with the question for an account, where the accounts came after it was shown. */
async function withAccounts(
  deps: ListenerDeps,
  texts: Texts,
  form: RequestForm,
  choice: ChoiceOf,
): Promise<ModalView | null> {
  const accounts = await lateAccountChoice(deps, choice);
  if (accounts === null) return null;
  return requestForm(texts, { ...form, memory: { ...form.memory, accounts } });
}

/** Turns the form into an extension of what the person has; the typed reason stays. */
async function formForMoreTime(
  deps: ListenerDeps,
  { view, memory: before, by, value: requestId }: FormPick,
): Promise<MadeView | null> {
  const reader = await deps.languages.readerOf(by.userId);
  const { texts, language, timeZone } = reader;
  const prefill = await prefillOfRequest(deps, texts, { by, requestId, how: 'extend' });
  if (prefill === null) return null;
  const {
    app = null,
    entitlements = [],
    filled: requestFields,
    extends: extended = null,
    remark = null,
  } = prefill.prefill;
  const typed = filledForm(before, view, app).justification;
  const filled = {
    ...emptyForm,
    ...requestFields,
    justification: typed || (requestFields?.justification ?? ''),
  };
  const { targetSlackId } = filled;
  const { picked } = await whatIsKnown(deps, reader, {
    slackUserId: by.userId,
    targetSlackId,
    entitlements,
    corrects: null,
    asksElsewhere: false,
    goesByVisibility: false,
  });
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
  return { view: requestForm(texts, withOneTime(texts, form)) };
}

function candidatesOf(deps: ListenerDeps, memory: FormMemory): RequestForm['candidates'] {
  return memory.candidates.flatMap(([appValue, value]) => {
    const { app, entitlements } = pickedOf(deps.catalogue, appValue, [value]);
    return app === null ? [] : entitlements.map((entitlement) => ({ app, entitlement }));
  });
}
