import type { RequestableApp } from '../domain/access-settings.ts';
import { wordMatch } from '../domain/closest-name.ts';
import type { SpokenCommand } from '../domain/command-grammar.ts';
import type { CatalogueEntitlement } from '../domain/entitlement.ts';
import { foldedWords } from '../domain/folded-text.ts';
import { readTimeText, type TimeTextContext, type TimeTextRefusal } from '../domain/time-text.ts';
import type { Catalogue } from './catalogue.ts';
import { emergencyCatalogue, type SearchableCatalogue } from './emergency-catalogue.ts';
import { type Accounted, accountFor, isBetter, type WantedWords, wantedWords } from './match-words.ts';

export interface UnderstoodCommand {
  readonly app: RequestableApp | null;
  /** Only where all that was typed means this one thing. */
  readonly entitlement: CatalogueEntitlement | null;
  /** Up to three to choose from; then there is no entitlement. */
  readonly suggestions: readonly CatalogueEntitlement[];
  /** As typed; empty where no time was typed, or it was refused. */
  readonly timeText: string;
  /** The length that was typed, null = until revoked; undefined for an end, and where none was typed. */
  readonly durationSeconds: number | null | undefined;
  /** Why the time that was typed is not taken. */
  readonly timeRefusal: TimeTextRefusal | null;
  /** Words that nothing in the catalogue says. */
  readonly notFound: string;
}

type Asking = Extract<SpokenCommand, { kind: 'ask' }>;

const mostSuggestions = 3;
/** So many of an app are compared; where there are more, the words are too few to mean one. */
const mostCompared = 300;
/** More than a name has: what follows in a pasted text is told back. */
const mostWords = 10;

/** What the words of a command mean in the catalogue. Nothing is guessed: what may be something else is left to the person. */
export function understandCommand(
  catalogue: SearchableCatalogue,
  spoken: Asking,
  context: TimeTextContext,
): UnderstoodCommand {
  const time = spoken.time === null ? null : readTimeText(spoken.time, context);
  return {
    ...meaningOf(catalogue, spoken.what),
    durationSeconds: time?.ok && time.value.until === null ? time.value.seconds : undefined,
    timeText: time?.ok ? (spoken.time ?? '') : '',
    timeRefusal: time === null || time.ok ? null : time.refusal,
  };
}

/** Whether an app or an entitlement has the word, whole or begun. */
export function isInCatalogue(catalogue: SearchableCatalogue, word: string): boolean {
  const { entitlements } = catalogue.find(foldedWords(word), 1);
  const names = [...catalogue.apps(''), ...entitlements].flatMap((one) =>
    foldedWords('alias' in one ? `${one.name} ${one.alias}` : one.name),
  );
  const match = wordMatch(foldedWords(word).join(''), names);
  return match === 'exact' || match === 'prefix';
}

type Meaning = Pick<UnderstoodCommand, 'app' | 'entitlement' | 'suggestions' | 'notFound'>;

function meaningOf(catalogue: SearchableCatalogue, text: string): Meaning {
  const typed = text.split(' ');
  const wanted = wantedWords(typed.slice(0, mostWords).join(' '));
  const beyond = typed.slice(mostWords).join(' ');
  const apps = catalogue.apps('');
  const nothing: Meaning = { app: null, entitlement: null, suggestions: [], notFound: text };
  if (wanted.telling.length === 0) return nothing;
  const named = appsNamed(apps, wanted);
  const [app = null, another] = named.whole;
  if (app !== null && another === undefined) return { ...nothing, app, notFound: beyond };

  const { entitlements, unknown } = catalogue.find(wanted.telling, mostCompared);
  const found = entitlements.flatMap((entitlement) => {
    const itsApp = apps.find((one) => one.id === entitlement.appId);
    return itsApp === undefined ? [] : [accountFor(entitlement, itsApp, wanted)];
  });
  const complete = found.filter((one) => one.isComplete);
  const best = complete.find((one) => complete.every((other) => other === one || isBetter(one, other)));
  const appOf = (id: string | undefined) => apps.find((one) => one.id === id) ?? null;
  if (best !== undefined && beyond === '' && (best.isWhole || found.length < mostCompared)) {
    return { app: appOf(best.entitlement.appId), entitlement: best.entitlement, suggestions: [], notFound: '' };
  }
  const suggestions = inOrder(found).slice(0, mostSuggestions);
  const ofOneApp = new Set(found.map((one) => one.entitlement.appId)).size === 1;
  const strange = strangeWords(wanted, unknown, apps);
  const [any = null, other] = named.any;
  const isNothing = suggestions.length === 0 && (any === null || other !== undefined);
  return {
    app: any === null && ofOneApp ? appOf(found[0]?.entitlement.appId) : other === undefined ? any : null,
    entitlement: null,
    suggestions,
    notFound: isNothing ? text : [strange, beyond].filter(Boolean).join(' '),
  };
}

/** Apps that say all that is wanted, and those that say any of it. */
function appsNamed(apps: readonly RequestableApp[], { telling }: WantedWords) {
  const matches = apps.map((app) => ({ app, words: telling.map((word) => wordMatch(word, foldedWords(app.name))) }));
  const whole = matches.filter(({ words }) => words.every((match) => match !== null));
  const exact = whole.filter(({ words }) => words.every((match) => match === 'exact'));
  const any = matches.filter(({ words }) => words.some((match) => match !== null));
  return { whole: (exact.length > 0 ? exact : whole).map((one) => one.app), any: any.map((one) => one.app) };
}

/** The better ones first; others stay in their order. */
function inOrder(found: readonly Accounted[]): readonly CatalogueEntitlement[] {
  const beaten = (one: Accounted) => found.filter((other) => isBetter(other, one)).length;
  return found
    .slice(0, mostCompared)
    .map((one) => ({ one, by: beaten(one) }))
    .sort((a, b) => a.by - b.by)
    .map(({ one }) => one.entitlement);
}

/** Typed words of which the catalogue does not know a part. */
function strangeWords(wanted: WantedWords, unknown: readonly string[], apps: readonly RequestableApp[]): string {
  const appWords = apps.flatMap((app) => foldedWords(app.name));
  const strange = unknown.filter((word) => wordMatch(word, appWords) === null);
  const isStrange = (token: string) => foldedWords(token).some((word) => strange.includes(word));
  return wanted.text.split(' ').filter(isStrange).join(' ');
}

export interface UnderstoodEmergency extends UnderstoodCommand {
  /** What was meant, where that cannot be had as an emergency: its name. */
  readonly notAsEmergency: string | null;
}

/**
 * What the words of a command mean among what can be had as an emergency. Where they mean something that cannot, nothing else is
 * taken for it: "platform read" is not "Platform: deploy".
 */
export function understandEmergency(
  catalogue: Catalogue,
  spoken: Extract<SpokenCommand, { kind: 'ask' }>,
  context: TimeTextContext,
): UnderstoodEmergency {
  const offered = emergencyCatalogue(catalogue);
  const meant = understandCommand(catalogue, spoken, context);
  const { app, entitlement } = meant;
  const isAppOffered = offered.apps('').some((one) => one.id === app?.id);
  if (entitlement !== null && !entitlement.emergencyGrantEnabled) {
    const notAsEmergency = [app?.name ?? '', entitlement.name].filter(Boolean).join(' · ');
    return { ...meant, app: isAppOffered ? app : null, entitlement: null, notAsEmergency };
  }
  if (app !== null && !isAppOffered) return { ...meant, app: null, suggestions: [], notAsEmergency: app.name };
  return { ...understandCommand(offered, spoken, context), notAsEmergency: null };
}
