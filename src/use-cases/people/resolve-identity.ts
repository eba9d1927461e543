/** Long because a person is found, confirmed and compared with who they were in one place. */

import { holderOf } from '../../domain/action/holder-action.ts';
import { brokenRule } from '../../domain/form/answer-rules.ts';
import { isPicked, type RequestData } from '../../domain/form/request-data.ts';
import type { ServiceRefusal } from '../../domain/outward/service-refusal.ts';
import { type IdentityPerson, inactiveStatus } from '../../domain/people/identity-person.ts';
import type { PersonRefusal, Refusal } from '../../domain/refusals/refusals.ts';
import type { ActingPerson, RequestParties } from '../../domain/request/access-request.ts';
import type { Subject } from '../../domain/request/subject.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { AccessSettings, IdentitySource } from '../../domain/settings/access-settings.ts';
import { comparableEmail } from '../../domain/text/foreign-text.ts';
import type { UseCaseDeps } from '../deps.ts';
import { answerOrFailure } from '../ports/answer-or-null.ts';
import type { LookupPriority, SlackPerson } from '../ports/chat-ports.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { record } from '../record/record.ts';

export type IdentityDeps = Pick<
  UseCaseDeps,
  'store' | 'directory' | 'governance' | 'settings' | 'world'
>;

/** What the sources need; nothing of the store. */
type SourceDeps = Omit<IdentityDeps, 'store'>;

export type Resolved = Result<IdentityPerson, PersonRefusal>;

/**
 * The identity behind a Slack account, from the configured sources in their order: the first that
 * knows the person wins. All but the Slack profile field go by the confirmed email. Never guessed:
 * an address that two identities share is nobody's.
 *
 * Throws `OutwardFailure` where Slack or a source cannot be asked: a source that fails is never
 * skipped, because the next one could name somebody else.
 *
 * @param userId Slack id of the person who acts, or of the person that access is for
 * @param priority `fresh` asks Slack and the service again: the person who decides is checked
 * against the truth of this moment
 */
export async function resolveIdentity(
  deps: IdentityDeps,
  userId: string,
  priority: LookupPriority = 'recent',
): Promise<Resolved> {
  if (priority !== 'fresh') {
    const identity = await deps.store.transaction((tx) => keptIdentity(tx, deps, userId));
    if (identity !== null) return ok(identity);
  }
  return (await resolveAnew(deps, userId, priority)).resolved;
}

/**
 * Who the person is now, and when that was asked. A lookup in owners' lists counts from its end,
 * because it takes many calls. Throws as `resolveIdentity` does.
 */
export async function identifyFresh(
  deps: IdentityDeps,
  userId: string,
): Promise<{ readonly identity: Resolved; readonly askedAt: Date }> {
  const beganAt = deps.world.now();
  const { resolved, hasReadOwners } = await resolveAnew(deps, userId, 'fresh');
  return { identity: resolved, askedAt: hasReadOwners ? deps.world.now() : beganAt };
}

/**
 * The identity behind an account, looked at within this time: people leave, and what is remembered
 * for longer would give them access afterwards. Throws as `resolveIdentity` does.
 */
export async function confirmIdentity(
  deps: IdentityDeps,
  userId: string,
  how: { readonly withinMs: number; readonly priority: LookupPriority },
): Promise<Resolved> {
  const identity = await deps.store.transaction((tx) =>
    confirmedIdentity(tx, deps, userId, how.withinMs),
  );
  return identity === null
    ? (await resolveAnew(deps, userId, how.priority)).resolved
    : ok(identity);
}

/** The identity that was found within this time; null where nobody looked since. */
export function confirmedIdentity(
  tx: StoreTransaction,
  deps: Pick<IdentityDeps, 'settings'>,
  userId: string,
  withinMs: number,
): Promise<IdentityPerson | null> {
  return keptIdentity(tx, deps, userId, withinMs);
}

