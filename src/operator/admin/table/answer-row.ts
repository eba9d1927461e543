/** What a row of the table is asked with, and what it answers. */
import { ok, type Result } from '../../../domain/result.ts';
import { ignoredParameter, pages } from '../../../service/client/wire/paging.ts';
import { appMeant, entitlementMeant, type NamingDeps, titleOf } from '../names/named-access.ts';
import { type PeopleDeps, personMeant, personMeantTitle } from '../names/named-person.ts';
import type { Unclear } from '../names/unclear.ts';
import { type EndpointRow, idsIn, kindOf, type ListRow, type RowInput } from './endpoint-rows.ts';
import { type CommandRefusal, missingOperation } from './kept-command.ts';
import type { ActRow } from './own-rows.ts';
import { shownAnswer } from './viewer.ts';

export type TableRow = EndpointRow | ActRow;
type NameDeps = NamingDeps & PeopleDeps;

export function takenBy(row: TableRow): readonly string[] {
  if ('takes' in row) return idsIn(row.takes);
  return idsIn('list' in row ? row.list.path : row.one.path);
}

/** The ids in place of what was typed. Throws `OutwardFailure` where the service did not answer. */
export async function inputOf(
  row: TableRow,
  words: readonly string[],
  flag: RowInput['flag'],
  deps: NameDeps,
): Promise<Result<RowInput, Unclear>> {
  const ids: Record<string, string> = {};
  const titles: Record<string, string> = {};
  let appId = '';
  for (const [at, id] of takenBy(row).entries()) {
    const meant = await idMeant(id, words[at] ?? '', appId, deps);
    if (!meant.ok) return meant;
    ids[id] = meant.value.id;
    titles[id] = meant.value.title;
    if (kindOf(id) === 'app') appId = meant.value.id;
  }
  return withPeopleSet({ ids, titles, flag }, deps);
}

type Meant = Promise<Result<{ readonly id: string; readonly title: string }, Unclear>>;

async function idMeant(id: string, typed: string, appId: string, deps: NameDeps): Meant {
  switch (kindOf(id)) {
    case 'app':
    case 'entitlement': {
      const isApp = kindOf(id) === 'app';
      const named = await (isApp ? appMeant(typed, deps) : entitlementMeant(appId, typed, deps));
      return named.ok ? ok({ id: named.value.id, title: titleOf(named.value) }) : named;
    }
    case 'person': {
      const person = await personMeant(typed, deps);
      if (!person.ok) return person;
      return ok({ id: person.value.id, title: personMeantTitle(person.value) });
    }
    case null:
      return ok({ id: typed, title: typed });
  }
}

const peopleSet = /^\s*userIds\s*=/;

/** `--set userIds="Ben Okafor,zoe@acme.example"` with ids, and their titles for the question. */
async function withPeopleSet(input: RowInput, deps: NameDeps): Promise<Result<RowInput, Unclear>> {
  const sets: string[] = [];
  const titles: string[] = [];
  for (const set of input.flag('set')) {
    if (!peopleSet.test(set)) {
      sets.push(set);
      continue;
    }
    const ids: string[] = [];
    for (const typed of set.replace(peopleSet, '').split(/[,\n]/)) {
      if (typed.trim() === '') continue;
      const person = await personMeant(typed, deps);
      if (!person.ok) return person;
      ids.push(person.value.id);
      titles.push(personMeantTitle(person.value));
    }
    sets.push(`userIds=${ids.join(',')}`);
  }
  const flag = (name: string) => (name === 'set' ? sets : input.flag(name));
  const userIds = titles.join('; ') || '(empty)';
  return ok({ ...input, flag, titles: { ...input.titles, userIds } });
}

/** What the service answers, to be shown; `incomplete` says why a list ends before its end. */
export async function answerOf(
  row: EndpointRow,
  input: RowInput,
  deps: Pick<NamingDeps, 'client' | 'capabilities'>,
): Promise<Result<object, CommandRefusal>> {
  if ('list' in row) return listOf(row, input, deps);
  const answer = await deps.client.call(row.one, { path: input.ids, body: row.body?.(input) });
  return answer.ok ? ok(shownAnswer(answer.value)) : answer;
}

/** Every page. If one fails, the list fails: nobody can tell how much is missing. */
async function listOf(
  row: ListRow,
  input: RowInput,
  { client, capabilities }: Pick<NamingDeps, 'client' | 'capabilities'>,
): Promise<Result<object, CommandRefusal>> {
  const { pagedSearch = row.list, isAsked = () => true } = row;
  const endpoint = missingOperation(pagedSearch, capabilities) === null ? pagedSearch : row.list;
  const missing = missingOperation(endpoint, capabilities);
  if (missing !== null) return missing;
  const sent = { path: input.ids, query: row.query?.(input), body: row.body?.(input) };
  const list: unknown[] = [];
  let beside: object = {};
  for await (const page of pages(client, endpoint, sent)) {
    if (!page.ok) return page;
    const { list: items = [], ...others } = { ...shownAnswer(page.value) };
    if (!Array.isArray(items)) continue;
    if (!items.every((one) => isAsked(Object(one), input)))
      throw ignoredParameter(endpoint, 'what was asked for is ignored: others are in the answer');
    list.push(...items);
    beside = { ...beside, ...others };
    const { incomplete } = page.value;
    if (incomplete !== undefined)
      return ok({ ...beside, list, incomplete: advised(row, incomplete) });
  }
  return ok({ ...beside, list });
}

function advised({ pagedSearch }: ListRow, why: string): string {
  const search =
    pagedSearch === undefined
      ? ''
      : `If the tenant has ${pagedSearch.path}, name ${pagedSearch.operation} in governance.operations; else look`;
  return `${why}. ${search === '' ? 'Look' : search} at the rest in the service’s console.`;
}
