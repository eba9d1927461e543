import { type CatalogueEntitlement, isKnownAsLowRisk } from '../../domain/catalogue/entitlement.ts';
import type { RequestableApp } from '../../domain/settings/access-settings.ts';
import {
  correctionOf,
  foldedWords,
  joiningWords,
  littleWords,
  meaningsOf,
  powerOf,
  type WordMatch,
  wordMatch,
  wordsOfName,
} from '../../domain/text/folded-text.ts';
import { type TakingTurns, takingTurns } from '../ports/pace.ts';
import { type Catalogue, emergencyCatalogue, type OfferedCatalogue } from './catalogue.ts';

export interface UnderstoodCommand {
  readonly app: RequestableApp | null;
  /** Only where all that was typed means this one thing. */
  readonly entitlement: CatalogueEntitlement | null;
  /** Up to three to choose from; then there is no entitlement. */
  readonly suggestions: readonly CatalogueEntitlement[];
  /** Words that nothing in the catalogue says. */
  readonly notFound: string;
  /** The corrections of mistyped words because of which nothing is preselected. */
  readonly corrections: readonly Correction[];
}

interface Correction {
  readonly typed: string;
  readonly readAs: string;
}

export interface UnderstoodEmergency extends UnderstoodCommand {
  /** The name of what was meant where that cannot be had as an emergency; else null. */
  readonly notAsEmergency: string | null;
}

const mostSuggestions = 3;
/** So many of an app are compared; where there are more, the words are too few to mean one. */
const mostCompared = 300;
/** More than a name has: what follows in a pasted text is told back. */
const mostWords = 10;
/** What follows in a longer piece without a space does not count, but nothing is preselected then. */
const longestPiece = 100;
/** More, joined by other signs than spaces, name nothing. */
const mostFolded = 30;

/** How an entitlement and its app account for what is wanted. */
type Accounted = Awaited<ReturnType<typeof accountedIn>>[number];

type SearchableCatalogue = Pick<OfferedCatalogue, 'apps' | 'entitlements'>;

/**
 * What the words of a command mean in the catalogue. Nothing is guessed: what may be something else
 * is left to the person. It takes turns with everything else: a tenant may have 30,000 entitlements.
 */
export async function understandCommand(
  catalogue: SearchableCatalogue,
  text: string,
): Promise<UnderstoodCommand> {
  const typed = text.split(' ');
  const words = typed.slice(0, mostWords).join(' ');
  const beyond = typed.slice(mostWords).join(' ');
  const readPieces = typed.slice(0, mostWords).map((piece) => piece.slice(0, longestPiece));
  const folded = foldedWords(readPieces.join(' '));
  const isRead = beyond === '' && typed.every((piece) => piece.length <= longestPiece);
  const telling = folded.filter((word) => !littleWords.has(word) && !joiningWords.has(word));
  const apps = catalogue.apps('');
  const nothing: UnderstoodCommand = {
    app: null,
    entitlement: null,
    suggestions: [],
    notFound: text,
    corrections: [],
  };
  if (telling.length === 0 || folded.length > mostFolded) return nothing;
  const named = appsNamed(apps, telling);
  const [app = null, another] = named.whole;
  if (app !== null && another === undefined) return { ...nothing, app, notFound: beyond };

  const inEveryApp = await accountedInAll(catalogue, apps, { folded, telling });
  const meantApp = appMeant(apps, telling, inEveryApp);
  const accounted = inEveryApp.filter(
    ({ entitlement }) => meantApp === null || entitlement.appId === meantApp.id,
  );
  const candidates = mostSaying(accounted);
  const appOf = (id: string | undefined) => apps.find((one) => one.id === id) ?? null;
  const best = isRead ? bestOf(candidates) : null;
  const corrections = best === null ? [] : correctionsOf(best);
  if (best !== null && (corrections.length === 0 || isKnownAsLowRisk(best.entitlement))) {
    const { entitlement } = best;
    return { ...nothing, app: appOf(entitlement.appId), entitlement, notFound: '' };
  }
  const suggested =
    best === null
      ? candidates.toSorted((one, other) => one.power - other.power).slice(0, mostSuggestions)
      : [best];
  const suggestions = suggested.map((one) => one.entitlement);
  const ofOneApp = new Set(candidates.map((one) => one.entitlement.appId)).size === 1;
  const [any = null, other] = named.any;
  const onlyApp =
    any === null && ofOneApp ? appOf(candidates[0]?.entitlement.appId) : other ? null : any;
  const isNothing = suggestions.length === 0 && onlyApp === null && meantApp === null;
  const appWords = apps.flatMap(wordsOfName);
  const isStrange = (word: string, at: number) =>
    wordMatch(word, appWords) === null && accounted.every(({ matches }) => matches[at] === null);
  const strangeTyped = typedWith(new Set(telling.filter(isStrange)), words);
  return {
    app: meantApp ?? onlyApp,
    entitlement: null,
    suggestions,
    notFound: isNothing ? text : [...strangeTyped, beyond].filter(Boolean).join(' '),
    corrections,
  };
}

