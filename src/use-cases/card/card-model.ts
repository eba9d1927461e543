/** Long because everything that a card, Home or a form shows of a request is gathered here. */

import { type Action, changeSeen } from '../../domain/action/action.ts';
import { type OfferedActions, offeredActions, rightOf } from '../../domain/action/action-form.ts';
import { isConfirmed, isShown, linkReason } from '../../domain/action/authorization.ts';
import {
  holderOf,
  isForRequester,
  isHolder,
  requesterName,
} from '../../domain/action/holder-action.ts';
import { isPicked, type RequestField } from '../../domain/form/request-answers.ts';
import { ifNotTaken } from '../../domain/outward/outward-failure.ts';
import type { IdentityPerson } from '../../domain/people/identity-person.ts';
import { isShorterThan, periodOf, type ShownTask } from '../../domain/request/granted-by-task.ts';
import { isToCome, type Subject, taskToCome } from '../../domain/request/subject.ts';
import { isEmergency } from '../../domain/request/untold.ts';
import {
  type AccessSettings,
  isConfidential,
  taskLink,
} from '../../domain/settings/access-settings.ts';
import { deadlineAhead } from '../../domain/task/step-of-task.ts';
import {
  askedPeople,
  botAccountsOf,
  decidingPeople,
  isOpen,
  isStepOf,
  isUnread,
  type TaskAnswerValue,
  type TaskSnapshot,
} from '../../domain/task/task-snapshot.ts';
import type { LocalDeps, UseCaseDeps } from '../deps.ts';
import { isAdministrator, type Resolved } from '../people/resolve-identity.ts';
import {
  type CardModel,
  nobodyReached,
  type Reach,
  type ReviewRecord,
} from '../ports/card-contents.ts';
import type { ChatDirectory, SlackPerson } from '../ports/chat-ports.ts';
import type { CardRow } from '../ports/rows/card-rows.ts';
import type { RequestView } from '../ports/rows/view-rows.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import {
  type CardLines,
  emergencyBackground,
  linesFor,
  prolongedAccess,
} from './request-background.ts';

/** A card shows the last so many questions, answers and comments. */
const shownRemarks = 3;

/** A card names at most so many people; the others are counted, not looked up. */
const lookedUpPeople = 12;

export interface StoredModel extends CardLines {
  readonly card: CardRow;
  readonly model: CardModel;
}

/** A card with what it shows, also while the service has no task for it; null where it is gone. */
export async function cardModel(deps: UseCaseDeps, cardId: string): Promise<StoredModel | null> {
  const stored = await storedModel(deps, async (tx) => {
    const { view, card } = await viewOfCard(cardId)(tx);
    if (view === null) return { card, view };
    const isWithdrawn = view.deeds.some(({ verb }) => verb === 'withdraw');
    return { card, view: { ...view, task: view.task ?? taskToCome(view.request, isWithdrawn) } };
  });
  if (stored === null) return null;
  const { card, model } = stored;
  const { task, request } = model;
  const result = model.deadline?.result;
  // Lines call people.
  const people =
    card.ts !== null && stored.lines.length === 0 && isBeingDecided(model)
      ? []
      : [
          ...askedPeople(task),
          ...task.approvers,
          ...(result?.kind === 'goes-to' ? result.people : []),
        ];
  const { mentions, away } = await reachOf(deps.directory, people);
  // The target is not looked up: the request names the account.
  const holder = holderOf(request);
  const holderMention: [string, string][] =
    holder === null ? [] : [[request.identityUserId ?? '', holder]];
  const mentionsWithHolder = new Map([...holderMention, ...mentions]);
  return { ...stored, model: { ...model, away, mentions: mentionsWithHolder } };
}

/**
 * Somebody decides right now: a card says so at once, before Slack is asked for people, or the
 * service for words.
 */
function isBeingDecided({
  task,
  reviews,
}: {
  task: ShownTask;
  reviews: readonly ReviewRecord[];
}): boolean {
  return isOpen(task) && reviews.some((one) => one.state !== 'done' && isStepOf(one, task));
}