async function resolveAnew(
  deps: IdentityDeps,
  userId: string,
  priority: LookupPriority,
): Promise<LookedUp> {
  const lookedUp = await lookUp(deps, userId, priority);
  const { resolved } = lookedUp;
  await deps.store.transaction(async (tx) => {
    if (!resolved.ok) return tx.identities.forget(userId);
    const resolution = { slackUserId: userId, person: resolved.value, checkedAt: tx.at };
    const passedOn = await tx.identities.saveResolved(resolution);
    if (passedOn !== null) await tellPassedOn(tx, deps, userId, passedOn);
  });
  return lookedUp;
}

/** The administrators hear once that somebody else has an account, whatever was asked for with it. */
async function tellPassedOn(
  tx: StoreTransaction,
  { settings }: Pick<IdentityDeps, 'settings'>,
  account: string,
  { requestId, was, is }: { readonly requestId: string; readonly was: string; readonly is: string },
): Promise<void> {
  const administrators = settings.admins.filter((userId) => userId !== account);
  const detail = { account, was, is };
  await record(tx, { kind: 'account.passed-on', requestId, detail, named: { administrators } });
}

/**
 * The identity that was found a short while ago; null where nobody asked, or it is too long ago.
 */
async function keptIdentity(
  tx: StoreTransaction,
  { settings }: Pick<IdentityDeps, 'settings'>,
  userId: string,
  withinMs = Number.POSITIVE_INFINITY,
): Promise<IdentityPerson | null> {
  const row = await tx.identities.find(userId);
  const longestMs = Math.min(settings.identity.cacheSeconds * 1_000, withinMs);
  const isRecent = row !== null && tx.at.getTime() - row.checkedAt.getTime() < longestMs;
  return isRecent ? row.person : null;
}

/**
 * Answers with identities in the place of the people who were picked in Slack; refused where one of
 * them cannot be the answer.
 */
export async function resolveAnswers(
  deps: IdentityDeps,
  request: Pick<Subject, 'emergency'>,
  data: RequestData | null,
): Promise<Result<RequestData | null, Refusal>> {
  const answers: [string, RequestData[string]][] = [];
  for (const [fieldId, answer] of Object.entries(data ?? {})) {
    const { slackUserIds, among } = isPicked(answer) ? answer : { slackUserIds: [], among: [] };
    const ids: string[] = [];
    for (const slackUserId of [slackUserIds].flat()) {
      const identity = await resolveIdentity(deps, slackUserId, priorityOf(request));
      if (!identity.ok) return refuse({ ...identity.refusal, slackUserId });
      ids.push(identity.value.id);
      if (brokenRule(among, ids)) return refuse({ code: 'not-among', slackUserId });
    }
    answers.push([
      fieldId,
      isPicked(answer) ? (typeof slackUserIds === 'string' ? ids.join() : ids) : answer,
    ]);
  }
  return ok(data && Object.fromEntries(answers));
}

/** As `resolveIdentity`, but nothing is kept: for looking alone. */
export async function resolveNow(
  deps: SourceDeps,
  userId: string,
  priority: LookupPriority,
): Promise<Resolved> {
  return (await lookUp(deps, userId, priority)).resolved;
}

interface LookedUp {
  readonly resolved: Resolved;
  /** Whether owners' lists were read, which takes many calls. */
  readonly hasReadOwners: boolean;
}

async function lookUp(
  deps: SourceDeps,
  userId: string,
  priority: LookupPriority,
): Promise<LookedUp> {
  const account = await deps.directory.person(userId, priority);
  if (account === null)
    return { resolved: refuse({ code: 'unknown-person', email: '' }), hasReadOwners: false };
  const refusal = accountRefusal(account);
  if (refusal !== null) return { resolved: refuse(refusal), hasReadOwners: false };
  const { person, hasReadOwners } = await personBehind(deps, account);
  if (person === null) return { resolved: strangerRefusal(account), hasReadOwners };
  const status = inactiveStatus(person, deps.settings.identity.unknownStatus);
  const refused = refuse({ code: 'inactive', status: status ?? '' } as const);
  return { resolved: status === null ? ok(person) : refused, hasReadOwners };
}

