import { setTimeout as sleep } from 'node:timers/promises';
import type { WebClient } from '@slack/web-api';
import type { IdentityRefusal } from '../../../domain/access-request.ts';
import type { CatalogueEntitlement } from '../../../domain/entitlement.ts';
import { unlessFailing } from '../../../domain/outward-failure.ts';
import { entitlementHelp } from '../../../use-cases/entitlement-help.ts';
import type { Reader } from '../../languages.ts';
import { wordModal } from '../../surfaces/modals.ts';
import { notOpenedMessage } from '../../surfaces/not-opened-message.ts';
import { identityRefusalWords } from '../../surfaces/refusal-words.ts';
import { type FormMemory, newFormMemory } from '../../surfaces/request-form/fields.ts';
import type {
  FilledForm,
  PickedEntitlement,
  RequestForm,
} from '../../surfaces/request-form/form-model.ts';
import { emptyForm, formTitle, requestForm } from '../../surfaces/request-form/request-form.ts';
import { withOneTime } from '../../surfaces/request-form/time-blocks.ts';
import { attempt, calling } from '../../web-api-failure.ts';
import type { ListenerDeps } from '../deps.ts';
import { actorOf, triggerOf } from '../payloads.ts';
import { unreadWords } from './unread-lists.ts';

/**
 * How long a form waits for what Slack and the service know; it is shown without that. A trigger
 * lives 3 s.
 */
const patienceMs = 700;

/** What a form begins with. */
export interface Prefill
  extends Partial<Pick<RequestForm, 'app' | 'candidates' | 'remark'>>,
    Partial<Pick<FormMemory, 'extends' | 'corrects'>> {
  readonly entitlements?: readonly CatalogueEntitlement[];
  readonly filled?: Partial<FilledForm>;
}

interface Opening extends Pick<FormMemory, 'mode' | 'conversationId' | 'conversationUrl'> {
  readonly triggerId: string;
  readonly slackUserId: string;
  readonly reader: Reader;
  /** Slack id of whoever wrote the message that it is about. */
  readonly messageAuthor?: string | null;
  readonly prefill: Prefill;
  /** The whole command; absent after a click. */
  readonly typed?: string;
}

/**
 * Opens the form, filled in as far as can be; for whoever may not have access it is the sentence
 * that says why, as soon as that is known. Where Slack does not open it, the person reads so in
 * their direct messages. Throws where that fails, too.
 */
export async function openForm(
  deps: ListenerDeps,
  client: WebClient,
  opening: Opening,
): Promise<void> {
  const { prefill, slackUserId, reader } = opening;
  const { texts, language, timeZone } = reader;
  const filled = { ...emptyForm, ...prefill.filled };
  const checking = refusalOf(deps, slackUserId);
  const [refusal, shown] = await Promise.all([
    Promise.race([checking, patience()]),
    whatIsKnown(deps, reader, {
      slackUserId,
      targetSlackId: filled.targetSlackId,
      entitlements: prefill.entitlements ?? [],
      corrects: prefill.corrects ?? null,
      // The form does not wait for this: it opens, and is updated later.
      asksElsewhere: false,
    }),
  ]);
  const { app = null, candidates = [], extends: extended = null, corrects = null } = prefill;
  const spoken = { language, timeZone };
  const memory = { ...newFormMemory(opening), extends: extended, corrects, spoken };
  const unread = extended === null ? unreadWords(texts, deps.catalogue, app) : '';
  const remark = [unread, prefill.remark, shown.remark].filter(Boolean).join('\n') || null;
  const form = {
    app,
    candidates,
    picked: shown.picked,
    filled,
    emergency: deps.settings.emergency,
    memory,
    remark,
  };
  const closed = (why: IdentityRefusal) =>
    wordModal(texts, formTitle(texts, memory), identityRefusalWords(texts, why));
  const view = refusal
    ? closed(refusal)
    : requestForm(texts, withOneTime(texts, { ...form, now: deps.world.now() }));
  const opened = await attempt('views.open', () =>
    client.views.open({ trigger_id: opening.triggerId, view }),
  );
  if (!opened.ok) {
    deps.world.log.warn({ err: opened.refusal }, 'request form not opened');
    const message = { channel: slackUserId, ...notOpenedMessage(texts, opening.typed ?? '') };
    const told = await calling('chat.postMessage', () => client.chat.postMessage(message));
    // Bolt's door tells them, where the payload has an address for an answer.
    if (!told.ok) throw new Error(`chat.postMessage: ${told.refusal.code}`);
    return;
  }
  const late = refusal ? null : await checking;
  const { id: viewId, hash } = opened.value.view ?? {};
  if (viewId === undefined || refusal) return;
  if (late !== null) {
    await attempt('views.update', () =>
      client.views.update({ view_id: viewId, view: closed(late) }),
    );
    return;
  }
  const entitlements = extended === null ? (prefill.entitlements ?? []) : [];
  const picked = await askedElsewhere(deps, reader, {
    slackUserId,
    targetSlackId: filled.targetSlackId,
    entitlements,
    corrects,
    asksElsewhere: true,
  });
  if (picked === null) return;
  const now = deps.world.now();
  const updated = requestForm(texts, withOneTime(texts, { ...form, picked, now }));
  // With the hash, so that a form that changed meanwhile is not overwritten; that form asks again
  // itself.
  await attempt('views.update', () =>
    client.views.update({ view_id: viewId, ...(hash && { hash }), view: updated }),
  );
}

