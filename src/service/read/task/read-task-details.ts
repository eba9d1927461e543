import { z } from 'zod';
import {
  type TaskDetail,
  type TaskDetailKind,
  taskDetailKinds,
} from '../../../domain/task/task-details.ts';
import type { TaskSnapshot } from '../../../domain/task/task-snapshot.ts';
import type { TaskAnswer } from '../../client/endpoints.ts';
import { type Expanded, locate, typeNameOf } from '../../client/wire/expanded.ts';
import { word } from '../../client/wire/wire-fields.ts';
import { type KnownPeople, personIn, readPerson } from '../people/read-people.ts';

/** A snapshot is stored with every reading, so details that few people open stay small. */
const mostOfAKind = 10;
const longestText = 300;

const named = z.object({ displayName: word, username: word, email: word, name: word, id: word });

/** The name of an object, or its id where it has none. */
function nameOf(value: unknown): string {
  const { displayName, username, email, name, id } = named.safeParse(value).data ?? named.parse({});
  return [displayName, username, email, name].find((words) => words.trim() !== '') ?? id;
}

const deepest = 4;

/**
 * "framework value" for `frameworkValueIds`: reviewers do not know the names of the interface's
 * fields.
 */
function memberWords(member: string): string {
  const words = member.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[_\s]+/g, ' ');
  return words.toLowerCase().replace(/ ids?$/, '') || member;
}

/** Any JSON as words, `colour: red, sizes: 1, 2`, without types; empty where nothing is set. */
function wordsOf(value: unknown, depth = 0): string {
  if (value === null || value === undefined || depth > deepest) return '';
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return joined(value.map((one) => wordsOf(one, depth + 1)));
  const members = Object.entries(value).filter(([name]) => name !== '@type');
  return joined(
    members.map(([name, member]) => {
      const words = wordsOf(member, depth + 1);
      return words === '' ? '' : `${memberWords(name)}: ${words}`;
    }),
  );
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part.trim() !== '').join(', ');
}

const listed = z.array(z.unknown()).catch([]);
const entitlementRef = z.object({ appId: word, id: word });
/** docs/spec/deployments.md#types, and the shape of the reference itself. */
const revocationTarget = z.union([
  z.object({ entitlementRef }).transform((target) => target.entitlementRef),
  z
    .object({ appId: word, appEntitlementId: z.string().min(1) })
    .transform(({ appEntitlementId, ...of }) => ({
      ...of,
      id: appEntitlementId,
    })),
]);
const externalRef = z.object({ externalRefSource: word, name: word, url: word });

/** What else a task takes away; null if the service does not tell. */
export function revokedBy({
  taskView: { task },
  expanded,
}: TaskAnswer): NonNullable<TaskSnapshot['alsoTaken']> | null {
  const targets = z.array(z.unknown()).safeParse(task.revocationTargets).data;
  return targets?.map((target) => revokedAt(expanded, target)) ?? null;
}

function revokedAt(expanded: Expanded, target: unknown): { id: string; name: string } {
  const ref = revocationTarget.safeParse(target).data;
  if (ref === undefined) return { id: wordsOf(target), name: wordsOf(target) };
  const isMeant = (value: unknown) => {
    const one = entitlementRef.safeParse(value).data;
    return typeNameOf(value) === 'AppEntitlement' && one?.id === ref.id && one.appId === ref.appId;
  };
  return { id: ref.id, name: nameOf(expanded.find(isMeant)) || ref.id };
}

function externalRefWords(value: unknown): string {
  const { externalRefSource, name, url } =
    externalRef.safeParse(value).data ?? externalRef.parse({});
  return joined([name || externalRefSource, url]);
}

/** The details of a task that the service tells. */
export function taskDetails(
  { taskView: view, expanded }: TaskAnswer,
  known: KnownPeople,
): readonly TaskDetail[] {
  const { task } = view;
  const at = (path: string) => locate(expanded, path).map(nameOf);
  const creators = locate(expanded, view.createdByUserPath).flatMap(
    (value) => readPerson(value)?.name ?? [],
  );
  const creator =
    creators[0] ?? (task.createdByUserId === '' ? '' : personIn(known)(task.createdByUserId).name);
  const comments = Number(task.commentCount ?? 0);
  const textsByKind: Readonly<Record<TaskDetailKind, readonly string[]>> = {
    creator: [creator],
    account: at(view.appUserPath),
    'access-review': at(view.accessReviewPath),
    'reviewed-resource': at(view.principalResourcePath),
    role: at(view.roleResourcePath),
    scope: at(view.scopeResourcePath),
    'scope-binding': locate(expanded, view.resourceBindingsPath).map((value) => wordsOf(value)),
    'also-revoked': (revokedBy({ taskView: view, expanded }) ?? []).map(({ name }) => name),
    'external-ref': listed.parse(task.externalRefs).map(externalRefWords),
    annotation: listed.parse(task.annotations).map((note) => wordsOf(note)),
    comments: comments > 0 ? [String(comments)] : [],
  };
  return taskDetailKinds.flatMap((kind) =>
    textsByKind[kind]
      .filter((text) => text.trim() !== '')
      .slice(0, mostOfAKind)
      .map((text) => ({ kind, text: text.slice(0, longestText).toWellFormed() })),
  );
}
