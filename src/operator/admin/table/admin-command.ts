/** `npm run admin -- <row> ...`: from its words to the exit code. */
import { ifRefused } from '../../../domain/outward/outward-failure.ts';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import { closestName } from '../../../domain/text/folded-text.ts';
import { visibleControls, visibleJson } from '../../../domain/text/foreign-text.ts';
import { jsonOf } from '../../../service/client/wire/endpoint.ts';
import { ignoredParameter, pages } from '../../../service/client/wire/paging.ts';
import { type Command, type CommandExit, Misused, type Out, readTyped } from '../../command.ts';
import { type Unclear, unclearWords, type WhoOrWhat } from '../names/named.ts';
import { appMeant, entitlementMeant, type NamingDeps } from '../names/named-access.ts';
import { type PeopleDeps, personMeant } from '../names/named-person.ts';
import { type TakingDeps, takeAway } from '../take-away.ts';
import {
  type EndpointRow,
  endpointRows,
  idsIn,
  kindOf,
  type ListRow,
  type RowInput,
  type RowWords,
  sentBy,
} from './endpoint-rows.ts';
import {
  type AdminCaller,
  type CommandRefusal,
  carryOut,
  commandRefusalWords,
  type KeepingDeps,
  missingOperation,
} from './kept-command.ts';
import { shownAnswer, viewText } from './viewer.ts';

export type LineDeps = NamingDeps & PeopleDeps & TakingDeps & KeepingDeps;

export interface AdminCommandDeps {
  /** Printed below the help. */
  readonly about: string;
  /** The process's surroundings, opened only when a command is understood. */
  open(): Promise<{
    readonly deps: LineDeps;
    readonly operator: string;
    readonly close: () => Promise<void>;
  }>;
  readonly err: Out;
  /** Asks a question, which does not go to the output; null where nobody can answer. */
  readonly ask: ((question: string) => Promise<string>) | null;
}

interface ActRow extends RowWords {
  /** The words that are typed, as in a path. */
  readonly takes: string;
  act(input: RowInput, deps: LineDeps, caller: AdminCaller): Promise<Answer>;
}
type Row = EndpointRow | ActRow;
type Answer = Result<object, CommandRefusal>;

const rows: readonly Row[] = [
  {
    name: 'take-away',
    about: 'takes an entitlement away from a person; the reason goes to the person and the service',
    takes: '{app_id}/{entitlement_id}/{user_ref_id}/{reason}',
    question: ({ ids, titles }) => [
      `${titles.user_ref_id} loses ${titles.entitlement_id} of ${titles.app_id}. The reason goes to the person and the service: ${ids.reason}`,
    ],
    async act({ ids }, deps, caller) {
      const answer = await takeAway(deps, caller, {
        appId: ids.app_id ?? '',
        entitlementId: ids.entitlement_id ?? '',
        identityUserId: ids.user_ref_id ?? '',
        reason: ids.reason ?? '',
      });
      return answer.ok ? ok({ task: answer.value.taskView.task }) : answer;
    },
  },
  ...endpointRows,
];

function takenBy(row: Row): readonly string[] {
  if ('takes' in row) return idsIn(row.takes);
  return idsIn('list' in row ? row.list.path : row.one.path);
}

function usageOf(row: Row): string {
  const ids = takenBy(row).map((id) => `<${kindOf(id) ?? id}>`);
  return [row.name, ...ids, ...(row.fields === undefined ? [] : ['[field=value]...'])].join(' ');
}

