import { type AccessSettings, taskLink } from '../domain/access-settings.ts';
import type { CardModel, ReviewRecord } from '../domain/card.ts';
import { tasksAreRead } from '../domain/optional-operation.ts';
import { offeredActions } from '../domain/task-action.ts';
import type { IdentityPerson, TaskSnapshot } from '../domain/task-snapshot.ts';
import type { ChatDirectory } from './chat-ports.ts';
import type { AccessGovernance } from './ports.ts';
import type { CardRow, Store } from './store-ports.ts';

export interface CardModelDeps {
  readonly store: Store;
  readonly directory: ChatDirectory;
  readonly governance: Pick<AccessGovernance, 'operations'>;
  readonly settings: Pick<AccessSettings, 'governance' | 'review' | 'emergency'>;
}

/** As many people as a card names; more are counted, not looked up. */
const lookedUpPeople = 12;

/** Gathers what a card shows; null while there is nothing to show. */
export async function cardModel(deps: CardModelDeps, card: CardRow): Promise<CardModel | null> {
  const kept = await deps.store.transaction(async (tx) => {
    const request = await tx.requests.find(card.requestId);
    if (request === null || request.taskId === null) return null;
    const task = await tx.tasks.find(request.taskId);
    if (task === null) return null;
    return { request, task: task.snapshot, reviews: await tx.reviews.ofTask(request.taskId) };
  });
  if (kept === null) return null;
  const reviews = kept.reviews.flatMap((row): ReviewRecord[] =>
    row.state !== 'refused'
      ? [{ stepId: row.stepId, verb: row.verb, by: row.by, reason: row.reason, at: row.at, state: row.state }]
      : [],
  );
  const people = [kept.task.target, ...kept.task.stepApprovers, ...kept.task.approvers].filter((one) => one !== null);
  return {
    cardId: card.id,
    readerId: readerOf(card),
    request: kept.request,
    task: kept.task,
    reviews,
    offered: offeredActions(kept.task, {
      reviewMode: deps.settings.review.mode,
      canAct: canAct(deps.governance.operations),
    }),
    mentions: await mentionsOf(deps.directory, people),
    onCall: onCallOf(deps.settings.emergency, card, kept.task),
    isFollowed: tasksAreRead(deps.governance.operations),
    consoleUrl: taskLink(deps.settings.governance, kept.task),
  };
}

/** A card for one person goes to their Slack id. */
export function readerOf(card: Pick<CardRow, 'channel'>): string | null {
  return /^[UW]/.test(card.channel) ? card.channel : null;
}

/** The posted card that this person can open: their own, else one in a channel, never one in somebody else's direct messages. */
export function cardFor(cards: readonly CardRow[], slackUserId: string | null): CardRow | undefined {
  const posted = cards.filter((card) => card.ts !== null && card.postedChannel !== null);
  return posted.find((card) => card.channel === slackUserId) ?? posted.find((card) => readerOf(card) === null);
}

/** Only where the emergency is answered: elsewhere the group would be called twice. */
function onCallOf(settings: AccessSettings['emergency'], card: CardRow, task: TaskSnapshot): string | null {
  return task.emergency && card.channel === settings.channel ? settings.onCall : null;
}

/** Acting needs the action itself and a fresh reading to check it against. */
function canAct(operations: AccessGovernance['operations']): boolean {
  return operations.has('taskActions') && tasksAreRead(operations);
}

/** Slack ids of the first of these people, by identity. */
export async function mentionsOf(directory: ChatDirectory, people: readonly IdentityPerson[]) {
  const mentions = new Map<string, string>();
  for (const person of people.slice(0, lookedUpPeople)) {
    if (person.email === null || mentions.has(person.id)) continue;
    const account = await directory.findByEmail(person.email);
    if (account !== null) mentions.set(person.id, account.userId);
  }
  return mentions;
}
