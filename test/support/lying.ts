import type { ShownMessage } from '../../sandbox/workspace/client.ts';
import { type Asked, ask, wordsOf } from './asking.ts';
import { type ClickableWorld, until } from './bot-world.ts';

/** A request and its card, where the reviewers are asked. */
export async function askedCard(world: ClickableWorld, asked: Asked): Promise<ShownMessage> {
  const before = world.cards('U0ANA', 'C0REVIEWS').length;
  await ask(world, asked);
  return until(`the card of ${asked.person}`, () => {
    const card = world.cards('U0ANA', 'C0REVIEWS').slice(before).at(-1);
    return card !== undefined && wordsOf(card).includes(`Asked by <@${asked.person}>,`)
      ? card
      : null;
  });
}

/** The card as it is now. */
export function cardNow(world: ClickableWorld, card: ShownMessage): ShownMessage {
  const now = world.cards('U0ANA', card.conversationId).find((one) => one.ts === card.ts);
  if (now === undefined) throw new Error('the card is gone');
  return now;
}

/** The task that was made last for an identity. */
export function taskOf(world: ClickableWorld, identityUserId: string) {
  const task = world.tasksOf(identityUserId).at(-1);
  if (task === undefined) throw new Error(`no task of ${identityUserId}`);
  return task;
}

/** How often an act was sent to the service for a task. */
export function sentFor(world: ClickableWorld, taskId: string, verb: string): number {
  return world.governance
    .requests()
    .filter((call) => call.path === `/api/v1/tasks/${taskId}/action/${verb}`).length;
}

/**
 * What a person reads of the bot in the channel of the cards for them alone, directly, and in a
 * window.
 */
function readBy(world: ClickableWorld, person: string): string {
  const whispers = world.client
    .messages(person, 'C0REVIEWS')
    .flatMap((one) => [one, ...one.replies]);
  const dm = world.client.conversations(person).find((one) => one.kind === 'dm');
  const direct = dm === undefined ? [] : world.client.messages(person, dm.id);
  const messages = [...whispers.filter((one) => one.ephemeral), ...direct].map(
    (one) => `${one.text}\n${wordsOf(one)}`,
  );
  const windows = world.client
    .openViews(person)
    .map((one) => wordsOf({ text: '', blocks: one.blocks }));
  return [...messages, ...windows].join('\n');
}

/** Waits until a person reads these words. */
export function reads(
  world: ClickableWorld,
  person: string,
  words: string | RegExp,
): Promise<string> {
  return until(
    () => `${person} reads ${words}, but: ${readBy(world, person)}`,
    () => {
      const text = readBy(world, person);
      const isThere = typeof words === 'string' ? text.includes(words) : words.test(text);
      return isThere ? text : null;
    },
  );
}

/** Approves the current step in the service's console, as somebody with that identity. */
export async function approveInConsole(
  world: ClickableWorld,
  taskId: string,
  identityUserId: string,
): Promise<void> {
  const task = world.governance.tasks().find(({ id }) => id === taskId);
  const form = {
    verb: 'approve',
    as: identityUserId,
    stepId: task?.currentStepId ?? '',
    comment: '',
  };
  const answer = await fetch(`${world.governance.url}/task/${taskId}/act`, {
    method: 'POST',
    headers: { origin: world.governance.url },
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
  if (answer.status >= 400)
    throw new Error(`${identityUserId} cannot approve ${taskId}: ${answer.status}`);
}
