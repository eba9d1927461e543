/** `/access-admin`: what its desk is made of, who may give which command, and how a line is read. */

import { ifRefused, unlessFailing } from '../../domain/outward/outward-failure.ts';
import { slackIdIn } from '../../domain/people/known-person.ts';
import { auditSentence, isDelivery } from '../../domain/record/audit-sentence.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import { closestName } from '../../domain/text/folded-text.ts';
import type { Sentence } from '../../domain/text/sentence.ts';
import type { JobQueue } from '../../queue/job-queue.ts';
import { taskSnapshot } from '../../service/read/task/read-task-snapshot.ts';
import type { AdminAnswer, Administer } from '../../slack/admin/admin-answer.ts';
import { followTakenAway } from '../../use-cases/access/end-grants.ts';
import {
  holderRequests,
  shownRequests,
  standingOfRequest,
} from '../../use-cases/access/holder-requests.ts';
import type { Catalogue } from '../../use-cases/catalogue/catalogue.ts';
import type { UseCaseDeps } from '../../use-cases/deps.ts';
import {
  type IdentityDeps,
  isAdministrator,
  resolveIdentity,
} from '../../use-cases/people/resolve-identity.ts';
import { record } from '../../use-cases/record/record.ts';
import type { AuditTrail } from '../../use-cases/trail/audit-chain.ts';
import { type ChatCommand, type ChatDeps, chatCommands } from './chat-commands.ts';
import { carryOut, commandRefusalWords, keepCommand } from './table/kept-command.ts';

interface OpeningDeps
  extends UseCaseDeps,
    Pick<ChatDeskDeps, 'checks' | 'client' | 'capabilities' | 'moreCommands'> {
  readonly catalogue: Catalogue;
  readonly trail: AuditTrail;
  readonly queue: Pick<JobQueue, 'stuck' | 'tryAgain'>;
}

/** After every `seq` that there is. */
const newestSeq = 2_147_483_647;
/** Where a request has more, the oldest entries are left to the command line. */
const mostEntries = 500;

export function openAdminDesk(deps: OpeningDeps): Administer {
  const { catalogue, store, trail, queue } = deps;
  return createAdminDesk({
    ...deps,
    async isAdministrator(slackUserId) {
      // Nobody is looked up who is not listed.
      if (!isAdministrator(deps.settings, slackUserId, null)) return false;
      const who = await unlessFailing(resolveIdentity(deps, slackUserId, 'fresh'), () => null);
      return isAdministrator(deps.settings, slackUserId, who);
    },
    get apps() {
      return catalogue.apps('');
    },
    entitlements: (appId) => catalogue.all(appId),
    tookAway: (of, { taskView, expanded }) =>
      followTakenAway(deps, of, taskSnapshot(taskView, expanded)),
    owns: ownsNow(deps),
    async knownPeople(typed) {
      const people = await trail.people(typed);
      const slackUserId = slackIdIn(typed);
      if (slackUserId === null || people.some(({ id }) => id !== null)) return people;
      const identity = await resolveIdentity(deps, slackUserId);
      if (!identity.ok) return people;
      const { id, name, email } = identity.value;
      return [{ slackUserId, id, name, email }];
    },
    stuck: () => queue.stuck(),
    tryAgain: () => queue.tryAgain(),
    async story(number, readerId) {
      const newest = { order: 'desc', seq: newestSeq, limit: mostEntries } as const;
      const lines = (await trail.read({ request: number }, newest)).toReversed();
      const names = await trail.names(lines);
      const sentences = lines
        .filter((line) => !isDelivery(line))
        .map((line) => `${line.at.slice(0, 16).replace('T', ' ')} ${auditSentence(line, names)}`);
      const requestId = lines.find((line) => line.requestId !== null)?.requestId ?? null;
      const requests =
        requestId === null ? null : await standingOfRequest(deps, readerId, requestId);
      return requests === null ? { sentences } : { sentences, requests };
    },
    requestsOf: (slackUserId) => holderRequests(deps, slackUserId, shownRequests.home),
    async audit(entry) {
      await store.transaction((tx) => record(tx, { kind: 'admin-command', ...entry }));
    },
  });
}

/** Throws where the owners cannot be asked for; a resource that is gone has none. */
export function ownsNow(
  deps: IdentityDeps & { readonly catalogue: Pick<Catalogue, 'entitlement'> },
): ChatDeskDeps['owns'] {
  return async (slackUserId, appId, entitlementId) => {
    const identity = await resolveIdentity(deps, slackUserId, 'fresh');
    const entitlement = deps.catalogue.entitlement(appId, entitlementId);
    if (!identity.ok || entitlement === null) return false;
    const owners = await deps.governance.listResourceOwners(entitlement).catch(
      ifRefused((err) => {
        if (err.refusal.kind !== 'not-found') throw err;
        return [];
      }),
    );
    return owners.some(({ id }) => id === identity.value.id);
  };
}

