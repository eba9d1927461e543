import type { RequestableApp } from '../domain/access-settings.ts';
import type { SpokenCommand } from '../domain/command-grammar.ts';
import type { CatalogueEntitlement } from '../domain/entitlement.ts';
import { readTimeText, type TimeTextContext, type TimeTextRefusal } from '../domain/time-text.ts';
import type { CatalogueHit } from './catalogue.ts';
import type { SearchableCatalogue } from './emergency-catalogue.ts';
import { comparable, isMistyped, meantBest, namesApp, sameWords, saysAll, saysAsTyped } from './match-words.ts';

export interface UnderstoodCommand {
  readonly app: RequestableApp | null;
  readonly entitlement: CatalogueEntitlement | null;
  /** Two to five that are meant equally well; then there is no entitlement. */
  readonly candidates: readonly CatalogueEntitlement[];
  /** Those beyond the candidates that are meant as well; not `isAll`: and perhaps others, which were not compared. */
  readonly moreCandidates: { readonly count: number; readonly isAll: boolean };
  /** Undefined where no time was typed, or it was refused; null = until revoked. */
  readonly durationSeconds: number | null | undefined;
  /** As typed; empty where no time was typed, or it was refused. */
  readonly timeText: string;
  /** Why the time that was typed is not taken. */
  readonly timeRefusal: TimeTextRefusal | null;
  /** Slack id; null for oneself. */
  readonly target: string | null;
  /** The text after "because" to the letter; without one, what was not understood, so that it is not lost. */
  readonly justification: string;
  readonly notUnderstood: readonly string[];
  /** Those of them that were looked up in the catalogue. */
  readonly notFound: readonly string[];
}

/** As many as the form asks to choose from. */
const mostCandidates = 5;
/** So many hits are compared; those beyond are worse, or too many to choose from. */
const mostHits = 200;
/** As many as a name has and some more: each is looked up, whatever somebody pasted. */
const mostWords = 12;

/** What the words of a command mean in the catalogue. Nothing is guessed: equally good matches are left to the person. */
export function understandCommand(
  deps: { readonly catalogue: SearchableCatalogue },
  spoken: Extract<SpokenCommand, { kind: 'ask' }>,
  context: TimeTextContext,
): UnderstoodCommand {
  const found = meaningOf(deps.catalogue, spoken.what);
  const permanent = spoken.time === null ? onlyPermanent(found.rest, context) : null;
  const notFound = permanent === null ? found.rest : [];
  const typed = permanent ?? spoken.time;
  const time = typed === null ? null : readTimeText(typed, context);
  const refusedTime = typed !== null && time?.ok === false ? [typed] : [];
  const notUnderstood = [...notFound, ...refusedTime, ...spoken.leftovers];
  return {
    ...found.meaning,
    durationSeconds: time?.ok ? time.value.seconds : undefined,
    timeText: time?.ok ? (typed ?? '') : '',
    timeRefusal: time === null || time.ok ? null : time.refusal,
    target: spoken.target,
    justification: spoken.because ?? notUnderstood.join(' '),
    notUnderstood,
    notFound,
  };
}

/** Whether the words, as typed, are those of an app or an entitlement, whole or begun. */
export function isInCatalogue(catalogue: SearchableCatalogue, text: string): boolean {
  const words = comparable(text);
  const apps = catalogue.apps('');
  const nameOf = new Map(apps.map((app) => [app.id, app.name]));
  const isWord = (appName: string) => words.every((word) => comparable(appName).some((one) => one.startsWith(word)));
  return (
    apps.some((app) => isWord(app.name)) ||
    catalogue
      .find(text, mostHits)
      .some(({ entitlement }) => saysAsTyped(entitlement, nameOf.get(entitlement.appId) ?? '', words))
  );
}

/** "permanent", which needs no "for" before it where nothing is called so. */
function onlyPermanent(rest: readonly string[], context: TimeTextContext): string | null {
  const [words, more] = rest;
  if (words === undefined || more !== undefined) return null;
  const read = readTimeText(words, context);
  return read.ok && read.value.seconds === null ? words : null;
}

