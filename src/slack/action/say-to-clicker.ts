import type { RespondFn } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Accepted } from '../../use-cases/action/accept-action.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { wordModal } from '../modals.ts';
import { clickedMessage, clickedWindow, triggerOf } from '../platform/payloads.ts';
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

/**
 * Updates a window; the version that it has then, null if Slack refused.
 *
 * @param hash the version that it has to have: one that was turned over since may hold what somebody
 *   types
 */
export async function updateWindow(
  client: WebClient,
  viewId: string,
  view: ModalView,
  hash?: string,
): Promise<string | null> {
  const answer = await attempt('views.update', () =>
    client.views.update({ view_id: viewId, view, ...(hash === undefined ? {} : { hash }) }),
  );
  return answer.ok ? (answer.value.view?.hash ?? null) : null;
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
