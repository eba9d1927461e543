import { parseArgs } from 'node:util';
import type { AdminCaller, AdminPage } from '../../domain/admin/admin-answer.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import { closestName } from '../../domain/text/folded-text.ts';
import { pageSizeBounds } from '../../service/client/wire/paging.ts';
import { type AdminCommand, argumentsOf, type CommandInput } from './admin-command.ts';
import { appCommands } from './commands/app-commands.ts';
import { changingCommands } from './commands/changing-commands.ts';
import { ownCommands } from './commands/own-commands.ts';
import { tenantCommands } from './commands/tenant-commands.ts';

/** What chat shows first: all commands at once do not fit a screen. No command has such a name. */
const topics = [
  { name: 'bot', about: 'the bot itself: its apps, its trail, its health', commands: ownCommands },
  { name: 'access', about: 'what an app offers, who owns it, who has it', commands: appCommands },
  { name: 'changes', about: 'what changes something, after asking', commands: changingCommands },
  { name: 'tenant', about: 'what else the service holds', commands: tenantCommands },
] as const;

/** Every command: together they reach endpoints 2 to 16; the first one is the request itself. */
export const adminCommands: readonly AdminCommand[] = topics.flatMap(({ commands }) => commands);

type Via = AdminCaller['via'];

export type ReadCommand =
  | { readonly kind: 'help'; readonly page: AdminPage }
  | { readonly kind: 'command'; readonly command: AdminCommand; readonly input: CommandInput };

/**
 * What was typed becomes a command, or a sentence that says what is wrong with it. Pure; never
 * throws.
 */
export function readAdminCommand(
  typed: string | readonly string[],
  via: Via,
): Result<ReadCommand, string> {
  const words = typeof typed === 'string' ? splitLine(typed) : typed;
  if (words === null) return refuse('A quotation mark is not closed.');
  const asksForHelp = /^(?:help|--help|-h)$/i.test(words[0] ?? 'help');
  if (asksForHelp && words.length < 2)
    return ok({
      kind: 'help',
      page: via === 'chat' ? topicsPage() : helpPage(adminCommands, via),
    });
  const nameWords = asksForHelp ? words.slice(1) : words;
  const topic = asksForHelp ? topics.find(({ name }) => name === nameIn(nameWords, 1)) : undefined;
  if (topic !== undefined) return ok({ kind: 'help', page: helpPage(topic.commands, via) });
  const command = adminCommands.find(
    ({ name }) => name === nameIn(nameWords, name.split(' ').length),
  );
  if (command === undefined) return refuse(unknownWords(nameIn(nameWords, 1)));
  if (asksForHelp) return ok({ kind: 'help', page: helpPage([command], via) });
  return readWords(command, nameWords.slice(command.name.split(' ').length), via);
}

function nameIn(words: readonly string[], length: number): string {
  return words.slice(0, length).join(' ').toLowerCase();
}

function unknownWords(first: string): string {
  const begun = adminCommands.filter((one) => one.name.startsWith(`${first} `));
  if (begun.length > 0)
    return `What kind? ${begun.map((one) => `“${usageOf(one)}”`).join(' or ')}.`;
  const firsts = adminCommands.map((one) => one.name.split(' ')[0] ?? '');
  const near = closestName(first.slice(0, 80), firsts);
  return `There is no command “${first.slice(0, 40)}”.${near === null ? '' : ` Did you mean ${near}?`} Type help to see them all.`;
}

/** Flags without a meaning in chat. */
const commandLineFlags = ['yes', 'all', 'json', 'page-size'];

/** What a command takes: flags of its own, and those of its kind. */
function optionsOf(command: AdminCommand) {
  const ofKind = command.question === undefined ? '[--full]' : '[--yes]';
  const ofList = command.isList ? '[--page-token <token>] [--page-size <number>] [--all]' : '';
  const flags = flagsIn(`${command.usage} ${ofKind} ${ofList} [--json]`);
  return Object.fromEntries(
    flags.map(({ name, takesValue }) => [
      name,
      { type: takesValue ? ('string' as const) : ('boolean' as const), multiple: true as const },
    ]),
  );
}

function readWords(
  command: AdminCommand,
  words: readonly string[],
  via: Via,
): Result<ReadCommand, string> {
  const options = optionsOf(command);
  // Phones make one long dash of two.
  const plain = new RegExp(`^[—–]{1,2}(?=(?:${Object.keys(options).join('|')})(?:=|$))`);
  const end = words.indexOf('--');
  const args = words.map((word, at) => (end < 0 || at < end ? word.replace(plain, '--') : word));
  if (args.slice(0, end < 0 ? undefined : end).some((word) => /^(?:--help|-h)$/i.test(word))) {
    return ok({ kind: 'help', page: helpPage([command], via) });
  }
  const parsed = parsedWords(args, options);
  if (!parsed.ok) return refuse(`${parsed.refusal}. It is: ${usageOf(command)}.`);
  const line = parsed.value;
  const empty = Object.keys(options).find((name) => line.values[name]?.includes(''));
  if (empty !== undefined) return refuse(`--${empty} needs a value.`);
  const [foreign] = commandLineFlags.filter(
    (name) => via === 'chat' && line.values[name] !== undefined,
  );
  if (foreign !== undefined) return refuse(`--${foreign} is for the command line.`);
  const placed = placeArguments(command, line.positionals);
  if (!placed.ok) return placed;
  const values = (flag: string) => (line.values[flag] ?? []).map(String);
  const input: CommandInput = {
    argument: (name) => placed.value.get(name) ?? '',
    values,
    value: (flag) => values(flag).at(-1) ?? null,
    has: (flag) => values(flag).length > 0,
  };
  const mistakes = [...(command.check?.(input) ?? []), ...pageSizeMistakes(input)];
  return mistakes.length > 0
    ? refuse(mistakes.join('\n'))
    : ok({ kind: 'command', command, input });
}