export const adminCommand = (line: AdminCommandDeps): Command => ({
  name: 'admin',
  help: `Usage: npm run admin -- <command> [args] [--json] [--yes]

${rows.map((row) => `${usageOf(row)}\n    ${row.about}\n`).join('')}
A value is text; after := it is JSON, as in canResumeSync:=true or userIds:='["user-ben"]'.

${line.about}`,
  async run(words, out) {
    const { values, positionals } = readTyped(words, {
      json: { type: 'boolean' },
      yes: { type: 'boolean' },
    });
    const [name = 'help', ...typed] = positionals;
    if (name === 'help') {
      await out(`${this.help}\n`);
      return 0;
    }
    const row = rowCalled(name);
    const fields = readFields(row, typed);
    const { deps, operator, close } = await line.open();
    const { json: isJson = false, yes: isSure = false } = values;
    try {
      const saying = { ...line, out, isJson, isSure };
      return await runRow(row, { typed, fields }, saying, deps, {
        via: 'command line',
        name: operator,
      });
    } finally {
      await close();
    }
  },
});

function rowCalled(typed: string): Row {
  const name = typed.slice(0, 40).toLowerCase();
  const row = rows.find((one) => one.name === name);
  if (row !== undefined) return row;
  const near = closestName(
    name,
    rows.map((one) => one.name),
  );
  throw new Misused(
    `There is no command “${name}”.${near === null ? '' : ` Did you mean ${near}?`}`,
  );
}

/** `field=text` and `field:=JSON`, behind what the row takes. */
function readFields(row: Row, typed: readonly string[]): RowInput['fields'] {
  const { fields: names = [], question } = row;
  const usage = `It is: ${usageOf(row)}.`;
  const count = takenBy(row).length;
  const ids = typed.slice(0, count);
  if (ids.length < count || ids.some((word) => word.trim() === ''))
    throw new Misused(
      `${row.name} takes ${count === 1 ? 'one word' : `${count} words`}; put quotes around words with spaces. ${usage}`,
    );
  const fields = new Map<string, unknown>();
  for (const word of typed.slice(count)) {
    const [, name = '', sign = '', text = ''] = /^([\w.]+)(:?=)([\s\S]*)$/.exec(word) ?? [];
    if (!names.includes(name)) {
      const instead = names.length === 0 ? usage : `Its fields are: ${names.join(', ')}.`;
      throw new Misused(`${row.name} does not take “${word.slice(0, 80)}”. ${instead}`);
    }
    const value = sign === '=' ? text : jsonOf(text);
    if (value === undefined)
      throw new Misused(`${name}:= takes JSON, like true, 4 or {"@type": "..."}.`);
    fields.set(name, value);
  }
  if (question !== undefined && names.length > 0 && fields.size === 0)
    throw new Misused(`Nothing to change: add field=value. The fields are: ${names.join(', ')}.`);
  return fields;
}

interface TypedRow {
  readonly typed: readonly string[];
  readonly fields: RowInput['fields'];
}

interface Saying extends AdminCommandDeps {
  readonly out: Out;
  readonly isJson: boolean;
  readonly isSure: boolean;
}

async function runRow(
  row: Row,
  { typed, fields }: TypedRow,
  saying: Saying,
  deps: LineDeps,
  caller: AdminCaller,
): Promise<CommandExit> {
  const { name: command, question } = row;
  const words = Object.fromEntries(takenBy(row).map((id, at) => [id, typed[at]?.slice(0, 300)]));
  const looking = { command, isQuestion: true, detail: { arguments: words } };
  const naming = await carryOut(deps, caller, looking, () => idsMeant(takenBy(row), typed, deps));
  if (!naming.ok) {
    if (naming.refusal.kind === 'unclear') throw new Misused(unclearWords(naming.refusal));
    await saying.err(`${visibleControls(commandRefusalWords(naming.refusal)[0])}\n`);
    return 1;
  }
  const input = { ...naming.value, fields };
  const isChange = question !== undefined;
  if (isChange && !saying.isSure && !(await isConfirmed(question(input), saying))) return 2;
  // Not the values: a configuration may hold secrets.
  const names = fields.size === 0 ? {} : { fields: [...fields.keys()] };
  const detail = { arguments: input.ids, ...names };
  const answer = await carryOut(deps, caller, { command, isChange, detail }, () =>
    'act' in row ? row.act(input, deps, caller) : answerOf(row, input, deps),
  );
  if (answer.ok) return tell(answer.value, saying);
  await saying.err(`${visibleControls(commandRefusalWords(answer.refusal)[0])}\n`);
  return 1;
}

