import { z } from 'zod';
import type { CatalogueEntitlement } from '../../../domain/catalogue/entitlement.ts';
import { fieldsFor, type RequestField } from '../../../domain/form/request-answers.ts';
import { certainBounds, isReasonNeeded } from '../../../domain/request/access-request.ts';
import { ok } from '../../../domain/result.ts';
import { isConfidential, type RequestableApp } from '../../../domain/settings/access-settings.ts';
import { foldedWords, littleWords, wordsOfName } from '../../../domain/text/folded-text.ts';
import { entitlementFacts } from '../../../slack/form/blocks/entitlement-facts.ts';
import { patience } from '../../../slack/form/form-views.ts';
import type { ListenerDeps } from '../../../slack/listener-deps.ts';
import type { OfferedCatalogue } from '../../../use-cases/catalogue/catalogue.ts';
import { profileHelp } from '../../../use-cases/catalogue/visible-catalogue.ts';
import { type EntitlementHelp, entitlementHelp } from '../../../use-cases/form/entitlement-help.ts';
import { takingTurns } from '../../../use-cases/ports/pace.ts';
import { offerFor } from './access-offer.ts';
import { plainWords } from './plain-words.ts';
import { type Tool, type ToolAnswer, type ToolCall, toolOf } from './tool.ts';

const mostFound = 25;
/** As many as a form takes: of each, the service is asked what the form says. */
const mostTold = 5;

const input = z.object({
  words: z
    .string()
    // More than a name has, and less than a text.
    .max(300)
    .default('')
    .describe('What it is about, in a few words, like "platform repo write". Empty lists apps.'),
  emergency: z.boolean().default(false).describe('Only what can be had in an emergency'),
});

/** By words, among what this person may ask for. */
export function findAccess(ports: ListenerDeps): Tool {
  const about = {
    name: 'find_access',
    title: 'Find access to request',
    description: `Finds what the person you act for may request: apps, and roles or permissions in them. Of the first ${mostTold} it tells what the request form says: what it is, its risk, the longest time, who decides as far as that is known, what the form asks, and whether they have it or asked for it already. Of others, which more words find, it tells the names. Never tells who has it.`,
    isWriting: false,
    input,
  };
  return toolOf(ports, about, async (toolCall) => {
    const { words, emergency } = toolCall.input;
    const catalogue = await offerFor(ports, toolCall.caller.person.userId, emergency);
    const matches = await foundIn(catalogue, words, mostFound);
    const telling = matches.slice(0, mostTold).map((match) => toldAccess(ports, toolCall, match));
    const apps = matches.length > 0 ? [] : catalogue.apps(words).slice(0, mostFound);
    return ok({
      access: await Promise.all(telling),
      others: matches.slice(mostTold).map(namesOf),
      apps: apps.map(({ id, name }) => ({ app: name, appId: id })),
    });
  });
}

interface Match {
  readonly app: RequestableApp;
  readonly entitlement: CatalogueEntitlement;
}

function namesOf({ app, entitlement }: Match) {
  return { app: app.name, appId: app.id, access: entitlement.name, accessId: entitlement.id };
}