/**
 * The person by the first source that knows them. Owners' lists are not read after a search, which
 * said that nobody has the address, or more than one person has: a list may name only one of the two.
 */
async function personBehind(
  deps: SourceDeps,
  account: SlackPerson,
): Promise<{ readonly person: IdentityPerson | null; readonly hasReadOwners: boolean }> {
  let wasSearched = false;
  let hasReadOwners = false;
  for (const source of deps.settings.identity.sources) {
    const isOwners = source === 'owners';
    if (isOwners && wasSearched) continue;
    hasReadOwners ||= isOwners && account.email !== null;
    const person = await lookups[source](deps, account);
    wasSearched ||= source === 'userSearch' && person !== null;
    if (person !== null && person !== 'none') return { person, hasReadOwners };
  }
  return { person: null, hasReadOwners };
}

function strangerRefusal(account: SlackPerson): Resolved {
  if (account.unconfirmedEmail !== null)
    return refuse({ code: 'unconfirmed-email', email: account.unconfirmedEmail });
  return refuse(
    account.email === null
      ? { code: 'no-email' }
      : { code: 'unknown-person', email: account.email },
  );
}

function accountRefusal({
  isDeactivated,
  isBot,
  isExternal,
  isGuest,
}: SlackPerson): PersonRefusal | null {
  if (isDeactivated) return { code: 'deactivated' };
  if (isBot) return { code: 'bot' };
  if (isExternal) return { code: 'external' };
  return isGuest ? { code: 'guest' } : null;
}

const barring: ReadonlySet<string> = new Set([
  'deactivated',
  'bot',
  'external',
  'guest',
  'inactive',
] satisfies PersonRefusal['code'][]);

/** Whether an account may do nothing here, unlike one whose identity alone is missing. */
export function isBarred({ code, email }: Refusal): boolean {
  return barring.has(code) || (code === 'unknown-person' && email === '');
}

/**
 * Whether somebody is an administrator: listed in the settings, and their account is not barred.
 * They need no identity in the service.
 *
 * @param who null where nobody was asked, or nobody answers: then the settings count, because
 * `doctor` is for such times
 */
export function isAdministrator(
  { admins }: Pick<AccessSettings, 'admins'>,
  userId: string,
  who: Resolved | null,
): boolean {
  return admins.includes(userId) && (who === null || who.ok || !isBarred(who.refusal));
}

type Lookup = (deps: SourceDeps, account: SlackPerson) => Promise<IdentityPerson | 'none' | null>;

/**
 * What each source knows of a full member; `none` where nobody has the address or the id, null
 * where it cannot tell.
 */
const lookups: Readonly<Record<IdentitySource, Lookup>> = {
  async directory(deps, account) {
    const listed =
      account.email === null
        ? undefined
        : deps.settings.directory.get(comparableEmail(account.email));
    return listed === undefined ? null : personById(deps, listed.id, account);
  },

  async userSearch({ governance }, { email }) {
    return email === null ? null : governance.findPersonByEmail(email);
  },

  async slackProfileField(deps, account) {
    const { profileField } = deps.settings.identity;
    const id =
      profileField === null
        ? null
        : await deps.directory.profileField(account.userId, profileField);
    return id === null ? null : personById(deps, id, account);
  },

  async owners(deps, { email }) {
    return email === null ? null : ownerByEmail(deps, comparableEmail(email));
  },
};

/**
 * The person whom the service has under the id, with their status; as named and known in Slack
 * where the tenant has no way to tell. A lookup that fails is thrown, and nobody is let through.
 */
async function personById({ governance }: SourceDeps, id: string, { name, email }: SlackPerson) {
  return (await governance.findPersonById(id)) ?? { id, name, email };
}

/**
 * Without a directory file and userSearch the owners lists are all that names people with their
 * email. All of them are read, because two lists can name two people under one address. Whom none of
 * them names may be on one that is refused, unless its resource is gone.
 */