/** The pieces of a text that have one of these words. */
function typedWith(strange: ReadonlySet<string>, text: string): readonly string[] {
  const has = (piece: string) =>
    foldedWords(piece.slice(0, longestPiece)).some((word) => strange.has(word));
  return text.split(' ').filter(has);
}

/**
 * The one app whose whole name was typed, letter by letter: “crew list read” is about Crew List.
 * null if an entitlement of another app matches every word.
 */
function appMeant(
  apps: readonly RequestableApp[],
  telling: readonly string[],
  accounted: readonly Accounted[],
): RequestableApp | null {
  const [app, another] = apps.filter((one) => {
    const words = wordsOfName(one).filter((word) => !littleWords.has(word));
    return words.length > 0 && words.every((word) => telling.includes(word));
  });
  if (app === undefined || another !== undefined) return null;
  const isElsewhere = accounted.some((one) => one.isComplete && one.entitlement.appId !== app.id);
  return isElsewhere ? null : app;
}

/** The entitlements that match the most words. */
function mostSaying(accounted: readonly Accounted[]): readonly Accounted[] {
  const saidOf = ({ matches }: Accounted) => matches.filter((match) => match !== null).length;
  const most = accounted.reduce((sofar, one) => Math.max(sofar, saidOf(one)), 0);
  return accounted.filter((one) => saidOf(one) === most);
}

/**
 * The entitlement that matches every word, better than any other that does; null if there is none.
 */
function bestOf(candidates: readonly Accounted[]): Accounted | null {
  const complete = candidates.filter((one) => one.isComplete);
  const best = complete.find((one) =>
    complete.every((other) => other === one || isBetter(one, other)),
  );
  if (best === undefined) return null;
  return best.isWhole || candidates.length < mostCompared ? best : null;
}

/** Words that match the entitlement only if they were mistyped. */
function correctionsOf({ own, itsWords }: Accounted): readonly Correction[] {
  return own.flatMap((typed) => {
    if (matchOf(typed, itsWords) !== 'typo') return [];
    const readAs = correctionOf(typed, itsWords);
    return readAs === null ? [] : [{ typed, readAs }];
  });
}

/** How the word says the best of these, in its own language or in English. */
function matchOf(word: string, among: readonly string[]): WordMatch | null {
  const matches = meaningsOf(word).map((meaning) => wordMatch(meaning, among));
  return matchRanks.find((rank) => matches.includes(rank)) ?? null;
}

const matchRanks = ['exact', 'prefix', 'typo'] as const;

/** Apps that say all that is wanted, and those that say any of it. */
function appsNamed(apps: readonly RequestableApp[], telling: readonly string[]) {
  const matches = apps.map((app) => ({
    app,
    words: telling.map((word) => wordMatch(word, wordsOfName(app))),
  }));
  const whole = matches.filter(({ words }) => words.every((match) => match !== null));
  const exact = whole.filter(({ words }) => words.every((match) => match === 'exact'));
  const any = matches.filter(({ words }) => words.some((match) => match !== null));
  return {
    whole: (exact.length > 0 ? exact : whole).map((one) => one.app),
    any: any.map((one) => one.app),
  };
}

interface WantedWords {
  readonly folded: readonly string[];
  readonly telling: readonly string[];
}