/** What the request form shows this person of one entitlement. */
async function toldAccess(
  ports: ListenerDeps,
  { caller, reader, input: { emergency } }: ToolCall<z.output<typeof input>>,
  match: Match,
): Promise<ToolAnswer> {
  const { app, entitlement } = match;
  const { userId } = caller.person;
  const people = { holderId: userId, askerId: userId, asksElsewhere: true };
  const waited = patience();
  const [wholeHelp, profile] = await Promise.all([
    entitlementHelp(ports, people, entitlement, waited),
    profileHelp(ports, entitlement, people, waited),
  ]);
  const help = isConfidential(ports.settings, app.id) ? withoutPeople(wholeHelp) : wholeHelp;
  const isOwn = { isForOther: false, isHidden: false, isFollowed: false };
  const how = { isOne: true, isExtension: true, isEmergency: emergency };
  const blocks = entitlementFacts(reader.texts, { entitlement, help, profile, ...isOwn }, 0, how);
  const { longestSeconds, mayBePermanent } = certainBounds(entitlement);
  return {
    ...namesOf(match),
    says: blocks
      .flatMap(textsOf)
      .map(({ type, text }) => (type === 'mrkdwn' ? plainWords(text, reader) : text)),
    longestSeconds,
    untilRevokedPossible: mayBePermanent,
    emergency: entitlement.emergencyGrantEnabled,
    reasonNeeded: isReasonNeeded(app, [entitlement.id], emergency),
    has: help.held !== null,
    asked: help.open !== null || help.openElsewhere !== null,
    questions: fieldsFor(app.fields, [entitlement.id]).flatMap(questionOf),
  };
}

/** An agent does not learn who decides about a confidential app: it may repeat that anywhere. */
function withoutPeople(help: EntitlementHelp): EntitlementHelp {
  const { open, openElsewhere } = help;
  const nobody = { stepApprovers: [] };
  return {
    ...help,
    owners: [],
    deciders: null,
    open:
      open === null || open.task === null ? open : { ...open, task: { ...open.task, ...nobody } },
    openElsewhere:
      openElsewhere === null
        ? null
        : { ...openElsewhere, task: { ...openElsewhere.task, ...nobody } },
  };
}

function textsOf(block: ReturnType<typeof entitlementFacts>[number]) {
  if (block.type === 'section') return block.text === undefined ? [] : [block.text];
  if (block.type !== 'context') return [];
  return block.elements.flatMap((one) => (one.type === 'image' ? [] : [one]));
}

function questionOf({ id, label, type, required, options, isLocked }: RequestField) {
  return isLocked === true ? [] : [{ id, question: label, type, required, options }];
}

/**
 * First of apps whose names were said, then of the others; each app's best first. It takes turns
 * with everything else.
 */
export async function foundIn(
  catalogue: Pick<OfferedCatalogue, 'apps' | 'entitlements'>,
  words: string,
  limit: number,
): Promise<readonly Match[]> {
  if (words.trim() === '') return [];
  const othersTurn = takingTurns();
  const apps = catalogue.apps('');
  const matching = async (
    typed: string,
    most: number,
    spelling: 'as-typed' | 'any' = 'as-typed',
  ): Promise<readonly Match[]> => {
    const folded = new Set(foldedWords(typed));
    const isNamed = (app: RequestableApp) => wordsOfName(app).some((word) => folded.has(word));
    const matches: Match[] = [];
    for (const app of [...apps.filter(isNamed), ...apps.filter((one) => !isNamed(one))]) {
      const room = most - matches.length;
      if (room <= 0) break;
      await othersTurn();
      const entitlements = catalogue.entitlements(app.id, typed, room, undefined, spelling);
      matches.push(...entitlements.map((entitlement) => ({ app, entitlement })));
    }
    return matches;
  };
  const all = await matching(words, limit);
  if (all.length > 0) return all;
  // Words that nothing says, as in a whole sentence, are left out.
  const telling = foldedWords(words).filter((word) => !littleWords.has(word));
  const counts = new Map<CatalogueEntitlement, { readonly match: Match; readonly count: number }>();
  for (const word of telling.slice(0, mostTried))
    for (const match of await matching(word, mostCounted)) {
      const { count = 0 } = counts.get(match.entitlement) ?? {};
      counts.set(match.entitlement, { match, count: count + 1 });
    }
  if (counts.size === 0) return matching(words, limit, 'any');
  const most = Math.max(...[...counts.values()].map(({ count }) => count));
  const best = [...counts.values()].filter(({ count }) => count === most);
  return best.slice(0, limit).map(({ match }) => match);
}

/** What one word finds: more would be no help to a person either. */
const mostCounted = 300;
const mostTried = 6;