async function ownerByEmail(
  { governance, settings }: Pick<IdentityDeps, 'governance' | 'settings'>,
  wanted: string,
): Promise<IdentityPerson | null> {
  const ownersById = new Map<string, IdentityPerson>();
  let answer: Result<unknown, ServiceRefusal> = ok(null);
  for (const requestable of settings.apps) {
    for (const resource of requestable.resources) {
      const owners = await governance.listResourceOwners({ appId: requestable.id, ...resource });
      if (!owners.ok && owners.refusal.kind !== 'not-found') answer = owners;
      for (const owner of owners.ok ? owners.value : [])
        if (comparableEmail(owner.email ?? '') === wanted) ownersById.set(owner.id, owner);
    }
  }
  const [only, ...others] = ownersById.values();
  if (only === undefined) answerOrFailure(answer, 'owners');
  return others.length === 0 ? (only ?? null) : null;
}

/** The people of a request as they are now. */
export interface PartiesNow extends RequestParties {
  /** The first who left or is somebody else by now; null where nothing speaks against them. */
  readonly unfit: PersonRefusal | null;
}

/**
 * The requester and the target, by every identity that they had when it was asked or have now.
 * Throws as `resolveIdentity` does.
 *
 * @param isAnew whether nothing that is remembered of their identities will do
 */
export async function requestParties(
  deps: IdentityDeps,
  request: Subject,
  isAnew: boolean,
): Promise<PartiesNow> {
  const identityNow = async (slackUserId: string | null) => {
    if (slackUserId === null) return null;
    if (!isAnew) return resolveIdentity(deps, slackUserId);
    return (await resolveAnew(deps, slackUserId, 'recent')).resolved;
  };
  const requesterId = request.requester?.userId ?? null;
  const holderId = holderOf(request);
  const asker = identityNow(requesterId);
  const [requester, holder] = await Promise.all([
    asker,
    holderId === requesterId ? asker : identityNow(holderId),
  ]);
  const parties = [
    { slackUserId: requesterId, was: request.requesterIdentityId, now: requester },
    { slackUserId: holderId, was: request.identityUserId, now: holder },
  ] as const;
  const [byWhom, forWhom] = parties;
  return { requester: partyOf(byWhom), target: partyOf(forWhom), unfit: firstUnfit(parties) };
}

interface Party {
  readonly slackUserId: string | null;
  readonly was: string | null;
  readonly now: Resolved | null;
}

function partyOf({ slackUserId, was, now }: Party): RequestParties['target'] {
  const ids = [was, now?.ok === true ? now.value.id : null];
  return { slackUserId, identityUserIds: ids.filter((id) => typeof id === 'string') };
}

function firstUnfit(parties: readonly Party[]): PartiesNow['unfit'] {
  for (const { slackUserId, was, now } of parties) {
    if (slackUserId === null || now === null) continue;
    if (!now.ok) return { ...now.refusal, slackUserId };
    const is = now.value.id;
    if (was !== null && was !== is) return { code: 'changed-person', was, is, slackUserId };
  }
  return null;
}

/**
 * That a Slack account stands for another identity than when the request was made; null where it
 * does not, or nobody knew it then. `person` must have been resolved just now.
 */
export async function changedIdentity(
  tx: StoreTransaction,
  request: Subject,
  person: ActingPerson,
): Promise<PersonRefusal | null> {
  const { slackUserId, identityUserId } = person;
  const noted =
    (slackUserId === request.requester?.userId ? request.requesterIdentityId : null) ??
    (slackUserId === holderOf(request) ? request.identityUserId : null);
  const was = noted ?? (await tx.identities.formerSince(slackUserId, request.createdAt));
  return was === null || was === identityUserId
    ? null
    : { code: 'changed-person', was, is: identityUserId };
}

/** An emergency does not wait behind a flood. */
export const priorityOf = ({ emergency }: Pick<Subject, 'emergency'>): LookupPriority =>
  emergency ? 'recent' : 'in-turn';
