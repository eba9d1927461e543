import { setTimeout as sleep } from 'node:timers/promises';
import { unlessFailing } from '../../domain/outward/outward-failure.ts';
import {
  typedByPerson,
  unlabelledGroups,
  unlabelledPeople,
} from '../../domain/request/command-grammar.ts';
import type { ListenerDeps } from '../listener-deps.ts';

type MessageWordsDeps = Pick<ListenerDeps, 'store' | 'languages' | 'groupHandles'>;

/** How many of the people that a message names are looked up. */
const lookedUpPeople = 10;

/** How long the names of groups are waited for: the trigger that opens a form lives 3 s. */
const groupsPatienceMs = 500;

const noNames: ReadonlyMap<string, string> = new Map();

/**
 * A message in words, behind the name of its author where that is known: Slack marks people,
 * channels and groups by ids, which nobody can read.
 */
export async function messageWords(
  deps: MessageWordsDeps,
  readerId: string,
  text: string,
  author: string | null,
): Promise<string> {
  const { unlabelled } = deps.languages.rememberedTextsOf(readerId).requestForm;
  const people = [...(author === null ? [] : [author]), ...unlabelledPeople(text)];
  const [names, groups] = await Promise.all([
    rememberedNames(deps, people),
    unlabelledGroups(text).length === 0 ? noNames : groupsInTime(deps),
  ]);
  const nameOf = (id: string): string | undefined => names.get(id) ?? groups.get(id);
  const words = typedByPerson(text, ({ kind, id }) => nameOf(id) ?? unlabelled[kind]).trim();
  const by = names.get(author ?? '');
  return by === undefined || words === '' ? words : `${by}: ${words}`;
}

/** By what is remembered: nobody is asked while somebody waits for a form. */
async function rememberedNames(
  { store }: MessageWordsDeps,
  people: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(people)].slice(0, lookedUpPeople);
  return store.transaction(async (tx) => {
    const names = new Map<string, string>();
    for (const id of ids) {
      const name = (await tx.identities.find(id))?.person.name.trim() ?? '';
      if (name !== '') names.set(id, name);
    }
    return names;
  });
}

/** None where Slack does not tell them in time. */
async function groupsInTime({
  groupHandles,
}: MessageWordsDeps): Promise<ReadonlyMap<string, string>> {
  const handles = unlessFailing(groupHandles(), () => noNames);
  return Promise.race([handles, sleep(groupsPatienceMs, noNames, { ref: false })]);
}
