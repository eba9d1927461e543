import type { SectionBlock } from '@slack/types';
import { z } from 'zod';
import type { CatalogueEntitlement } from '../../../domain/catalogue/entitlement.ts';
import type { RequestableApp } from '../../../domain/settings/access-settings.ts';
import { foldedWords, littleWords, wordsOfName } from '../../../domain/text/folded-text.ts';
import { button, labelled } from '../../../slack/action/buttons.ts';
import { durationWords } from '../../../slack/card/duration-words.ts';
import type { Languages } from '../../../slack/people/languages.ts';
import { cut, name, oneLine, section } from '../../../slack/platform/text.ts';
import { type Texts, textsOfExtra } from '../../../slack/texts.ts';
import type { OfferedCatalogue } from '../../../use-cases/catalogue/catalogue.ts';
import { type OfferPorts, offerFor } from './access-offer.ts';
import type { Tool } from './tool.ts';
import { readOnly } from './tool.ts';

export interface FindAccessPorts extends OfferPorts {
  readonly languages: Pick<Languages, 'readerOf'>;
}

const mostFound = 25;
/** More than a name has, and less than a text. */
const longestQuery = 300;

const findInput = z.object({
  words: z
    .string()
    .max(longestQuery)
    .describe('What it is about, in a few words, like "platform repo write". Empty lists apps.'),
  limit: z.number().int().min(1).max(mostFound).default(10).describe(`At most ${mostFound}`),
  emergency: z.boolean().default(false).describe('Only what can be had in an emergency'),
});

/** By words, among what this person may ask for. */
export function findAccess(ports: FindAccessPorts): Tool {
  return {
    name: 'find_access',
    title: 'Find access to request',
    description:
      'Finds what the person you act for may request: apps, and roles or permissions in them, with the ids that the other tools take. Never tells who has it.',
    annotations: readOnly,
    input: findInput,
    output: z.object({
      access: z.array(
        z.object({
          app: z.string(),
          appId: z.string(),
          access: z.string(),
          accessId: z.string(),
          description: z.string(),
          longestSeconds: z.number().nullable().describe('null: no limit is known'),
          emergency: z.boolean().describe('Can be had in an emergency'),
        }),
      ),
      apps: z.array(z.object({ app: z.string(), appId: z.string() })),
    }),
    async call({ person }, input) {
      const query = findInput.safeParse(input).data ?? leniently(input);
      const { texts } = await ports.languages.readerOf(person.userId);
      const { catalogue } = await offerFor(ports, person.userId, query.emergency);
      const matches = foundIn(catalogue, query.words, query.limit);
      const apps = matches.length > 0 ? [] : catalogue.apps(query.words).slice(0, mostFound);
      return {
        structured: {
          access: matches.map(structured),
          apps: apps.map(({ id, name }) => ({ app: name, appId: id })),
        },
        text: textOf(texts, matches, apps),
        ...(matches.length === 0 ? {} : { blocks: matches.map((one) => blockOf(texts, one)) }),
      };
    },
  };
}

/** Each field by itself, and a text cut: a model that sends nothing usable is shown the apps. */
function leniently(input: unknown): z.output<typeof findInput> {
  const all = z.record(z.string(), z.unknown()).safeParse(input).data ?? {};
  const { limit, emergency } = findInput.shape;
  return {
    words: typeof all.words === 'string' ? all.words.slice(0, longestQuery) : '',
    limit: limit.catch(10).parse(all.limit),
    emergency: emergency.catch(false).parse(all.emergency),
  };
}

interface Match {
  readonly app: RequestableApp;
  readonly entitlement: CatalogueEntitlement;
}

