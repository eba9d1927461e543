import { setTimeout as sleep } from 'node:timers/promises';
import type { WebClient } from '@slack/web-api';
import type { RequestableApp } from '../../../domain/access-settings.ts';
import type { CatalogueEntitlement } from '../../../domain/entitlement.ts';
import { entitlementHelp } from '../../../use-cases/entitlement-help.ts';
import { limits } from '../../limits.ts';
import { withTimeTyped } from '../../surfaces/request-form/how-blocks.ts';
import { type FormMemory, newFormMemory } from '../../surfaces/request-form/memory.ts';
import {
  emptyForm,
  type FilledForm,
  type PickedEntitlement,
  type RequestForm,
  requestForm,
} from '../../surfaces/request-form/request-form.ts';
import type { Texts } from '../../texts/texts.ts';
import type { ListenerDeps } from '../deps.ts';
import { shownValues } from './followed-form.ts';

/** How long a form waits for what the service knows of owners; it is shown without them after that. */
const helpPatienceMs = 700;

/** What a form begins with. */
export interface Prefill {
  readonly app: RequestableApp | null;
  readonly entitlements: readonly CatalogueEntitlement[];
  readonly candidates: RequestForm['candidates'];
  readonly filled: Partial<FilledForm>;
  readonly remark: string | null;
  /** The request whose grant is to be prolonged. */
  readonly extendsRequestId: string | null;
}

export const nothingFilled: Prefill = {
  app: null,
  entitlements: [],
  candidates: [],
  filled: {},
  remark: null,
  extendsRequestId: null,
};

export interface Opening {
  readonly triggerId: string;
  readonly slackUserId: string;
  readonly mode: FormMemory['mode'];
  /** The conversation the request belongs to; a person's own id stands for their direct messages. */
  readonly conversationId: string;
  readonly conversationUrl: string;
  readonly prefill: Prefill;
}

/** Opens the form, filled in as far as can be. Returns false, with the reason in the log, where Slack did not open it. */
export async function openForm(
  deps: ListenerDeps,
  client: WebClient,
  opening: Opening,
  texts: Texts,
): Promise<boolean> {
  const { prefill, slackUserId } = opening;
  const filled = { ...emptyForm, ...prefill.filled };
  const [only] = prefill.entitlements;
  const memory: FormMemory = {
    ...newFormMemory(opening),
    appId: prefill.app?.id ?? null,
    shown: shownValues(prefill.entitlements),
    extends:
      prefill.extendsRequestId === null || only === undefined
        ? null
        : { requestId: prefill.extendsRequestId, entitlementId: only.id, targetSlackId: filled.targetSlackId },
    candidates: prefill.candidates.map(({ app, entitlement }) => [app.id, entitlement.id]),
  };
  const form = withTimeTyped(texts, {
    memory,
    app: prefill.app,
    picked: await withHelp(deps, slackUserId, filled.targetSlackId, prefill.entitlements),
    candidates: prefill.candidates,
    filled,
    emergency: deps.settings.emergency,
    remark: prefill.remark,
  });
  try {
    await client.views.open({ trigger_id: opening.triggerId, view: requestForm(texts, fitting(form)) });
    return true;
  } catch (err) {
    deps.world.log.warn({ err }, 'request form not opened');
    return false;
  }
}

/** Where there is no command to answer, what went wrong is said in the direct messages. */
export async function openFormOrSay(
  deps: ListenerDeps,
  client: WebClient,
  opening: Opening,
  texts: Texts,
): Promise<void> {
  if (await openForm(deps, client, opening, texts)) return;
  await client.chat.postMessage({ channel: opening.slackUserId, text: texts.requestForm.notOpened });
}

/** Very long ids of the service could make the form's memory too large: the choice between candidates is what it can do without. */
export function fitting(form: RequestForm): RequestForm {
  if (JSON.stringify(form.memory).length <= limits.privateMetadata) return form;
  return { ...form, candidates: [], memory: { ...form.memory, candidates: [] } };
}

/** What was picked, with what there is to know of it for the person it is for. */
export async function withHelp(
  deps: ListenerDeps,
  slackUserId: string,
  targetSlackId: string | null,
  entitlements: readonly CatalogueEntitlement[],
): Promise<readonly PickedEntitlement[]> {
  const patience = sleep(helpPatienceMs, undefined, { ref: false });
  const holder = targetSlackId ?? slackUserId;
  return Promise.all(
    entitlements.map(async (entitlement) => ({
      entitlement,
      isForOther: holder !== slackUserId,
      help: await entitlementHelp(deps, holder, entitlement, patience).catch((err: unknown) => {
        deps.world.log.warn({ err }, 'nothing known of an entitlement');
        return null;
      }),
    })),
  );
}
