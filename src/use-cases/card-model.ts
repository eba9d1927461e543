import type { RequestData } from '../domain/access-request.ts';
import { type AccessSettings, taskLink, tasksAreRead } from '../domain/access-settings.ts';
import { linkReason } from '../domain/authorization.ts';
import type { CardAnswer, CardModel, ReviewRecord } from '../domain/card.ts';
import { isForRequester, requesterName } from '../domain/holder-action.ts';
import type { RequestField } from '../domain/request-answers.ts';
import { offeredActions } from '../domain/task-act.ts';
import { type IdentityPerson, isOpen, type TaskSnapshot } from '../domain/task-snapshot.ts';
import type { Catalogue } from './catalogue.ts';
import type { ChatDirectory, SlackPerson } from './chat-ports.ts';
import type { AccessGovernance, World } from './ports.ts';
import type { RiskNamesSource } from './service-facts.ts';
import type { CardRow, ReviewRow, Store, StoreTransaction } from './store-ports.ts';

export interface StoredCardDeps {
  readonly store: Store;
  readonly governance: Pick<AccessGovernance, 'operations'>;
  readonly catalogue: Pick<Catalogue, 'appById'>;
  readonly riskNames: RiskNamesSource;
  readonly world: World;
  readonly settings: Pick<AccessSettings, 'apps' | 'governance' | 'review' | 'emergency'>;
}

export interface CardModelDeps extends StoredCardDeps {
  readonly directory: ChatDirectory;
}

/** A card shows the last so many questions, answers and comments. */
const shownRemarks = 3;

/** A card names at most so many people; the others are counted, not looked up. */
const lookedUpPeople = 12;

/** Gathers what a card shows; null while there is no task to show. */
export async function cardModel(deps: CardModelDeps, cardId: string): Promise<CardModel | null> {
  const model = await storedCard(deps, cardId);
  if (model === null) return null;
  const { task } = model;
  const people = [task.target, ...task.stepApprovers, ...task.approvers].filter((one) => one !== null);
  return { ...model, ...(await reachOf(deps.directory, people)) };
}

/** What a card shows by the store alone: without mentions, for which Slack is asked. */
export async function storedCard(deps: StoredCardDeps, cardId: string): Promise<CardModel | null> {
  const kept = await deps.store.transaction((tx) => keptFacts(tx, cardId, deps.world.now()));
  if (kept === null) return null;
  const { card, ...facts } = kept;
  const { request, task } = facts;
  const { review } = deps.settings;
  const names = await deps.riskNames.read();
  return {
    ...facts,
    cardId,
    readerId: readerOf(card),
    answers: answersOf(request.requestData ?? {}, deps.catalogue.appById(request.appId)?.fields ?? []),
    offered: offeredActions(task, {
      canAct: canAct(deps.governance.operations),
      link: isUnenforceable(task) ? 'policy' : linkReason(review, task, request, names),
      canShorten: shorterTimes(deps.settings, facts).length > 0,
    }),
    riskName: names === 'unreadable' ? null : (names.get(task.entitlements[0]?.riskLevel ?? '') ?? null),
    mentions: new Map(),
    away: new Set(),
    onCall: onCallOf(deps.settings.emergency, card, task),
    isFollowed: tasksAreRead(deps.governance.operations),
    consoleUrl: taskLink(deps.settings.governance, task),
  };
}

/** The times that a request can be shortened to, in seconds. */
export function shorterTimes(
  { apps, emergency }: Pick<AccessSettings, 'apps' | 'emergency'>,
  { request, task }: Pick<CardModel, 'request' | 'task'>,
): readonly number[] {
  const offered = apps.find((one) => one.id === request.appId)?.durationsSeconds ?? [];
  const asked = task.grantDurationSeconds ?? request.durationSeconds;
  const times = task.emergency ? emergency.durationsSeconds : offered;
  return times.filter((seconds) => asked === null || seconds < asked);
}

