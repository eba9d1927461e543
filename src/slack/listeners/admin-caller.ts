import type { AdminAnswer, AdminCaller } from '../../use-cases/admin-desk.ts';
import { adminWordsMessage } from '../surfaces/admin-messages.ts';
import { adminPageMessage } from '../surfaces/admin-page.ts';
import type { OrderValue } from '../surfaces/admin-values.ts';
import type { RenderedMessage } from '../surfaces/task-card.ts';

/** Whoever typed or clicked, as the operator's commands know people. */
export function chatCaller(slackUserId: string): AdminCaller {
  return { via: 'chat', slackUserId };
}

/** An answer as a message; `at` says which page it is. */
export function answerMessage(answer: AdminAnswer, at: OrderValue): RenderedMessage {
  return answer.kind === 'page' ? adminPageMessage(answer.page, at) : adminWordsMessage(answer.words);
}
