import { setTimeout as sleep } from 'node:timers/promises';
import type { WebClient } from '@slack/web-api';
import type { RequestableApp } from '../../../domain/access-settings.ts';
import type { CatalogueEntitlement } from '../../../domain/entitlement.ts';
import { entitlementHelp } from '../../../use-cases/entitlement-help.ts';
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
import { strangerAmong } from './strangers.ts';

/** A trigger lives 3 s. */
const patienceMs = 700;

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

/** Opens the form, filled in as far as can be. Returns false, with the reason in the log, where Slack did not open it. */
export async function openForm(
  deps: ListenerDeps,
  client: WebClient,
  opening: Opening,
  reader: Reader,
): Promise<boolean> {
  const { prefill, slackUserId } = opening;
  const filled = { ...emptyForm, ...prefill.filled };
  const patience = formPatience();
  const checking = strangerAmong(deps, [slackUserId, filled.targetSlackId], patience);
  // It is waited for below; until then a failure is nobody's.
  checking.catch(() => undefined);
  const picked = await withHelp(deps, slackUserId, filled.targetSlackId, prefill.entitlements, patience);
  const memory: FormMemory = {
    ...newFormMemory(opening),
    extends: extensionOf(prefill, filled.targetSlackId),
    spoken: { language: reader.language, timeZone: reader.timeZone },
    // A form in which something is still to be picked does not wait: it is shown again with every pick.
    stranger: picked.length === 0 ? null : await checking,
  };
  const form = withOneTime(reader.texts, {
    memory,
    app: prefill.app,
    picked,
    candidates: prefill.candidates,
    filled,
    emergency: deps.settings.emergency,
    remark: prefill.remark,
    now: deps.world.now(),
  });
  const view = requestForm(reader.texts, form);
  const opened = await attempt('views.open', () => client.views.open({ trigger_id: opening.triggerId, view }));
  if (!opened.ok) deps.world.log.warn({ err: opened.refusal }, 'request form not opened');
  await checking;
  return opened.ok;
}

function extensionOf({ extended, entitlements }: Prefill, targetSlackId: string | null): FormMemory['extends'] {
  const [only] = entitlements;
  if (extended === null || only === undefined) return null;
  const { requestId, endsAt } = extended;
  return { requestId, appId: only.appId, entitlementId: only.id, targetSlackId, endsAt: endsAt?.toISOString() ?? null };
}

/** Where there is no command to answer, what went wrong is said in the direct messages. */
export async function openFormOrSay(
  deps: ListenerDeps,
  client: WebClient,
  opening: Opening,
  reader: Reader,
): Promise<void> {
  if (await openForm(deps, client, opening, reader)) return;
  await client.chat.postMessage({ channel: opening.slackUserId, text: reader.texts.requestForm.notOpened });
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
