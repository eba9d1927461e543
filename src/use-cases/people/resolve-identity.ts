/** Long because a person is found, confirmed and compared with who they were in one place. */

import { holderOf } from '../../domain/action/holder-action.ts';
import { brokenRule } from '../../domain/form/answer-rules.ts';
import { isPicked, type RequestData } from '../../domain/form/request-answers.ts';
import { ifRefused, type RefusedRead } from '../../domain/outward/outward-failure.ts';
import { type IdentityPerson, inactiveStatus } from '../../domain/people/identity-person.ts';
import type { PersonRefusal, Refusal } from '../../domain/refusals/refusals.ts';
import type { RequestParties } from '../../domain/request/access-request.ts';
import type { Subject } from '../../domain/request/subject.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { AccessSettings, IdentitySource } from '../../domain/settings/access-settings.ts';
import { comparableEmail } from '../../domain/text/foreign-text.ts';
import type { UseCaseDeps } from '../deps.ts';
import type { LookupPriority, SlackPerson } from '../ports/chat-ports.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { record, tellEach } from '../record/record.ts';

export type IdentityDeps = Pick<
  UseCaseDeps,
  'store' | 'directory' | 'governance' | 'settings' | 'world'
>;

/** What the sources need; nothing of the store. */
type SourceDeps = Omit<IdentityDeps, 'store'>;

export type Resolved = Result<IdentityPerson, PersonRefusal>;

/** Who somebody is, and when that was asked. */
export interface LookedUp {
  readonly identity: Resolved;
  readonly askedAt: Date;
}

/**
 * The identity behind a Slack account, as it was found within this time, or as it is now: people
 * leave, and what is remembered for longer would give them access afterwards. Throws as `lookUp`
 * does.
 *
 * @param userId Slack id of the person who acts, or of the person that access is for
 */
export async function resolveIdentity(
  deps: IdentityDeps,
  userId: string,
  priority: LookupPriority = 'recent',
  withinMs = priority === 'fresh' ? 0 : Number.POSITIVE_INFINITY,
): Promise<Resolved> {
  const person =
    withinMs === 0
      ? null
      : await deps.store.transaction((tx) => keptIdentity(tx, deps, userId, withinMs));
  return person === null ? (await resolveAnew(deps, userId, priority)).identity : ok(person);
}

/** The identity that was found within this time; null where nobody looked since. */
export async function keptIdentity(
  tx: StoreTransaction,
  { settings }: Pick<IdentityDeps, 'settings'>,
  userId: string,
  withinMs: number,
): Promise<IdentityPerson | null> {
  const row = await tx.identities.find(userId);
  const longestMs = Math.min(settings.identity.cacheSeconds * 1_000, withinMs);
  const isRecent = row !== null && tx.at.getTime() - row.checkedAt.getTime() < longestMs;
  return isRecent ? row.person : null;
}

