import type { RequestableApp } from '../domain/access-settings.ts';
import type { SpokenCommand } from '../domain/command-grammar.ts';
import type { CatalogueEntitlement } from '../domain/entitlement.ts';
import { readTimeText, type TimeTextContext } from '../domain/time-text.ts';
import type { CatalogueHit } from './catalogue.ts';
import type { SearchableCatalogue } from './emergency-catalogue.ts';

export interface UnderstoodCommand {
  readonly app: RequestableApp | null;
  readonly entitlement: CatalogueEntitlement | null;
  /** Two to five that are meant equally well; then there is no entitlement. */
  readonly candidates: readonly CatalogueEntitlement[];
  /** null where no time was typed, or it was not understood. */
  readonly durationSeconds: number | null;
  /** Slack id; null for oneself. */
  readonly target: string | null;
  /** The text after "because" to the letter; without one, what was not understood, so that it is not lost. */
  readonly justification: string;
  readonly notUnderstood: readonly string[];
}

/** As many as the form asks to choose from. */
const mostCandidates = 5;
/** Below this share of the best one's score, a match is meant less. */
const equallyGood = 0.95;

/** What the words of a command mean in the catalogue. Nothing is guessed: equally good matches are left to the person. */
export function understandCommand(
  deps: { readonly catalogue: SearchableCatalogue },
  spoken: Extract<SpokenCommand, { kind: 'ask' }>,
  context: TimeTextContext,
): UnderstoodCommand {
  const found = meaningOf(deps.catalogue, spoken.what);
  const time = spoken.time === null ? null : readTimeText(spoken.time, context);
  const durationSeconds = time?.ok ? time.value.seconds : null;
  const unclearTime = spoken.time !== null && durationSeconds === null ? [spoken.time] : [];
  const notUnderstood = [...found.rest, ...unclearTime, ...spoken.leftovers];
  return {
    ...found.meaning,
    durationSeconds,
    target: spoken.target,
    justification: spoken.because ?? notUnderstood.join(' '),
    notUnderstood,
  };
}

interface Found {
  readonly meaning: Pick<UnderstoodCommand, 'app' | 'entitlement' | 'candidates'>;
  /** Words that matched nothing. */
  readonly rest: readonly string[];
}

const nothing: Found['meaning'] = { app: null, entitlement: null, candidates: [] };

/** The longest beginning of the words that means something; the words after it are told back. */
function meaningOf(catalogue: SearchableCatalogue, what: string): Found {
  const words = what.split(' ').filter(Boolean);
  for (let length = words.length; length > 0; length -= 1) {
    const meaning = exactly(catalogue, words.slice(0, length).join(' '));
    if (meaning !== null) return { meaning, rest: words.length === length ? [] : [words.slice(length).join(' ')] };
  }
  return { meaning: nothing, rest: words.length === 0 ? [] : [what] };
}

function exactly(catalogue: SearchableCatalogue, text: string): Found['meaning'] | null {
  const [app, otherApp] = catalogue.apps(text);
  if (app !== undefined && (otherApp === undefined || sameText(app.name, text))) return { ...nothing, app };
  const hits = catalogue.find(text, mostCandidates + 1);
  const best = bestOf(hits, text);
  const [only, other] = best;
  if (only === undefined) return null;
  if (other === undefined) return { ...nothing, app: appOf(catalogue, only), entitlement: only };
  const apps = new Set(best.map((one) => one.appId));
  return {
    app: apps.size === 1 ? appOf(catalogue, only) : null,
    entitlement: null,
    candidates: best.slice(0, mostCandidates),
  };
}

/** Those that are meant equally well: by the whole name, else by the score. */
function bestOf(hits: readonly CatalogueHit[], text: string): readonly CatalogueEntitlement[] {
  const named = hits.filter((hit) => sameText(hit.entitlement.name, text));
  const [top] = hits;
  if (named.length > 0) return named.map((hit) => hit.entitlement);
  if (top === undefined) return [];
  return hits.filter((hit) => hit.score >= top.score * equallyGood).map((hit) => hit.entitlement);
}

function appOf(catalogue: SearchableCatalogue, entitlement: CatalogueEntitlement): RequestableApp | null {
  return catalogue.apps('').find((app) => app.id === entitlement.appId) ?? null;
}

function sameText(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { sensitivity: 'base', ignorePunctuation: true }) === 0;
}