function pageSizeMistakes(input: CommandInput): readonly string[] {
  const typed = input.value('page-size');
  const { least, most } = pageSizeBounds;
  const isFine =
    typed === null || (/^\d{1,3}$/.test(typed) && Number(typed) >= least && Number(typed) <= most);
  return isFine ? [] : [`--page-size takes a whole number from ${least} to ${most}.`];
}

function parsedWords(args: string[], options: ReturnType<typeof optionsOf>) {
  try {
    return ok(parseArgs({ args, options, allowPositionals: true }));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return refuse(error.message.replace(/\.? To specify[\s\S]*/, ''));
  }
}

function placeArguments(
  command: AdminCommand,
  words: readonly string[],
): Result<ReadonlyMap<string, string>, string> {
  const placed = new Map<string, string>();
  const rest = [...words];
  for (const { name, isRest } of argumentsOf(command.usage)) {
    const word = isRest ? rest.splice(0).join(' ') : (rest.shift() ?? '');
    if (!isRest && word.trim() === '')
      return refuse(`<${name}> is missing. It is: ${usageOf(command)}.`);
    placed.set(name, word);
  }
  const [extra] = rest;
  if (extra === undefined) return ok(placed);
  return refuse(
    `“${extra.slice(0, 40)}” is one word too many. Words with spaces go in quotation marks. It is: ${usageOf(command)}.`,
  );
}

/** Words that read as the same command, with these flags of its page instead of its own. */
export function wordsOf(
  command: AdminCommand,
  input: CommandInput,
  token: string,
  isFull: boolean,
): readonly string[] {
  const args = argumentsOf(command.usage).flatMap(
    ({ name }) => (input.words?.(name) ?? input.argument(name)) || [],
  );
  const size = input.value('page-size');
  const flags = flagsIn(command.usage).flatMap(({ name, takesValue }) =>
    input.values(name).map((one) => (takesValue ? `--${name}=${one}` : `--${name}`)),
  );
  return [
    ...command.name.split(' '),
    ...flags,
    ...(isFull && command.question === undefined ? ['--full'] : []),
    ...(size === null ? [] : [`--page-size=${size}`]),
    ...(token === '' ? [] : [`--page-token=${token}`]),
    ...(args.some((word) => /^[-—–]/.test(word)) ? ['--'] : []),
    ...args,
  ];
}

/** `[--users]`, `[--role <slug>]` and `[--set <field=value>]...`. */
export function flagsIn(
  usage: string,
): readonly { readonly name: string; readonly takesValue: boolean }[] {
  const written = usage.matchAll(/--([a-z-]+)( <[^>]+>)?/g);
  return [...written].map(([, name = '', value]) => ({ name, takesValue: value !== undefined }));
}

/**
 * `owners <appId> <resourceTypeId> <resourceId> [--users] [--role <slug>]`, without the flags of
 * its kind.
 */
function usageOf({ name, usage }: AdminCommand): string {
  return `${name} ${usage}`.trim();
}

/**
 * A word, or a quoted one after a possible `name=`; phones and desktops make typographic quotation
 * marks of straight ones.
 */
const anyWord =
  /([^\s"'“”„‘’]*=)?(?:"((?:[^"\\]|\\[\s\S])*)"|['‘’]([^'‘’]*)['‘’]|[“”„]([^“”„]*)[“”])(?!\S)|\S+/g;
const unclosed = /^(?:[^\s"'“”„‘’]*=)?["'“”„‘’]/;

/**
 * The words of a line; null where a quotation mark is not closed. Quotation marks hold words
 * together where a word begins or after its `=`; elsewhere they are letters, as in `o'brien`.
 * Between straight double ones `\"` and `\\` stand for `"` and `\`.
 */
export function splitLine(line: string): readonly string[] | null {
  const words: string[] = [];
  for (const [word, start = '', double, single, typographic] of line.matchAll(anyWord)) {
    const quoted = double?.replaceAll(/\\(["\\])/g, '$1') ?? single ?? typographic;
    if (quoted === undefined && unclosed.test(word)) return null;
    words.push(quoted === undefined ? word : `${start}${quoted}`);
  }
  return words;
}

const flagWords = {
  chat: '--full shows every field. Words with spaces go in quotation marks.',
  'command line':
    '--full shows every field, --all every page of a list, --json the answer as JSON; --page-token goes on at the page that an earlier answer named, --page-size says how many records a page has (the service may give fewer; a list that takes no page size says so); --yes answers the question before a change.',
} as const;

/** The topics of the help; they fit the screen of a phone. */
function topicsPage(): AdminPage {
  return {
    ...helpPage([], 'chat'),
    records: topics.map(({ name, about, commands }) => ({
      title: `help ${name}`,
      fields: [
        { label: 'About', text: about },
        { label: 'Commands', text: commands.map((command) => command.name).join(', ') },
      ],
    })),
    notes: ['help and a command, like “help owners”, explains that one.'],
  };
}

/** Help for these commands: all of them, or those of a topic. */
function helpPage(commands: readonly AdminCommand[], via: Via): AdminPage {
  return {
    title: 'What there is to type',
    records: commands.map((command) => ({
      title: usageOf(command),
      fields: [{ label: 'About', text: command.about }],
    })),
    notes: [flagWords[via]],
    isFull: true,
    next: null,
    full: null,
    json: null,
  };
}