/** What a card shows by the store alone: without mentions, for which Slack is asked. */
export async function storedCard(deps: LocalDeps, cardId: string): Promise<CardModel | null> {
  return (await storedModel(deps, viewOfCard(cardId)))?.model ?? null;
}

/** What a card of a request shows; null where it has none. */
export function storedCardOf(deps: LocalDeps, requestId: string): Promise<StoredModel | null> {
  return storedModel(deps, async (tx) => {
    const view = await tx.views.of(requestId);
    return { view, card: postedCard(view?.cards ?? []) ?? view?.cards[0] };
  });
}

/** Reads a request, and says which of its cards is meant. */
type Viewing = (tx: StoreTransaction) => Promise<{
  readonly view: RequestView | null;
  readonly card: CardRow | undefined;
}>;

const viewOfCard =
  (cardId: string): Viewing =>
  async (tx) => {
    const view = await tx.views.ofCard(cardId);
    return { view, card: view?.cards.find(({ id }) => id === cardId) };
  };

async function storedModel(deps: LocalDeps, viewing: Viewing): Promise<StoredModel | null> {
  const stored = await deps.store.transaction((tx) => keptFacts(tx, deps, viewing));
  if (stored === null) return null;
  const { card, picked, leftOpen, isDecisionLost, lines, lineKeys, actorNames, ...facts } = stored;
  const { request, task } = facts;
  const { review, emergency, governance } = deps.settings;
  const names = isBeingDecided(facts) ? new Map<string, string>() : await deps.riskNames();
  // Rules that the bot cannot read, or a step that no person decides.
  const isUnenforceable = task.stepPolicy === null || task.stepPolicy?.approver === 'service';
  const period = periodOf(task, request);
  const model = {
    ...facts,
    ...nobodyReached,
    cardId: card.id,
    period,
    answers: answersOf(stored, deps.catalogue.appById(request.appId)?.fields ?? [], picked),
    offered: offeredNow(task, leftOpen, {
      // A step that was handed to the bot needs neither the action nor a reading.
      canAct: deps.governance.actionsOn(task) !== null || task.delivered !== undefined,
      link: isUnenforceable ? 'policy' : linkReason(review, task, request, names),
      canShorten: shorterTimes(deps.settings, { ...facts, period }).length > 0,
    }),
    riskName:
      names === 'unreadable' ? null : (names.get(task.entitlements[0]?.riskLevel ?? '') ?? null),
    isConfirmed: isConfirmed(task, names),
    onCall:
      isEmergency(task, request) && card.channel === emergency.channel ? emergency.onCall : null,
    decidedOutside: decidersOutside(facts, isDecisionLost, deps.governance.knownOwnUserId()),
    consoleUrl: isToCome(task) ? null : taskLink(governance, task),
  };
  return { card, model, lines, lineKeys, actorNames };
}

/**
 * The people who decided outside of Slack. For a decision through the bot the service names the bot:
 * where its account is not told and it may have decided, one of these names is the bot's, so nobody is named.
 */
function decidersOutside(
  { task, request, reviews }: Pick<CardModel, 'task' | 'request' | 'reviews'>,
  isDecisionLost: boolean,
  ownUserId: string | null,
): readonly IdentityPerson[] {
  const bots = botAccountsOf(task, request.id, ownUserId);
  const isThroughBot =
    isDecisionLost || reviews.some(({ state }) => state === 'done' || state === 'sending');
  return isThroughBot && bots.length === 0 ? [] : decidingPeople(task, bots);
}

/** A withdrawn request that the service could not end can still be denied. */
function offeredNow(
  task: TaskSnapshot,
  leftOpen: TaskSnapshot | null,
  settings: Parameters<typeof offeredActions>[1],
): OfferedActions {
  if (leftOpen === null) return offeredActions(task, settings);
  const isEnded = leftOpen.delivered !== undefined;
  const { decisions } = offeredActions(leftOpen, settings);
  const denials = isEnded ? [] : decisions.filter(({ verb }) => verb === 'deny');
  return { decisions: denials, acts: [], elsewhere: [] };
}

