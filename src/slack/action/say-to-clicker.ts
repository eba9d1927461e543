import type { RespondFn } from '@slack/bolt';
import type { ModalView, SectionBlock } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Accepted } from '../../use-cases/action/accept-action.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { wordModal } from '../modals.ts';
import { clickedMessage, clickedWindow, triggerOf } from '../platform/payloads.ts';
import { section } from '../platform/text.ts';
import { attempt } from '../platform/web-api-failure.ts';
import type { Texts } from '../texts.ts';
import { acceptanceWords, tooQuickWords } from './refusal-words.ts';

/** The addresses that a click brings for its answer. */
export interface Click {
  readonly body: unknown;
  readonly client: WebClient;
  readonly respond: RespondFn;
}

/**
 * A sentence that only the person who clicked sees: below the message, in the window that was
 * clicked, or in a new one where there is neither, as on Home.
 */
export async function sayToClicker(
  { body, client, respond }: Click,
  texts: Texts,
  text: string,
): Promise<void> {
  if (clickedMessage(body) !== null) {
    await respond({ response_type: 'ephemeral', replace_original: false, text });
    return;
  }
  const view = wordModal(texts, texts.home.title, text);
  const window = clickedWindow(body);
  if (window !== null) {
    await attempt('views.update', () => client.views.update({ view_id: window.viewId, view }));
    return;
  }
  await attempt('views.open', () => client.views.open({ trigger_id: triggerOf(body), view }));
}

/** What a window shows next, for as long as it has this version. */
export interface Said {
  /** Above the rest; empty where nothing more is to be said. */
  readonly words: string;
  readonly hash: string;
}

/**
 * Updates a window; the version that it has then, null if Slack refused. A sentence about an earlier
 * click is not shown in a window that was turned over since, which may hold what somebody types.
 */
export async function updateWindow(
  client: WebClient,
  viewId: string,
  view: ModalView,
  said?: Said,
): Promise<string | null> {
  const content =
    said === undefined
      ? { view }
      : { view: { ...view, blocks: [...saidBlocks(said), ...view.blocks] }, hash: said.hash };
  const answer = await attempt('views.update', () =>
    client.views.update({ view_id: viewId, ...content }),
  );
  return answer.ok ? (answer.value.view?.hash ?? null) : null;
}

function saidBlocks({ words }: Said): SectionBlock[] {
  return words === '' ? [] : [section(words)];
}

/**
 * Answers a click, unless the clicked message shows the outcome. A person gets at most
 * `limits.refusals` answers a minute, then one that says so, then none: otherwise a burst of clicks
 * would cause a burst of messages.
 */
export async function sayAccepted(
  { limits, languages }: Pick<ListenerDeps, 'limits' | 'languages'>,
  click: Click,
  userId: string,
  accepted: Accepted,
): Promise<void> {
  if (accepted === 'kept') return;
  const over = limits.take(['refusals'], userId);
  if (over !== null && !over.isFirst) return;
  const texts = await languages.textsOf(userId);
  const words =
    over === null ? acceptanceWords(texts, accepted) : tooQuickWords(texts, over.waitSeconds);
  if (words !== null) await sayToClicker(click, texts, words);
}