/** In the order of the form, choices in its words; what is asked no more comes last. */
function answersOf(data: RequestData, fields: readonly RequestField[]): readonly CardAnswer[] {
  const known = new Map(fields.map((field) => [field.id, field]));
  const ids = [...known.keys(), ...Object.keys(data).filter((id) => !known.has(id))];
  return ids.flatMap((id) => {
    const value = data[id];
    if (value === undefined) return [];
    const { label = id, values = [], options = [] } = known.get(id) ?? {};
    return [{ label, value: options[values.indexOf(String(value))] ?? value }];
  });
}

type KeptFacts = Pick<
  CardModel,
  'request' | 'task' | 'requesterName' | 'target' | 'reviews' | 'remarks' | 'grant' | 'heldUntil' | 'inGroup'
> & { readonly card: CardRow };

async function keptFacts(tx: StoreTransaction, cardId: string, now: Date): Promise<KeptFacts | null> {
  const card = await tx.cards.find(cardId);
  const request = card === null ? null : await tx.requests.find(card.requestId);
  if (card === null || request === null || request.taskId === null) return null;
  const read = (await tx.tasks.find(request.taskId))?.snapshot;
  if (read === undefined) return null;
  // Withdrawn where the service could not close it: over for everybody who looks here.
  const isWithdrawn = request.state === 'withdrawn' && isOpen(read);
  const task = isWithdrawn ? { ...read, state: 'closed', outcome: 'cancelled', actions: [] } : read;
  const isOwn = isForRequester(request, task);
  const requester = (await tx.identities.find(request.requester.userId))?.person;
  const prolonged = request.extendsRequestId === null ? null : await tx.grants.find(request.extendsRequestId);
  const group = request.groupId === null ? [] : await tx.requests.ofGroup(request.groupId);
  const reviews = await tx.reviews.ofTask(request.taskId);
  const grant = await tx.grants.find(request.id);
  return {
    card,
    request,
    task,
    requesterName: requesterName(request, task, requester ?? null),
    target: isOwn ? null : { name: task.target?.name ?? null },
    reviews: reviews.flatMap((row): ReviewRecord[] =>
      row.state !== 'refused' ? [{ ...pickRecord(row), state: row.state }] : [],
    ),
    remarks: (await tx.holderActions.remarksOn(request.id)).slice(-shownRemarks),
    grant: grant === null ? null : { ...grant, isOverdue: grant.endsAt !== null && grant.endsAt <= now },
    heldUntil: isOpen(task) && prolonged?.endedAt === null ? prolonged.endsAt : null,
    inGroup:
      group.length < 2 ? null : { number: group.findIndex((one) => one.id === request.id) + 1, of: group.length },
  };
}

function pickRecord({ stepId, occurrence, verb, by, reason, at }: ReviewRow): Omit<ReviewRecord, 'state'> {
  return { stepId, occurrence, verb, by, reason, at };
}

/** Rules that the bot cannot read, or a step that no person decides. */
function isUnenforceable({ stepPolicy }: TaskSnapshot): boolean {
  return stepPolicy === null || stepPolicy?.approver === 'service';
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

/** Slack ids of the first of these people, by identity, and the identities of those who are away. */
export async function reachOf(
  directory: ChatDirectory,
  people: readonly IdentityPerson[],
): Promise<Pick<CardModel, 'mentions' | 'away'>> {
  const accounts = await accountsOf(directory, people);
  const isAway = ({ id, isDelegated }: IdentityPerson) =>
    isDelegated === true || (accounts.get(id)?.away ?? null) !== null;
  return {
    mentions: new Map([...accounts].map(([identityUserId, account]) => [identityUserId, account.userId])),
    away: new Set(people.filter(isAway).map(({ id }) => id)),
  };
}

/** Slack accounts of the first of these people, by identity. */
export async function accountsOf(directory: ChatDirectory, people: readonly IdentityPerson[]) {
  const accounts = new Map<string, SlackPerson>();
  for (const person of people.slice(0, lookedUpPeople)) {
    if (person.email === null || accounts.has(person.id)) continue;
    const account = await directory.findByEmail(person.email);
    if (account !== null) accounts.set(person.id, account);
  }
  return accounts;
}