/** Of apps whose names were said first, then of the others; each app's best first. */
export function foundIn(
  catalogue: Pick<OfferedCatalogue, 'apps' | 'entitlements'>,
  words: string,
  limit: number,
): readonly Match[] {
  if (words.trim() === '') return [];
  const all = matchesOf(catalogue, words, limit, 'as-typed');
  if (all.length > 0) return all;
  // Words that nothing says, as in a whole sentence, are left out.
  const telling = foldedWords(words).filter((word) => !littleWords.has(word));
  const matches = telling
    .slice(0, mostTried)
    .flatMap((word) => matchesOf(catalogue, word, mostCounted, 'as-typed'));
  if (matches.length === 0) return matchesOf(catalogue, words, limit, 'any');
  const counts = new Map<CatalogueEntitlement, { readonly match: Match; readonly count: number }>();
  for (const match of matches) {
    const { count = 0 } = counts.get(match.entitlement) ?? {};
    counts.set(match.entitlement, { match, count: count + 1 });
  }
  const most = Math.max(...[...counts.values()].map(({ count }) => count));
  return [...counts.values()]
    .filter(({ count }) => count === most)
    .map(({ match }) => match)
    .slice(0, limit);
}

/** What one word finds: more would be no help to a person either. */
const mostCounted = 300;
const mostTried = 6;

function matchesOf(
  catalogue: Pick<OfferedCatalogue, 'apps' | 'entitlements'>,
  words: string,
  limit: number,
  spelling: 'as-typed' | 'any',
): readonly Match[] {
  const typed = new Set(foldedWords(words));
  const isNamed = (app: RequestableApp) => wordsOfName(app).some((word) => typed.has(word));
  const apps = catalogue.apps('');
  const inOrder = [...apps.filter(isNamed), ...apps.filter((app) => !isNamed(app))];
  const matches: Match[] = [];
  for (const app of inOrder) {
    if (matches.length >= limit) break;
    const room = limit - matches.length;
    for (const entitlement of catalogue.entitlements(app.id, words, room, undefined, spelling))
      matches.push({ app, entitlement });
  }
  return matches;
}

function structured({ app, entitlement }: Match) {
  return {
    app: app.name,
    appId: app.id,
    access: entitlement.name,
    accessId: entitlement.id,
    description: cut(entitlement.description, 300),
    longestSeconds: entitlement.longestSeconds,
    emergency: entitlement.emergencyGrantEnabled,
  };
}

function textOf(texts: Texts, matches: readonly Match[], apps: readonly RequestableApp[]): string {
  const words = findWords(texts);
  if (matches.length > 0) return matches.map((match) => `- ${lineOf(texts, match)}`).join('\n');
  if (apps.length === 0) return words.nothing;
  return [words.apps, ...apps.map((app) => `- ${oneLine(app.name)}`)].join('\n');
}

/** In Slack, with a button that has Slackbot call `explain_access`. */
function blockOf(texts: Texts, match: Match): SectionBlock {
  const { app, entitlement } = match;
  const words = findWords(texts);
  const { longestSeconds } = entitlement;
  const longest =
    longestSeconds === null
      ? ''
      : words.longest({ duration: durationWords(texts, longestSeconds) });
  const about = [longest, entitlement.description.trim()].filter((one) => one !== '');
  const below = about.length === 0 ? '' : `\n${name(about.join(' · '), 200)}`;
  const value = JSON.stringify({ app: app.id, access: entitlement.id });
  return {
    ...section(`*${name(`${app.name} · ${entitlement.name}`, 200)}*${below}`),
    accessory: labelled(
      button('tool:explain_access', words.explain, value),
      `${app.name} · ${entitlement.name}`,
    ),
  };
}

function lineOf(texts: Texts, { app, entitlement }: Match): string {
  const what = oneLine(`${app.name} · ${entitlement.name}`);
  const { longestSeconds } = entitlement;
  if (longestSeconds === null) return what;
  return `${what} (${findWords(texts).longest({ duration: durationWords(texts, longestSeconds) })})`;
}

const findWords = textsOfExtra({
  nothing: ['Nothing on offer has this name.', 'Nichts im Angebot heißt so.'],
  apps: [
    'Apps in which something can be requested:',
    'Apps, in denen etwas angefragt werden kann:',
  ],
  explain: ['Explain', 'Erklären'],
  longest: ['at most {duration}', 'höchstens {duration}'],
} as const);
