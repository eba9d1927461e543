import type { App as BoltApp } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { LRUCache } from 'lru-cache';
import type { SlackActor } from '../../domain/request/access-request.ts';
import { isAllHidden } from '../../use-cases/catalogue/visible-catalogue.ts';
import type { TypedForm } from '../../use-cases/form/typed-form.ts';
import { entries } from '../../use-cases/ports/remember-answers.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { actorOf, clickedElement, type ViewState, viewOf } from '../platform/payloads.ts';
import { name } from '../platform/text.ts';
import { attempt } from '../platform/web-api-failure.ts';
import type { Texts } from '../texts.ts';
import { accountChoice, lateAccountChoice } from './account-choice.ts';
import type { ShownForm } from './blocks/form-model.ts';
import { requestForm } from './blocks/request-form.ts';
import { extendHere, formFields } from './blocks/request-form-fields.ts';
import { withOneTime } from './blocks/time-blocks.ts';
import { goesByVisibility, hiddenFor } from './hidden-access.ts';
import { patience, whatIsKnown } from './open-form.ts';
import { prefillOfRequest } from './prefill.ts';
import { followedForm, readForm } from './read-form.ts';
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
    const { actionTs, value } = clickedElement(action);
    if (!isNewest(view.viewId, actionTs)) return;
    const views = await make({ view, by: actorOf(body), value });
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
  { view, by }: FormPick,
  touched: string,
): Promise<MadeView | null> {
  const typed = followedForm(deps, view, touched);
  if (typed === null) return null;
  const reader = await deps.languages.readerOf(by.userId);
  const { texts, language, timeZone } = reader;
  const { app } = typed;
  const unread = typed.extends === null ? unreadWords(texts, deps, app) : '';
  const [{ picked, remark }, accounts] = await Promise.all([
    whatIsKnown(deps, reader, typed, {
      slackUserId: by.userId,
      asksElsewhere: typed.extends === null,
    }),
    accountChoice(deps, by.userId, typed, patience()),
  ]);
  const people = { askerId: by.userId, holderId: typed.targetSlackId ?? by.userId };
  const isAppHidden =
    app !== null &&
    typed.entitlements.length === 0 &&
    goesByVisibility(typed) &&
    isAllHidden(deps.catalogue, hiddenFor(deps, people), app.id);
  const notVisible = isAppHidden ? texts.requestForm.appNotVisible({ app: name(app.name) }) : '';
  const form: ShownForm = {
    ...typed,
    accounts: accounts ?? typed.accounts,
    language,
    timeZone,
    picked,
    emergencies: deps.settings.emergency,
    remark: typed.isSomethingGone
      ? texts.requestForm.gone
      : (remark ?? ([unread, notVisible].filter(Boolean).join('\n') || null)),
    now: deps.world.now(),
  };
  const formView = requestForm(texts, form);
  if (accounts !== null) return { view: formView };
  return { view: formView, later: withAccounts(deps, texts, form, by) };
}

/** The form with the question for an account, where the accounts came after it was shown. */
async function withAccounts(
  deps: ListenerDeps,
  texts: Texts,
  form: ShownForm,
  by: SlackActor,
): Promise<ModalView | null> {
  const accounts = await lateAccountChoice(deps, by.userId, form);
  return accounts === null ? null : requestForm(texts, { ...form, accounts });
}

/** Turns the form into an extension of what the person has; the typed reason stays. */
async function formForMoreTime(
  deps: ListenerDeps,
  { view, by, value: requestId }: FormPick,
): Promise<MadeView | null> {
  const before = readForm(deps, view);
  if (before === null) return null;
  const reader = await deps.languages.readerOf(by.userId);
  const { texts, language, timeZone } = reader;
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
  const about = { slackUserId: by.userId, asksElsewhere: false };
  const { picked } = await whatIsKnown(deps, reader, typed, about);
  const { emergency: emergencies } = deps.settings;
  const form = { ...typed, picked, emergencies, remark, now: deps.world.now() };
  return { view: requestForm(texts, withOneTime(texts, form)) };
}