interface Found {
  readonly meaning: Pick<UnderstoodCommand, 'app' | 'entitlement' | 'candidates' | 'moreCandidates'>;
  /** Words that matched nothing. */
  readonly rest: readonly string[];
}

const nothing: Found['meaning'] = {
  app: null,
  entitlement: null,
  candidates: [],
  moreCandidates: { count: 0, isAll: true },
};

/** All the words, else those that mean something at all, else the longest beginning that does; the others are told back. */
function meaningOf(catalogue: SearchableCatalogue, what: string): Found {
  const words = what.split(' ').filter(Boolean);
  const considered = words.slice(0, mostWords);
  const beyond = words.slice(mostWords).join(' ');
  const all = exactly(catalogue, considered);
  if (all !== null) return { meaning: all, rest: told(beyond) };

  const known = considered.map((word) => ({ word, read: readWord(catalogue, word) }));
  const meaningful = known.flatMap(({ read }) => read ?? []);
  for (let length = meaningful.length; length > 0; length -= 1) {
    const meaning = exactly(catalogue, meaningful.slice(0, length));
    if (meaning === null) continue;
    let taken = 0;
    const rest = known.filter(({ read }) => {
      if (read !== null) taken += 1;
      return read === null || taken > length;
    });
    return { meaning, rest: told(...rest.map((one) => one.word), beyond) };
  }
  return { meaning: nothing, rest: told(what) };
}

function told(...words: readonly string[]): readonly string[] {
  const text = words.filter(Boolean).join(' ');
  return text === '' ? [] : [text];
}

/** The word as the catalogue can find it, small typos corrected that the search does not know; null where it says nothing alone. */
function readWord(catalogue: SearchableCatalogue, word: string): string | null {
  const [plain, ...others] = comparable(word);
  if (plain === undefined) return null;
  if (appsNamed(catalogue, word).length > 0 || hitsOf(catalogue, word).length > 0) return word;
  if (others.length > 0) return null;
  const appWords = catalogue.apps('').flatMap((app) => comparable(app.name));
  return appWords.find((one) => isMistyped(plain, [one])) ?? null;
}

function appsNamed(catalogue: SearchableCatalogue, text: string): readonly RequestableApp[] {
  return catalogue.apps(text).filter((app) => namesApp(app, comparable(text)));
}

/** Without what the search finds by a typo that nobody made. */
function hitsOf(catalogue: SearchableCatalogue, text: string): readonly CatalogueHit[] {
  const words = comparable(text);
  const nameOf = new Map(catalogue.apps('').map((app) => [app.id, app.name]));
  return catalogue
    .find(text, mostHits)
    .filter(({ entitlement }) => saysAll(entitlement, nameOf.get(entitlement.appId) ?? '', words));
}

function exactly(catalogue: SearchableCatalogue, words: readonly string[]): Found['meaning'] | null {
  const text = words.join(' ');
  if (comparable(text).length === 0) return null;
  const apps = appsNamed(catalogue, text);
  const hits = hitsOf(catalogue, text);
  const named = apps.find((one) => sameWords(one.name, text));
  const [app, otherApp] = apps;
  const only = otherApp === undefined && hits.every((hit) => hit.entitlement.appId === app?.id) ? app : undefined;
  if (named !== undefined || only !== undefined) return { ...nothing, app: named ?? only ?? null };
  if (hits.length === 0) return null;

  const best = meantBest(hits, text, catalogue.apps(''));
  const [entitlement, another] = best;
  const ofOneApp = best.every((one) => one.appId === entitlement?.appId);
  const itsApp = catalogue.apps('').find((one) => one.id === entitlement?.appId) ?? null;
  if (entitlement !== undefined && another === undefined) return { ...nothing, app: itsApp, entitlement };
  return {
    app: ofOneApp ? itsApp : null,
    entitlement: null,
    candidates: best.slice(0, mostCandidates),
    moreCandidates: { count: Math.max(best.length - mostCandidates, 0), isAll: hits.length < mostHits },
  };
}
