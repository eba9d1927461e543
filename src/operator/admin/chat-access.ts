/** Which access a command in chat is about: named, picked, or for owners one that they own. */
import { ok, type Result } from '../../domain/result.ts';
import type { Sentence } from '../../domain/text/sentence.ts';
import type { AdminAnswer, AdminButton } from '../../slack/admin/admin-answer.ts';
import { calledSo, idMark, mostChoices, type Unclear, type WhoOrWhat } from './names/named.ts';
import { appMeant, entitlementMeant, type NamingDeps, namedThing } from './names/named-access.ts';

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
