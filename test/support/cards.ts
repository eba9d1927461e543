import type { ActionsBlock } from '@slack/types';
import { offeredActions } from '../../src/domain/action/action-form.ts';
import { periodOf, type ShownRequest } from '../../src/domain/request/granted-by-task.ts';
import type { TaskSnapshot } from '../../src/domain/task/task-snapshot.ts';
import type { RenderedMessage } from '../../src/slack/platform/rendered-message.ts';
import type { CardModel } from '../../src/use-cases/ports/card-contents.ts';
import { accessRequest, cardModel, snapshot } from './samples.ts';
import { textsIn } from './slack-limits.ts';

/** A reading as people see it. */
export function shownRequest<Request extends ShownRequest['request']>(
  task: TaskSnapshot,
  request: Request,
): ShownRequest & { readonly request: Request } {
  return { request, task, period: periodOf(task, request) };
}

/** That of an ordinary request. */
export function shownSample(change: Partial<TaskSnapshot> = {}): ShownRequest {
  return shownRequest(snapshot(change), accessRequest());
}

/** All words of a rendered card, a line for each text. */
export function wordsOfCard(message: RenderedMessage): string {
  return textsIn(message.blocks).join('\n');
}

export function actionsOfCard(message: RenderedMessage): ActionsBlock['elements'] {
  return message.blocks.flatMap((block) => (block.type === 'actions' ? block.elements : []));
}

/** Action ids of a card's buttons and menus, in their order. */
export function buttonsOfCard(message: RenderedMessage): readonly string[] {
  return actionsOfCard(message).flatMap((element) =>
    'action_id' in element ? [element.action_id ?? ''] : [],
  );
}

/** A card whose task offers these actions, where the bot may act. */
export function cardOffering(
  names: readonly string[],
  change: Partial<TaskSnapshot> = {},
): CardModel {
  const task = snapshot({ actions: names.map((name) => `TASK_ACTION_TYPE_${name}`), ...change });
  return cardModel({
    task,
    offered: offeredActions(task, { canAct: true, link: null, canShorten: true }),
  });
}
