/**
 * Which access a command in chat is about: named, picked, or for owners one that they own; and who
 * has it.
 */
import { unlessFailing } from '../../domain/outward/outward-failure.ts';
import { ok, type Result } from '../../domain/result.ts';
import { quotedName } from '../../domain/text/foreign-text.ts';
import type { Sentence } from '../../domain/text/sentence.ts';
import {
  listEntitlementHolders,
  readUserGrants,
} from '../../service/client/optional-operations.ts';
import { chunks, readPage } from '../../service/client/wire/paging.ts';
import type { AdminAnswer, AdminButton } from '../../slack/admin/admin-answer.ts';
import { calledSo, idMark, mostChoices, type Unclear, type WhoOrWhat } from './names/named.ts';
import { appMeant, entitlementMeant, type NamingDeps, namedThing } from './names/named-access.ts';
import { type CommandRefusal, missingOperation } from './table/kept-command.ts';

export interface AccessDeps extends NamingDeps {
  owns(slackUserId: string, appId: string, entitlementId: string): Promise<boolean>;
}

/** What was typed, and what an owner may mean; null for an administrator. */
interface AccessCall {
  readonly deps: AccessDeps;
  readonly words: readonly string[];
  readonly owned: readonly AccessMeant[] | null;
}

export interface AccessMeant {
  readonly app: WhoOrWhat;
  readonly entitlement: WhoOrWhat;
}

export const inEither = (words: string): Sentence => [words, words];

/** Nobody is asked: only what the bot offers can be owned here. */
export async function ownedAccess(
  deps: AccessDeps,
  slackUserId: string,
  [app = '', entitlement = '']: readonly string[],
): Promise<readonly AccessMeant[]> {
  const all = calledSo(app, deps.apps.map(namedThing)).flatMap((one) =>
    calledSo(entitlement, deps.entitlements(one.id).map(namedThing)).map((other) => ({
      app: one,
      entitlement: other,
    })),
  );
  const owned: AccessMeant[] = [];
  for (const one of all.slice(0, mostChoices))
    if (await deps.owns(slackUserId, one.app.id, one.entitlement.id)) owned.push(one);
  return owned;
}

type Meant<T> = Result<T, AdminAnswer>;

/** A choice of commands, each with one of those that may be meant in the place of a word. */
export function choice(
  command: string,
  words: readonly string[],
  at: number,
  { says, choices }: Unclear,
): { readonly ok: false; readonly refusal: AdminAnswer } {
  const buttons = choices.map(({ id, title }): AdminButton => {
    const picked = Array.from({ length: Math.max(words.length, at + 1) }, (_, place) =>
      place === at ? `${idMark}${id}` : (words[place] ?? ''),
    );
    return { label: inEither(title), words: [command, ...picked] };
  });
  return { ok: false, refusal: { says: [says], buttons } };
}

export async function accessMeant(
  command: string,
  { deps, words, owned }: AccessCall,
): Promise<Meant<AccessMeant>> {
  const [only, ...others] = owned ?? [];
  if (only !== undefined && others.length === 0) return ok(only);
  if (owned !== null) {
    const choices = owned.map(({ entitlement }) => entitlement);
    const says: Sentence = ['Which of these?', 'Was davon?'];
    return choice(command, words, 1, { kind: 'unclear', says, choices });
  }
  const app = await appMeant(words[0] ?? '', deps);
  if (!app.ok) return choice(command, words, 0, app.refusal);
  const entitlement = await entitlementMeant(app.value.id, words[1] ?? '', deps);
  if (!entitlement.ok) return choice(command, words, 1, entitlement.refusal);
  return ok({ app: app.value, entitlement: entitlement.value });
}

export const accessTitle = ({ app, entitlement }: AccessMeant): string =>
  `${app.title} · ${entitlement.title}`;

/** As many as a message shows; the service is asked about each of them by themselves. */
const mostShown = 20;
const askedAtOnce = 5;

/** A line each, with the end: the service lists the holders without it. */
export async function whoHas(
  deps: NamingDeps,
  { app, entitlement }: AccessMeant,
): Promise<Result<readonly Sentence[], CommandRefusal>> {
  const missing = missingOperation(listEntitlementHolders, deps.capabilities);
  if (missing !== null) return missing;
  const path = { app_id: app.id, app_entitlement_id: entitlement.id };
  const page = { pageSize: mostShown, pageToken: '' };
  const answer = await readPage(deps.client, listEntitlementHolders, { path }, page);
  if (!answer.ok) return answer;
  const { list, nextPageToken } = answer.value;
  if (list.length === 0) return ok([['Nobody has it.', 'Niemand hat es.']]);
  const lines: Sentence[] = [];
  for (const some of chunks(list.slice(0, mostShown), askedAtOnce)) {
    const ends = some.map(async ({ user, appUserId }): Promise<Sentence> => {
      const who = user === null ? appUserId : nameOf(user);
      const [until, bis] = await endOf(deps, path, { userId: user?.id ?? '', appUserId });
      return [`${who}${until}`, `${who}${bis}`];
    });
    lines.push(...(await Promise.all(ends)));
  }
  const isCut = nextPageToken !== '' || list.length > mostShown;
  if (!isCut) return ok(lines);
  return ok([
    ...lines,
    [
      'There are more: npm run admin -- who-has, or the service’s console.',
      'Es gibt mehr: npm run admin -- who-has, oder die Konsole des Zugriffsdienstes.',
    ],
  ]);
}

const nameOf = ({ displayName, email, id }: { displayName: string; email: string; id: string }) =>
  displayName === '' ? email || id : `${quotedName(displayName)} (${email || id})`;

/** Empty where the service does not tell. */
async function endOf(
  { client, capabilities }: NamingDeps,
  path: { readonly app_id: string; readonly app_entitlement_id: string },
  { userId, appUserId }: { readonly userId: string; readonly appUserId: string },
): Promise<Sentence> {
  if (userId === '' || !capabilities.mayCall(readUserGrants)) return ['', ''];
  const reading = client.call(readUserGrants, { path: { ...path, identity_user_id: userId } });
  const answer = await unlessFailing(reading, () => null);
  const bindings = answer?.ok === true ? (answer.value ?? []) : [];
  const binding = bindings.find(
    (one) =>
      one.appUserId === appUserId &&
      one.appId === path.app_id &&
      one.appEntitlementId === path.app_entitlement_id &&
      one.deletedAt === null,
  );
  if (binding === undefined) return [': end not told', ': Ende nicht genannt'];
  if (binding.deprovisionAt === null) return [': until revoked', ': bis auf Widerruf'];
  const end = new Date(binding.deprovisionAt);
  const isTime = !Number.isNaN(end.getTime());
  const at = isTime
    ? `${end.toISOString().slice(0, 16).replace('T', ' ')} UTC`
    : binding.deprovisionAt;
  return [`: until ${at}`, `: bis ${at}`];
}