/**
 * A card as somebody is shown it: with what can be done that may concern them, which is checked in
 * full at the click. null of a confidential app for all but requester, target, administrators, and
 * the people of the step. `who`: null where nobody could say who they are.
 */
export function shownTo(
  settings: AccessSettings,
  slackUserId: string,
  who: Resolved | null,
  card: CardModel,
): CardModel | null {
  const { request, offered, reviews } = card;
  const { stepApprovers, approvers, otherStep } = card.task;
  const isAmong = (people: readonly IdentityPerson[]) =>
    who?.ok === true && people.some(({ id }) => id === who.value.id);
  const isParty = isHolder(request, slackUserId);
  const isAdmin = isAdministrator(settings, slackUserId, who);
  const hasDecided = reviews.some((one) => one.state === 'done' && one.by.userId === slackUserId);
  const reviewers = [
    ...askedPeople(card.task),
    ...approvers,
    ...(otherStep?.kind === 'form' ? otherStep.people : []),
  ];
  const isConcerned = isParty || isAdmin || hasDecided || isAmong(reviewers);
  if (!isConcerned && isConfidential(settings, request.appId)) return null;
  const viewer = {
    isParty,
    isAdministrator: isAdmin,
    isReviewer: who === null || isAmong(stepApprovers),
  };
  return {
    ...card,
    offered: {
      ...offered,
      acts: offered.acts.filter((act) => isShown(rightOf(act), viewer)),
      decisions: offered.decisions.filter(({ verb }) => isShown(verb, viewer)),
    },
  };
}

/** The times that a request can be shortened to, in seconds. */
export function shorterTimes(
  { apps, emergency }: Pick<AccessSettings, 'apps' | 'emergency'>,
  { request, task, period }: Pick<CardModel, 'request' | 'task' | 'period'>,
): readonly number[] {
  const offered = apps.find((one) => one.id === request.appId)?.durationsSeconds ?? [];
  const times = isEmergency(task, request) ? emergency.durationsSeconds : offered;
  return times.filter((seconds) => isShorterThan(seconds, period));
}

/**
 * The answers to the configured extra fields in the order of the form, with its words for choices;
 * answers to fields that are no longer asked come last. The service's values count, because
 * reviewers decide on those; values that it does not tell are shown as they were given.
 */
function answersOf(
  { request, task }: { readonly request: Subject; readonly task: TaskSnapshot },
  fields: readonly RequestField[],
  names: ReadonlyMap<string, string>,
): { readonly label: string; readonly value: TaskAnswerValue['value'] }[] {
  const sentAnswers = Object.entries(request.requestData ?? {});
  const answers = task.answers ?? sentAnswers.map(([id, value]) => ({ id, label: null, value }));
  const byId = new Map(fields.map((field) => [field.id, field]));
  const order = [...byId.keys()];
  const placeOf = (id: string) => (byId.has(id) ? order.indexOf(id) : order.length);
  const sorted = answers.toSorted((one, other) => placeOf(one.id) - placeOf(other.id));
  return sorted.map(({ id, label: toldLabel, value }) => {
    const { label = toldLabel ?? id, type = null, values = [], options = [] } = byId.get(id) ?? {};
    if (isPicked(value))
      return { label, value: [value.slackUserIds].flat().map((one) => names.get(one) ?? one) };
    // The service names people by identity, not by Slack id.
    const isPeople = type === 'person' || type === 'people';
    if (isPeople && task.answers !== undefined)
      return { label, value: [value].flat().map((one) => names.get(String(one)) ?? String(one)) };
    return { label, value: options[values.indexOf(String(value))] ?? value };
  });
}