/** The ids in place of what was typed. Throws `OutwardFailure` where the service did not answer. */
async function idsMeant(
  ids: readonly string[],
  typed: readonly string[],
  deps: NamingDeps & PeopleDeps,
): Promise<Result<Pick<RowInput, 'ids' | 'titles'>, Unclear>> {
  const things = new Map<string, Pick<WhoOrWhat, 'id' | 'title'>>();
  let appId = '';
  for (const [at, id] of ids.entries()) {
    const word = typed[at] ?? '';
    const kind = kindOf(id);
    const meant =
      kind === 'app'
        ? await appMeant(word, deps)
        : kind === 'entitlement'
          ? await entitlementMeant(appId, word, deps)
          : kind === 'person'
            ? await personMeant(word, deps)
            : ok({ id: word, title: word });
    if (!meant.ok) return meant;
    things.set(id, meant.value);
    if (kind === 'app') appId = meant.value.id;
  }
  const each = (part: 'id' | 'title') =>
    Object.fromEntries([...things].map(([id, one]) => [id, one[part]]));
  return ok({ ids: each('id'), titles: each('title') });
}

async function isConfirmed(sentences: readonly string[], { ask, err }: Saying): Promise<boolean> {
  const question = sentences.map(oneLine).join('\n');
  if (ask === null) throw new Misused(`${question}\nNothing was changed: add --yes to go ahead.`);
  const answer = await ask(`${question}\nType yes to go ahead: `);
  if (answer.trim().toLowerCase() === 'yes') return true;
  await err('Nothing was changed.\n');
  return false;
}

/** What the service answers, to be shown; `incomplete` says why a list ends before its end. */
async function answerOf(row: EndpointRow, input: RowInput, deps: LineDeps): Promise<Answer> {
  if ('list' in row)
    return listOf(row, input, deps).catch(ifRefused(({ refusal }) => refuse(refusal)));
  const answer = await deps.client.call(row.one, sentBy(row, input));
  return answer.ok ? ok(shownAnswer(answer.value)) : answer;
}

/** Every page. If one fails, the list fails: nobody can tell how much is missing. */
async function listOf(
  row: ListRow,
  input: RowInput,
  { client, capabilities }: LineDeps,
): Promise<Answer> {
  const { list: endpoint } = row;
  const missing = missingOperation(endpoint, capabilities);
  if (missing !== null) return missing;
  const request = sentBy(row, input);
  const filters = Object.entries(request.query ?? {});
  const list: unknown[] = [];
  let beside: object = {};
  for await (const page of pages(client, endpoint, request)) {
    const { list: items = [], ...others } = { ...shownAnswer(page) };
    if (!Array.isArray(items)) continue;
    if (items.some((one) => filters.some(([name, value]) => Object(one)[name] !== value)))
      throw ignoredParameter(endpoint, 'what was asked for is ignored: others are in the answer');
    list.push(...items);
    beside = { ...beside, ...others };
  }
  return ok({ ...beside, list });
}

/** A list that ends before its end is told, and a failure. */
async function tell(answer: object, { out, err, isJson }: Saying): Promise<CommandExit> {
  const { list, incomplete }: { list?: unknown; incomplete?: string } = answer;
  const isEmpty = Array.isArray(list) && list.length === 0;
  const text = isEmpty ? 'There is nothing in this list.\n' : viewText(answer);
  await out(isJson ? `${visibleJson(JSON.stringify(answer, null, 2))}\n` : text);
  if (incomplete === undefined) return 0;
  await err(
    `This list is incomplete: ${oneLine(incomplete)}. Look at the rest in the service’s console.\n`,
  );
  return 1;
}

/** On one line: line breaks are shown as well. */
function oneLine(text: string): string {
  return visibleControls(text).replaceAll('\n', '⟨U+000A⟩');
}
