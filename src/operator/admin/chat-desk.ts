/** The commands of `/access-admin`: who may give which, and how a line is read. */
import { ok, type Result, refuse } from '../../domain/result.ts';
import { closestName } from '../../domain/text/folded-text.ts';
import type { Sentence } from '../../domain/text/sentence.ts';
import type { AdminAnswer, Administer } from '../../slack/admin/admin-answer.ts';
import { type ChatCommand, type ChatDeps, chatCommands } from './chat-commands.ts';
import { carryOut, commandRefusalWords, keepCommand } from './table/kept-command.ts';

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