async function keptFacts(tx: StoreTransaction, deps: LocalDeps, viewing: Viewing) {
  const { deliveredSteps } = deps;
  const { view, card } = await viewing(tx);
  if (view === null || card === undefined || view.task === null) return null;
  const { request, task: lastReading, grant, actions } = view;
  // Withdrawn but not closed by the service: nobody approves it here any more.
  // If tasks are not read again, nobody knows whether it is still open.
  const leftOpen = isUnread(lastReading) ? 'cancelled' : 'left-open';
  const isWithdrawn = request.state === 'withdrawn' && isOpen(lastReading);
  const task: TaskSnapshot = isWithdrawn
    ? { ...lastReading, state: 'closed', outcome: leftOpen, actions: [] }
    : lastReading;
  /** The last questions, answers and comments, oldest first. */
  const remarks: readonly Pick<Action, 'by' | 'reason'>[] = actions.remarks;
  /** Oldest first; being checked, carried out, or done. */
  const reviews: readonly ReviewRecord[] = actions.decisions;
  const isUndecided = !isOpen(task) && (await deliveredSteps.wasDeniedByBot(tx, task));
  const background = {
    ...(await prolongedAccess(tx, request, task)),
    ...(await emergencyBackground(tx, request, task)),
  };
  return {
    card,
    ...(await linesFor(tx, deps, { view, card, task: lastReading, isUndecided, background })),
    request,
    task,
    at: tx.at,
    reviews,
    change: changeSeen(actions.approvalsOfChanged, task),
    /** A decision got no answer, so that nobody can tell whether it counted. */
    isDecisionLost: actions.perhapsDecided.length > 0,
    /** The reading of a withdrawn request that the service still has open; null of any other. */
    leftOpen: isWithdrawn ? lastReading : null,
    isUndecided,
    deadline: deadlineAhead(task, tx.at),
    picked: await namesOfPicked(tx, request),
    remarks: remarks.slice(-shownRemarks),
    /** What was granted; null where nothing was, or not yet. */
    grant,
    // The account may be somebody else's by now, who did not ask for it.
    requesterName: requesterName(request, task, request.requesterPassedOn ? null : view.requester),
    /**
     * The person it is for, where that is not who asked; `name` is null where the service does not
     * tell it.
     */
    target: isForRequester(request, task) ? null : { name: task.target?.name ?? null },
    ...background,
    profileName:
      request.elsewhere === undefined ? null : await deps.profiles.nameOfTask(tx, task.id),
  };
}

/** Names of people who were picked as answers, by Slack id and by identity. */
async function namesOfPicked(
  tx: StoreTransaction,
  { requestData }: Subject,
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const answer of Object.values(requestData ?? {})) {
    for (const id of isPicked(answer) ? [answer.slackUserIds].flat() : []) {
      const identity = (await tx.identities.find(id))?.person;
      names.set(id, identity?.name ?? id);
      if (identity !== undefined) names.set(identity.id, identity.name);
    }
  }
  return names;
}

/** The one that a link leads to. */
export function postedCard(cards: readonly CardRow[]): CardRow | undefined {
  return cards.find(({ ts }) => ts !== null);
}

/**
 * Slack ids of the first of these people, by identity, and the identities of those who are away.
 */
export async function reachOf(
  directory: ChatDirectory,
  people: readonly IdentityPerson[],
): Promise<Reach> {
  const accounts = await slackAccountsOf(directory, people);
  const isAway = ({ id, isDelegated }: IdentityPerson) =>
    isDelegated === true || (accounts.get(id)?.away ?? null) !== null;
  return {
    mentions: new Map(
      [...accounts].map(([identityUserId, account]) => [identityUserId, account.userId]),
    ),
    away: new Set(people.filter(isAway).map(({ id }) => id)),
  };
}

/**
 * Slack accounts of the first of these people, by identity. A person about whom Slack refuses to
 * answer is left out: the card is posted without that mention.
 */
export async function slackAccountsOf(
  directory: ChatDirectory,
  people: readonly IdentityPerson[],
): Promise<ReadonlyMap<string, SlackPerson>> {
  const lookUp = async ({ id, email }: IdentityPerson) =>
    [id, email === null ? null : await directory.findByEmail(email).catch(ifNotTaken)] as const;
  const accounts = await Promise.all(people.slice(0, lookedUpPeople).map(lookUp));
  return new Map(accounts.flatMap(([id, account]) => (account === null ? [] : [[id, account]])));
}