export interface ChatDeskDeps extends ChatDeps {
  isAdministrator(slackUserId: string): Promise<boolean>;
  /** What extras add, by name. */
  readonly moreCommands: Readonly<Record<string, ChatCommand>>;
}

const notAdmin: Sentence = [
  'This is for the administrators of access requests, and for owners: who-has and take-away of exactly what they own. Nothing was done, and the attempt is kept in the audit trail.',
  'Das ist für die Administration der Zugriffsanfragen und für Eigentümer: who-has und take-away für genau das, was ihnen gehört. Nichts ist geschehen, und der Versuch steht im Audit-Trail.',
];

export function createAdminDesk(deps: ChatDeskDeps): Administer {
  const commands = { ...chatCommands, ...deps.moreCommands };
  return async (slackUserId, typed, isConfirmed = false) => {
    const caller = { via: 'chat', slackUserId } as const;
    const reading = readTyped(typed, Object.keys(commands));
    const isAdmin = await deps.isAdministrator(slackUserId);
    const { name, words } = reading.ok ? reading.value : { name: '', words: [] };
    const command = commands[name];
    const detail = {
      arguments: Object.fromEntries(words.map((word, at) => [at + 1, word.slice(0, 300)])),
    };
    const ownership = await carryOut(
      deps,
      caller,
      { command: name, isQuestion: true, detail },
      async () => ok(isAdmin ? null : ((await command?.owned?.(deps, slackUserId, words)) ?? [])),
    );
    if (!ownership.ok) return { says: [commandRefusalWords(ownership.refusal)] };
    const owned = ownership.value;
    if (owned?.length === 0) {
      await keepCommand(deps, caller, 'not-admin', {
        typed: `${name} ${words.join(' ')}`.slice(0, 300),
      });
      return { says: [notAdmin] };
    }
    if (!reading.ok) return { says: [reading.refusal] };
    if (command === undefined) return help(commands);
    const isChange = command.isChange === true && isConfirmed;
    const isQuestion = command.isChange === true && !isConfirmed;
    const answer = await carryOut(
      deps,
      caller,
      { command: name, isChange, isQuestion, detail },
      () => command.run({ deps, slackUserId, words, owned, isConfirmed }),
    );
    return answer.ok ? answer.value : { says: [commandRefusalWords(answer.refusal)] };
  };
}

interface Reading {
  readonly name: string;
  readonly words: readonly string[];
}

/** `who has GitHub "Platform: write"` as well as `who-has ...`; a button has the words themselves. */
function readTyped(
  typed: string | readonly string[],
  names: readonly string[],
): Result<Reading, Sentence> {
  if (typeof typed !== 'string') {
    const [name = '', ...words] = typed;
    return ok({ name, words });
  }
  const words = splitLine(typed.trim().replace(/^(who|take)\s+(?=has|away)/i, '$1-'));
  if (words === null)
    return refuse(['A quotation mark is not closed.', 'Ein Anführungszeichen fehlt.']);
  const [first = 'help', ...rest] = words;
  const name = first.toLowerCase();
  if (['help', 'hilfe', ...names].includes(name)) return ok({ name, words: rest });
  const near = closestName(name.slice(0, 80), names);
  return refuse(
    near === null
      ? [
          `There is no command “${name}” here: help lists them, npm run admin -- --help those of the command line.`,
          `Einen Befehl „${name}“ gibt es hier nicht: help nennt alle, npm run admin -- --help die der Kommandozeile.`,
        ]
      : [
          `There is no command “${name}”. Did you mean ${near}?`,
          `Einen Befehl „${name}“ gibt es nicht. Meinst du ${near}?`,
        ],
  );
}

function help(commands: Readonly<Record<string, ChatCommand>>): AdminAnswer {
  const lines = Object.values(commands).map(
    ({ usage, about: [en, de] }): Sentence => [`${usage}: ${en}`, `${usage}: ${de}`],
  );
  const end: Sentence = [
    'Names with spaces go in quotation marks; a part of a name is answered with a choice. All else that the service holds: npm run admin on the command line.',
    'Namen mit Leerzeichen stehen in Anführungszeichen; auf einen Teil eines Namens folgt eine Auswahl. Alles andere, was der Zugriffsdienst hat: npm run admin auf der Kommandozeile.',
  ];
  return { says: [...lines, end] };
}

/** A word, or a quoted one; phones and desktops make typographic quotation marks of straight ones. */
const anyWord = /["“”„]([^"“”„]*)["“”](?!\S)|['‘’]([^'‘’]*)['‘’](?!\S)|\S+/g;

/** Words; null where a quotation mark is not closed. In a word it is a letter, as in `o'brien`. */
export function splitLine(line: string): readonly string[] | null {
  const words: string[] = [];
  for (const [word, double, single] of line.matchAll(anyWord)) {
    const quoted = double ?? single;
    if (quoted === undefined && /^["'“”„‘’]/.test(word)) return null;
    words.push(quoted ?? word);
  }
  return words;
}
