/** The actions that the service offers for a task, in words. */

import { known } from '../card/task-words.ts';
import { capitalised, listed, name } from '../platform/text.ts';
import type { Texts } from '../texts.ts';

/**
 * An action of the service in words. One that nobody knows yet is named as the service names it:
 * "Fly to the moon" for `FLY_TO_THE_MOON`.
 */
export function actionWords({ actions }: Texts, action: string): string {
  const words = action.replaceAll('_', ' ').trim().toLowerCase();
  return known(actions, action) ?? capitalised(words);
}

/** "In the governance console: Approve, Deny and Comment". */
export function actionsInConsoleWords(texts: Texts, actions: readonly string[]): string {
  return texts.card.actionsInConsole({ actions: actionList(texts, actions) });
}

/** Each of these actions in words, once. */
function actionList(texts: Texts, actions: readonly string[]): string {
  const words = new Set(actions.map((action) => name(actionWords(texts, action), 80)));
  return listed(texts, [...words], 'and');
}
