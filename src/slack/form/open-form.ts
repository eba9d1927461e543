import type { KnownBlock, ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { PersonRefusal } from '../../domain/refusals/refusals.ts';
import { emptyForm, type TypedForm } from '../../use-cases/form/typed-form.ts';
import { refusalWords } from '../action/refusal-words.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { wordModal } from '../modals.ts';
import type { Reader } from '../people/languages.ts';
import { limits } from '../platform/limits.ts';
import { actorOf, triggerOf } from '../platform/payloads.ts';
import type { RenderedMessage } from '../platform/rendered-message.ts';
import { name, plain, section } from '../platform/text.ts';
import { attempt, calling } from '../platform/web-api-failure.ts';
import type { Texts } from '../texts.ts';
import { formTitle } from './blocks/request-form.ts';
import { withOneTime } from './blocks/time-blocks.ts';
import { formViews, patience, refusalOf } from './form-views.ts';

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
  const { slackUserId: askerId, reader, prefill } = opening;
  const { texts } = reader;
  const typed = withOneTime(texts, openedForm(opening), deps.settings.emergency);
  const checking = refusalOf(deps, askerId);
  const [refusal, { view, later }] = await Promise.all([
    Promise.race([checking, patience()]),
    formViews(deps, texts, typed, { askerId, remark: prefill.remark ?? null, checking }),
  ]);
  const closed = (why: PersonRefusal): ModalView =>
    wordModal(texts, formTitle(texts, typed), refusalWords(texts, why));
  const opened = await openView(deps, client, opening, refusal ? closed(refusal) : view);
  if (opened === null || refusal) return;
  const lateRefusal = await checking;
  const lateView = lateRefusal === null ? await later() : closed(lateRefusal);
  if (lateView === null) return;
  const { viewId, hash } = opened;
  // With the hash, so that a form that changed meanwhile is not overwritten; that form asks again
  // itself.
  const ifUnchanged = lateRefusal === null && hash ? { hash } : {};
  await attempt('views.update', () =>
    client.views.update({ view_id: viewId, ...ifUnchanged, view: lateView }),
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

/** The most characters of the typed text in the notification; the message has all of it. */
const spokenLength = 200;

/**
 * Says that Slack did not open the form, and gives back what was typed.
 *
 * @param typed the whole command; '' if the form was opened by a click
 */
export function notOpenedMessage(texts: Texts, typed: string): RenderedMessage {
  const { notOpened } = texts.requestForm;
  if (typed === '') return { text: notOpened, blocks: [section(notOpened)] };
  const { typed: youWrote } = texts.refusals.changed;
  // As plain text, so that nothing in it mentions anybody and it can be copied as it was.
  const formText: KnownBlock = {
    type: 'section',
    text: plain(youWrote({ words: typed }), limits.sectionText),
  };
  return {
    text: `${notOpened} ${youWrote({ words: name(typed, spokenLength) })}`,
    blocks: [section(notOpened), formText],
  };
}
