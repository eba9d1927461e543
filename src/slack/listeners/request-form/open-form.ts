import { setTimeout as sleep } from 'node:timers/promises';
import type { WebClient } from '@slack/web-api';
import type { RequestableApp } from '../../../domain/access-settings.ts';
import type { CatalogueEntitlement } from '../../../domain/entitlement.ts';
import { entitlementHelp } from '../../../use-cases/entitlement-help.ts';
import type { Stranger } from '../../../use-cases/submit-request.ts';
import type { Reader } from '../../languages.ts';
import { withOneTime } from '../../surfaces/request-form/how-blocks.ts';
import { type FormMemory, newFormMemory } from '../../surfaces/request-form/memory.ts';
import {
  emptyForm,
  type FilledForm,
  type PickedEntitlement,
  type RequestForm,
  requestForm,
} from '../../surfaces/request-form/request-form.ts';
import { attempt } from '../../web-api-failure.ts';
import type { ListenerDeps } from '../deps.ts';
import { actorOf, triggerOf } from '../payloads.ts';
import { strangerAmong, strangerModal } from './strangers.ts';

/** A trigger lives 3 s. */
const patienceMs = 700;
const lastingPatienceMs = 8_000;

/** What a form begins with. */
export interface Prefill {
  readonly app: RequestableApp | null;
  readonly entitlements: readonly CatalogueEntitlement[];
  readonly candidates: RequestForm['candidates'];
  readonly filled: Partial<FilledForm>;
  readonly remark: string | null;
  /** The request whose grant is to be prolonged, and when that ends. */
  readonly extended: { readonly requestId: string; readonly endsAt: Date | null } | null;
}

export const nothingFilled: Prefill = {
  app: null,
  entitlements: [],
  candidates: [],
  filled: {},
  remark: null,
  extended: null,
};

export interface Opening {
  readonly triggerId: string;
  readonly slackUserId: string;
  readonly mode: FormMemory['mode'];
  /** The conversation the request belongs to; a person's own id stands for their direct messages. */
  readonly conversationId: string;
  readonly conversationUrl: string;
  /** Slack id of whoever wrote the message that it is about. */
  readonly messageAuthor?: string | null;
  readonly prefill: Prefill;
}

/**
 * Opens the form, filled in as far as can be; for whoever may not have access it is the sentence that says why, as soon as that is known.
 * Returns false, with the reason in the log, where Slack did not open it.
 */
export async function openForm(
  deps: ListenerDeps,
  client: WebClient,
  opening: Opening,
  reader: Reader,
): Promise<boolean> {
  const { prefill, slackUserId } = opening;
  const filled = { ...emptyForm, ...prefill.filled };
  const patience = formPatience();
  const checking = strangerAmong(deps, [slackUserId, filled.targetSlackId], lastingPatience());
  const [picked, known] = await Promise.all([
    withHelp(deps, slackUserId, filled.targetSlackId, prefill.entitlements, patience),
    Promise.race([checking, patience.then(() => 'not-yet' as const)]),
  ]);
  const { texts } = reader;
  const memory: FormMemory = {
    ...newFormMemory(opening),
    extends: extensionOf(prefill, filled.targetSlackId),
    spoken: { language: reader.language, timeZone: reader.timeZone },
    stranger: null,
  };
  const { app, candidates } = prefill;
  const form = { app, candidates, picked, filled, emergency: deps.settings.emergency, now: deps.world.now() };
  const viewFor = (stranger: Stranger | null, remark = prefill.remark) =>
    stranger?.slackUserId === slackUserId
      ? strangerModal(deps, texts, memory, stranger, slackUserId)
      : requestForm(texts, withOneTime(texts, { ...form, memory: { ...memory, stranger }, remark }));
  const view = known === 'not-yet' ? viewFor(null, prefill.remark ?? texts.requestForm.checkingWho) : viewFor(known);
  const opened = await attempt('views.open', () => client.views.open({ trigger_id: opening.triggerId, view }));
  if (!opened.ok) {
    deps.world.log.warn({ err: opened.refusal }, 'request form not opened');
    return false;
  }
  const { id, hash } = opened.value.view ?? {};
  if (known !== 'not-yet' || id === undefined) return true;
  const stranger = await checking;
  // A form that was changed meanwhile stays as it is, unless it is closed to whoever fills it in.
  const isClosed = stranger?.slackUserId === slackUserId;
  const unchanged = isClosed || hash === undefined ? {} : { hash };
  await attempt('views.update', () => client.views.update({ view_id: id, view: viewFor(stranger), ...unchanged }));
  return true;
}

function extensionOf({ extended, entitlements }: Prefill, targetSlackId: string | null): FormMemory['extends'] {
  const [only] = entitlements;
  if (extended === null || only === undefined) return null;
  const { requestId, endsAt } = extended;
  return { requestId, appId: only.appId, entitlementId: only.id, targetSlackId, endsAt: endsAt?.toISOString() ?? null };
}

/**
 * Opens the form for whoever clicked: empty, and for a request that belongs to their direct messages, unless `opening` says more. Where
 * there is no command to answer, what went wrong is said in the direct messages.
 */
export async function openFormOrSay(
  deps: ListenerDeps,
  client: WebClient,
  body: unknown,
  opening: Partial<Omit<Opening, 'triggerId' | 'slackUserId'>>,
): Promise<void> {
  const slackUserId = actorOf(body).userId;
  const reader = await deps.languages.readerOf(slackUserId);
  const empty = { mode: 'request', conversationId: slackUserId, conversationUrl: '', prefill: nothingFilled } as const;
  if (await openForm(deps, client, { ...empty, triggerId: triggerOf(body), slackUserId, ...opening }, reader)) return;
  await client.chat.postMessage({ channel: slackUserId, text: reader.texts.requestForm.notOpened });
}

/** Resolves when a form that is open says no longer that it checks who somebody is. */
function lastingPatience(): Promise<unknown> {
  return sleep(lastingPatienceMs, undefined, { ref: false });
}

/** Resolves when a form waits no longer for what the service knows; it is shown without that. */
export function formPatience(): Promise<unknown> {
  return sleep(patienceMs, undefined, { ref: false });
}

/** What was picked, with what there is to know of it for the person it is for. */
export async function withHelp(
  deps: ListenerDeps,
  slackUserId: string,
  targetSlackId: string | null,
  entitlements: readonly CatalogueEntitlement[],
  patience: Promise<unknown>,
): Promise<readonly PickedEntitlement[]> {
  const holder = targetSlackId ?? slackUserId;
  return Promise.all(
    entitlements.map(async (entitlement) => ({
      entitlement,
      isForOther: holder !== slackUserId,
      help: await entitlementHelp(deps, holder, entitlement, patience),
    })),
  );
}