async function accountedInAll(
  catalogue: SearchableCatalogue,
  apps: readonly RequestableApp[],
  wanted: WantedWords,
): Promise<readonly Accounted[]> {
  const othersTurn = takingTurns();
  const all: Accounted[] = [];
  for (const app of apps) all.push(...(await accountedIn(catalogue, app, wanted, othersTurn)));
  return all;
}

/**
 * Entitlements of an app that say any of the words beside those that name the app: first what has
 * them all, best first.
 */
async function accountedIn(
  catalogue: SearchableCatalogue,
  app: RequestableApp,
  { folded, telling }: WantedWords,
  othersTurn: TakingTurns,
) {
  const appWords = wordsOfName(app);
  const own = telling.filter((word) => wordMatch(word, appWords) === null);
  const knownWords: string[] = [];
  for (const word of own) {
    await othersTurn();
    const isKnown = (meaning: string) => catalogue.entitlements(app.id, meaning, 1).length > 0;
    knownWords.push(...meaningsOf(word).filter(isKnown).slice(0, 1));
  }
  if (knownWords.length === 0) return [];
  const candidates = new Set<CatalogueEntitlement>();
  for (const words of new Set([knownWords.join(' '), ...knownWords])) {
    await othersTurn();
    for (const one of catalogue.entitlements(app.id, words, mostCompared)) candidates.add(one);
  }
  const accounted = [];
  for (const entitlement of candidates) {
    await othersTurn();
    const name = foldedWords(entitlement.name);
    // Descriptions account for nothing: they mention anything.
    const alias = foldedWords(entitlement.alias);
    const itsWords = [...name, ...alias, ...foldedWords(entitlement.resourceName)];
    if (own.every((word) => matchOf(word, itsWords) === null)) continue;
    const allWords = [...itsWords, ...appWords];
    const matches = telling.map((word) => matchOf(word, allWords));
    const [all, rest] = [telling.join(' '), own.join(' ')];
    const isName = [all, rest].includes(name.filter((word) => !littleWords.has(word)).join(' '));
    // "this and that" are two things, unless one is called so.
    const isOne = folded.every((word) => !joiningWords.has(word) || itsWords.includes(word));
    accounted.push({
      entitlement,
      /** How much access the name suggests; picking the least by mistake does the least harm. */
      power: powerOf(name),
      /** What was typed besides the app. */
      own,
      itsWords,
      /** The match of each telling word; null where nothing says it. */
      matches,
      /** Whole name or alias, without what names the app. */
      isWhole: isName || alias.join(' ') === rest,
      isComplete: isOne && matches.every((match) => match !== null),
    });
  }
  return accounted;
}

/** Better by its whole name, or in one word and worse in none: exact beats prefix beats typo. */
function isBetter(one: Accounted, other: Accounted): boolean {
  if (one.isWhole !== other.isWhole) return one.isWhole;
  const rankOf = (match: WordMatch | null = null) => [...matchRanks, null].indexOf(match);
  const ranks = one.matches.map((match, at) => rankOf(other.matches[at]) - rankOf(match));
  return ranks.every((rank) => rank >= 0) && ranks.some((rank) => rank > 0);
}

/**
 * What the words of a command mean among what can be had as an emergency. Where they mean something
 * that cannot, nothing else is taken for it: "platform read" is not "Platform: deploy".
 */
export async function understandEmergency(
  catalogue: Catalogue,
  text: string,
): Promise<UnderstoodEmergency> {
  const offered = emergencyCatalogue(catalogue);
  const meant = await understandCommand(catalogue, text);
  const { app, entitlement } = meant;
  const isAppOffered = offered.apps('').some((one) => one.id === app?.id);
  if (entitlement !== null && !entitlement.emergencyGrantEnabled) {
    const notAsEmergency = [app?.name ?? '', entitlement.name].filter(Boolean).join(' · ');
    return { ...meant, app: isAppOffered ? app : null, entitlement: null, notAsEmergency };
  }
  if (app !== null && !isAppOffered)
    return { ...meant, app: null, suggestions: [], notAsEmergency: app.name };
  return { ...(await understandCommand(offered, text)), notAsEmergency: null };
}