/** What is known, plus the open requests that were made elsewhere; null if there are none. */
async function askedElsewhere(
  deps: ListenerDeps,
  reader: Reader,
  about: AskedAbout,
): Promise<readonly PickedEntitlement[] | null> {
  if (about.entitlements.length === 0 || !deps.governance.operations.has('taskSearch')) return null;
  const { picked } = await whatIsKnown(deps, reader, about);
  return picked.some(({ help }) => help.openElsewhere !== null) ? picked : null;
}

/**
 * Opens the form for whoever clicked: empty, and for a request that belongs to their direct
 * messages, unless `opening` says more.
 */
export async function openFormForClick(
  deps: ListenerDeps,
  client: WebClient,
  body: unknown,
  opening: Partial<Omit<Opening, 'triggerId' | 'slackUserId' | 'reader'>>,
): Promise<void> {
  const slackUserId = actorOf(body).userId;
  const reader = await deps.languages.readerOf(slackUserId);
  const empty = {
    mode: 'request',
    conversationId: slackUserId,
    conversationUrl: '',
    prefill: {},
  } as const;
  await openForm(deps, client, {
    ...empty,
    triggerId: triggerOf(body),
    slackUserId,
    reader,
    ...opening,
  });
}

async function patience(): Promise<null> {
  await sleep(patienceMs, undefined, { ref: false });
  return null;
}

/**
 * Why somebody may not have access; null also where nobody can be asked: then the job finds out,
 * and tells in a message.
 */
async function refusalOf(
  { identify, world }: ListenerDeps,
  slackUserId: string,
): Promise<IdentityRefusal | null> {
  const identity = await unlessFailing(identify(slackUserId), (err) => {
    world.log.info({ err, slackUserId }, 'identity not known while the form is shown');
    return null;
  });
  return identity === null || identity.ok ? null : identity.refusal;
}

interface AskedAbout extends Pick<FormMemory, 'corrects'> {
  readonly slackUserId: string;
  readonly targetSlackId: string | null;
  readonly entitlements: readonly CatalogueEntitlement[];
  readonly asksElsewhere: boolean;
}

/**
 * What there is to know, in time, of what is picked for the person it is for; the remark says that
 * they may not have it.
 */
export async function whatIsKnown(
  deps: ListenerDeps,
  { texts }: Reader,
  { slackUserId, targetSlackId, entitlements, corrects, asksElsewhere }: AskedAbout,
): Promise<{ readonly picked: readonly PickedEntitlement[]; readonly remark: string | null }> {
  const holder = targetSlackId ?? slackUserId;
  const exceptId = corrects?.requestId ?? null;
  const people = { holderId: holder, askerId: slackUserId, exceptId, asksElsewhere };
  const isForOther = holder !== slackUserId;
  const waited = patience();
  const [refusal, ...picked] = await Promise.all([
    isForOther ? Promise.race([refusalOf(deps, holder), waited]) : null,
    ...entitlements.map(async (entitlement) => {
      return {
        entitlement,
        isForOther,
        help: await entitlementHelp(deps, people, entitlement, waited),
      };
    }),
  ]);
  const remark = refusal && identityRefusalWords(texts, refusal, holder);
  return { picked, remark };
}
