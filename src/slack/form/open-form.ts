/** Long because what a form shows is gathered beside the calls that open and update it. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { unlessFailing } from '../../domain/outward/outward-failure.ts';
import type { PersonRefusal } from '../../domain/refusals/refusals.ts';
import type { RequestDeciders } from '../../use-cases/catalogue/who-decides.ts';
import { type EntitlementHelp, entitlementHelp } from '../../use-cases/form/entitlement-help.ts';
import { emptyForm, type TypedForm } from '../../use-cases/form/typed-form.ts';
import { nothingHidden } from '../../use-cases/ports/visibility-ports.ts';
import { refusalWords } from '../action/refusal-words.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { wordModal } from '../modals.ts';
import type { Reader } from '../people/languages.ts';
import { actorOf, triggerOf } from '../platform/payloads.ts';
import { attempt, calling } from '../platform/web-api-failure.ts';
import { profileHelp } from '../profiles/profile-help.ts';
import { accountChoice, lateAccountChoice } from './account-choice.ts';
import type { PickedEntitlement, ShownForm } from './blocks/form-model.ts';
import { notOpenedMessage } from './blocks/not-opened-message.ts';
import { formTitle, requestForm } from './blocks/request-form.ts';
import { withOneTime } from './blocks/time-blocks.ts';
import { goesByVisibility, hiddenFor } from './hidden-access.ts';
import { unreadWords } from './unread-lists.ts';

/**
 * How long a form waits for answers of Slack and the service, before it is shown without them. A
 * trigger lives 3 s.
 */
const patienceMs = 700;

/** The first contents of a form. */
export interface Prefill extends Partial<TypedForm> {
  /** Something to say at its top. */
  readonly remark?: string | null;
}

interface Opening extends Pick<TypedForm, 'mode' | 'conversationId' | 'conversationUrl'> {
  readonly triggerId: string;
  readonly slackUserId: string;
  readonly reader: Reader;
  /** Slack id of the author of the message that it is about. */
  readonly messageAuthor?: string | null;
  /** The agent that drafted the contents. */
  readonly draftedBy?: TypedForm['draftedBy'];
  readonly prefill: Prefill;
  /** The whole command; absent after a click. */
  readonly typed?: string;
}

/**
 * Opens the form, filled in as far as possible. A person who may not have access gets the reason
 * instead, as soon as it is known. If Slack does not open the form, a direct message says so; throws
 * if that message cannot be sent either.
 */
export async function openForm(
  deps: ListenerDeps,
  client: WebClient,
  opening: Opening,
): Promise<void> {
  const { slackUserId, reader } = opening;
  const { texts } = reader;
  const typed = openedForm(opening);
  const checking = refusalOf(deps, slackUserId);
  const [refusal, contents, accounts] = await Promise.all([
    Promise.race([checking, patience()]),
    // The form does not wait for requests made elsewhere: it opens, and is updated later.
    whatIsKnown(deps, reader, typed, { slackUserId, asksElsewhere: false, isOpening: true }),
    accountChoice(deps, slackUserId, typed, patience()),
  ]);
  const remark = remarkOf(deps, opening, typed, contents.remark);
  const closed = (why: PersonRefusal): ModalView =>
    wordModal(texts, formTitle(texts, typed), refusalWords(texts, why));
  const formNow = (picked: ShownForm['picked'], late: TypedForm['accounts'] | null): ModalView => {
    const { emergency: emergencies } = deps.settings;
    const facts = { accounts: late ?? accounts ?? [], picked, emergencies, remark };
    return requestForm(texts, withOneTime(texts, { ...typed, ...facts, now: deps.world.now() }));
  };
  const opened = await openView(
    deps,
    client,
    opening,
    refusal ? closed(refusal) : formNow(contents.picked, null),
  );
  if (opened === null || refusal) return;
  const lateRefusal = await checking;
  const { viewId, hash } = opened;
  if (lateRefusal !== null) {
    await attempt('views.update', () =>
      client.views.update({ view_id: viewId, view: closed(lateRefusal) }),
    );
    return;
  }
  const [picked, late] = await Promise.all([
    typed.extends === null ? askedElsewhere(deps, reader, typed, slackUserId) : null,
    accounts === null ? lateAccountChoice(deps, slackUserId, typed) : null,
  ]);
  if (picked === null && late === null) return;
  // With the hash, so that a form that changed meanwhile is not overwritten; that form asks again
  // itself.
  await attempt('views.update', () =>
    client.views.update({
      view_id: viewId,
      ...(hash && { hash }),
      view: formNow(picked ?? contents.picked, late),
    }),
  );
}

/** What is in the form as it opens. */
function openedForm(opening: Opening): TypedForm {
  const { mode, conversationId, conversationUrl, messageAuthor = null } = opening;
  const { remark: _, ...prefill } = opening.prefill;
  const { language, timeZone } = opening.reader;
  const filled = { ...emptyForm, ...prefill };
  return {
    ...filled,
    mode,
    emergency: mode === 'emergency' || filled.emergency,
    conversationId,
    conversationUrl,
    messageAuthor,
    draftedBy: opening.draftedBy ?? filled.draftedBy,
    isTimeChosen: filled.durationSeconds !== undefined || filled.timeText !== '',
    language,
    timeZone,
  };
}

/** What the form says at its top as it opens; null if nothing. */
function remarkOf(
  deps: ListenerDeps,
  { prefill, reader }: Opening,
  form: TypedForm,
  about: string | null,
): string | null {
  const unread = form.extends === null ? unreadWords(reader.texts, deps, form.app) : '';
  return [unread, prefill.remark, about].filter(Boolean).join('\n') || null;
}