/** Looks somebody up, and keeps who they are. Throws as `lookUp` does. */
export async function resolveAnew(
  deps: IdentityDeps,
  userId: string,
  priority: LookupPriority,
): Promise<LookedUp> {
  const lookedUp = await lookUp(deps, userId, priority);
  const { identity } = lookedUp;
  await deps.store.transaction(async (tx) => {
    if (!identity.ok) return tx.identities.forget(userId);
    const resolution = { slackUserId: userId, person: identity.value, checkedAt: tx.at };
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
  tx.marks.mark(requestId);
  await record(tx, { kind: 'account.passed-on', requestId, detail });
  await tellEach(tx, administrators, {
    key: `passed-on:${requestId}:${account}`,
    requestId,
    body: { kind: 'trouble', what: 'passed-on', account },
  });
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

/**
 * The identity behind a Slack account, from the configured sources in their order: the first that
 * knows the person wins. All but the Slack profile field go by the confirmed email. Never guessed:
 * an address that two identities share is nobody's. Nothing is kept of it.
 *
 * Throws `OutwardFailure` where Slack or a source cannot be asked: a source that fails is never
 * skipped, because the next one could name somebody else.
 *
 * @param priority `fresh` asks Slack and the service again: the person who decides is checked
 * against the truth of this moment
 */
export async function lookUp(
  deps: SourceDeps,
  userId: string,
  priority: LookupPriority,
): Promise<LookedUp> {
  let askedAt = deps.world.now();
  const account = await deps.directory.person(userId, priority);
  if (account === null) return { identity: refuse({ code: 'unknown-person', email: '' }), askedAt };
  const bar = bars.find(([trait]) => account[trait]);
  if (bar !== undefined) return { identity: refuse({ code: bar[1] }), askedAt };
  let wasSearched = false;
  for (const source of deps.settings.identity.sources) {
    // A search said that nobody has the address, or more than one person has: a list of owners may
    // name only one of the two.
    if (source === 'owners' && wasSearched) continue;
    const person = await lookups[source](deps, account);
    // Owners' lists take many calls, so they count from their end.
    if (source === 'owners' && account.email !== null) askedAt = deps.world.now();
    wasSearched ||= source === 'userSearch' && person !== null;
    if (person !== null && person !== 'none') return { identity: active(deps, person), askedAt };
  }
  return { identity: refuse(strangerRefusal(account)), askedAt };
}

function active({ settings }: Pick<SourceDeps, 'settings'>, person: IdentityPerson): Resolved {
  const status = inactiveStatus(person, settings.identity.unknownStatus);
  return status === null ? ok(person) : refuse({ code: 'inactive', status });
}

function strangerRefusal({ email, unconfirmedEmail }: SlackPerson): PersonRefusal {
  if (unconfirmedEmail !== null) return { code: 'unconfirmed-email', email: unconfirmedEmail };
  return email === null ? { code: 'no-email' } : { code: 'unknown-person', email };
}

/** What bars an account from everything, the first that is so. */
const bars = [
  ['isDeactivated', 'deactivated'],
  ['isBot', 'bot'],
  ['isExternal', 'external'],
  ['isGuest', 'guest'],
] as const;

/** Whether somebody may do nothing here, unlike one whose identity alone is missing. */
export function isBarred({ code, email }: Refusal): boolean {
  const isUnknownToSlack = code === 'unknown-person' && email === '';
  return code === 'inactive' || isUnknownToSlack || bars.some(([, bar]) => bar === code);
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
    const listed = deps.settings.directory.get(comparableEmail(account.email ?? ''));
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
  const refusals: RefusedRead[] = [];
  for (const requestable of settings.apps) {
    for (const resource of requestable.resources) {
      const list = governance.listResourceOwners({ appId: requestable.id, ...resource });
      const owners = await list.catch(
        ifRefused((err) => {
          if (err.refusal.kind !== 'not-found') refusals.push(err);
          return [];
        }),
      );
      for (const owner of owners)
        if (comparableEmail(owner.email ?? '') === wanted) ownersById.set(owner.id, owner);
    }
  }
  const [only, ...others] = ownersById.values();
  const [refused] = refusals;
  if (only === undefined && refused !== undefined) throw refused;
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
    return resolveIdentity(deps, slackUserId, 'recent', isAnew ? 0 : undefined);
  };
  const requesterId = request.requester?.userId ?? null;
  const holderId = holderOf(request);
  const asker = identityNow(requesterId);
  const [requester, target] = await Promise.all([
    partyOf(requesterId, request.requesterIdentityId, asker),
    partyOf(
      holderId,
      request.identityUserId,
      holderId === requesterId ? asker : identityNow(holderId),
    ),
  ]);
  return { requester, target, unfit: requester.unfit ?? target.unfit };
}

async function partyOf(
  slackUserId: string | null,
  was: string | null,
  lookup: Promise<Resolved | null>,
): Promise<RequestParties['target'] & Pick<PartiesNow, 'unfit'>> {
  const now = await lookup;
  const is = now?.ok === true ? now.value.id : null;
  let refusal: PersonRefusal | null = now?.ok === false ? now.refusal : null;
  if (was !== null && is !== null && was !== is) refusal = { code: 'changed-person', was, is };
  return {
    slackUserId,
    identityUserIds: [was, is].filter((id) => id !== null),
    unfit: refusal && slackUserId !== null ? { ...refusal, slackUserId } : null,
  };
}

/**
 * That a Slack account stands for another identity than when the request was made, as far as
 * anybody found out; null where it does not, or nobody knew it then.
 *
 * @param is whom it was just found to be; null where nobody looked. A lookup that began earlier may
 * have overwritten what is kept of that.
 */
export async function changedPerson(
  tx: StoreTransaction,
  request: Subject,
  slackUserId: string,
  is: string | null,
): Promise<PersonRefusal | null> {
  const noted =
    (slackUserId === request.requester?.userId ? request.requesterIdentityId : null) ??
    (slackUserId === holderOf(request) ? request.identityUserId : null);
  if (noted !== null && is !== null && noted !== is)
    return { code: 'changed-person', was: noted, is };
  const change = await tx.identities.changeOf(slackUserId, request.createdAt, noted);
  return change && { code: 'changed-person', ...change };
}

/** An emergency does not wait behind a flood. */
export const priorityOf = ({ emergency }: Pick<Subject, 'emergency'>): LookupPriority =>
  emergency ? 'recent' : 'in-turn';