/** Opens the form; null if that failed, which a direct message then says, or if Slack gave no id. */
async function openView(
  { world }: ListenerDeps,
  client: WebClient,
  { triggerId, slackUserId, reader, typed = '' }: Opening,
  view: ModalView,
): Promise<{ readonly viewId: string; readonly hash: string | undefined } | null> {
  const opened = await attempt('views.open', () =>
    client.views.open({ trigger_id: triggerId, view }),
  );
  if (opened.ok) {
    const { id: viewId, hash } = opened.value.view ?? {};
    return viewId === undefined ? null : { viewId, hash };
  }
  world.log.warn({ err: opened.refusal }, 'request form not opened');
  const message = { channel: slackUserId, ...notOpenedMessage(reader.texts, typed) };
  const answer = await calling('chat.postMessage', () => client.chat.postMessage(message));
  // Bolt's door tells the person, if the payload has an address for an answer.
  if (!answer.ok) throw new Error(`chat.postMessage: ${answer.refusal.code}`);
  return null;
}

/** The same with the open requests that were made elsewhere; null if there are none. */
async function askedElsewhere(
  deps: ListenerDeps,
  reader: Reader,
  form: TypedForm,
  slackUserId: string,
): Promise<readonly PickedEntitlement[] | null> {
  if (form.entitlements.length === 0) return null;
  const { picked } = await whatIsKnown(deps, reader, form, { slackUserId, asksElsewhere: true });
  const isNews = picked.some(
    ({ help, isHidden, profile }) =>
      help.openElsewhere !== null || isHidden || profile !== null || isTold(help.deciders),
  );
  return isNews ? picked : null;
}

function isTold(deciders: RequestDeciders | null): boolean {
  return deciders !== null && (deciders.ordinary !== null || deciders.emergency !== null);
}

/**
 * Opens the form for the person who clicked. Unless `opening` says otherwise, it is empty and its
 * request belongs to their direct messages.
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

export async function patience(): Promise<null> {
  await sleep(patienceMs, undefined, { ref: false });
  return null;
}

/**
 * Why somebody may not have access. Also null if that cannot be checked now: then the job checks it
 * and sends a message.
 */
export async function refusalOf(
  { identify, world, visibility }: Pick<ListenerDeps, 'identify' | 'world' | 'visibility'>,
  slackUserId: string,
): Promise<PersonRefusal | null> {
  const identity = await unlessFailing(identify(slackUserId), (err) => {
    world.log.info({ err, slackUserId }, 'identity not known while the form is shown');
    return null;
  });
  if (identity?.ok === true) visibility.learn(slackUserId, identity.value.id);
  return identity === null || identity.ok ? null : identity.refusal;
}

interface KnownAtOpening {
  readonly picked: readonly PickedEntitlement[];
  /** Says that the person who the access is for may not have it. */
  readonly remark: string | null;
}

interface KnowingFor {
  readonly slackUserId: string;
  readonly asksElsewhere: boolean;
  /** What the person sees is not waited for. */
  readonly isOpening?: boolean;
}

/** Everything that can be found out in time about the picked entitlements and their target. */
export async function whatIsKnown(
  deps: ListenerDeps,
  { texts }: Reader,
  form: TypedForm,
  about: KnowingFor,
): Promise<KnownAtOpening> {
  const { targetSlackId, entitlements, corrects } = form;
  const { slackUserId, asksElsewhere } = about;
  const holder = targetSlackId ?? slackUserId;
  const exceptId = corrects?.requestId ?? null;
  const asks = { asksElsewhere, asksDeciders: about.isOpening !== true };
  const people = { holderId: holder, askerId: slackUserId, exceptId, ...asks };
  const isForOther = holder !== slackUserId;
  const waited = patience();
  const checked = isForOther ? Promise.race([refusalOf(deps, holder), waited]) : null;
  const isSettled =
    about.isOpening === true
      ? null
      : Promise.resolve(checked).then(() => deps.visibility.settled(holder, waited));
  const forProfile = about.isOpening === true ? null : waited;
  const [refusal, helps, profiles] = await Promise.all([
    checked,
    Promise.all(entitlements.map((one) => entitlementHelp(deps, people, one, waited))),
    Promise.all(entitlements.map((one) => profileHelp(deps, one, people, forProfile))),
    isSettled,
  ]);
  const followed = await followedBy(deps, slackUserId, helps);
  const isHidden = goesByVisibility(form) ? hiddenFor(deps, people) : nothingHidden;
  const picked = helps.flatMap((help, at) =>
    entitlements.slice(at, at + 1).map((entitlement) => ({
      entitlement,
      isForOther,
      help,
      isHidden: isHidden({ appId: entitlement.appId, entitlementId: entitlement.id }),
      isFollowed: followed[at] ?? false,
      profile: profiles[at] ?? null,
    })),
  );
  const remark = refusal && refusalWords(texts, { ...refusal, slackUserId: holder });
  return { picked, remark };
}

/**
 * For each entitlement: whether it has an open request that was made elsewhere, of whose end the
 * person now hears. If that cannot be stored, the form promises nothing.
 */
function followedBy(
  deps: ListenerDeps,
  slackUserId: string,
  helps: readonly EntitlementHelp[],
): Promise<readonly boolean[]> {
  return Promise.all(
    helps.map(async ({ openElsewhere }) => {
      if (openElsewhere === null) return false;
      const following = deps.followTask(deps, { slackUserId, task: openElsewhere.task });
      return unlessFailing(following, (err) => {
        deps.world.log.warn({ err, slackUserId }, 'a request made elsewhere is not followed');
        return false;
      });
    }),
  );
}
