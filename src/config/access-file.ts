import { z } from 'zod';
import type { AccessSettings } from '../domain/access-settings.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import { accessShape, directoryShape } from './access-schema.ts';
import { contradictions, repeats } from './contradictions.ts';
import { type ConfigMistake, fileProblem } from './mistakes.ts';
import { shapeMistakes } from './shape-mistakes.ts';
import { readYaml, type YamlSource } from './yaml-source.ts';

/**
 * The operator's settings from the text of `access.yaml`, or every mistake in it and in the directory file it names, each with
 * its line and column. `name` is the file's name in mistakes; `readFile` reads a file next to it and throws as `node:fs` does.
 */
export function readAccessFile(
  text: string,
  name: string,
  readFile: (relativePath: string) => string,
): Result<AccessSettings, readonly ConfigMistake[]> {
  const source = readYaml(text, name);
  if (!source.readable) return refuse(source.mistakes);
  const parsed = accessShape.safeParse(source.value ?? {});
  const directory = readNamedDirectory(source, readFile);
  const mistakes = [
    ...source.mistakes,
    ...(parsed.success ? [] : shapeMistakes(parsed.error, source)),
    ...contradictions(source),
    ...directory.mistakes,
  ];
  if (!parsed.success || mistakes.length > 0) return refuse(mistakes);

  return ok({ ...parsed.data, directory: directory.people });
}

/** Read apart from the rest, so that the directory file is checked even if something else is wrong. */
const namesDirectory = z.object({ identity: z.object({ directory: z.string().trim().min(1) }) });

interface NamedDirectory {
  readonly people: AccessSettings['directory'];
  readonly mistakes: readonly ConfigMistake[];
}

function readNamedDirectory(source: YamlSource, readFile: (relativePath: string) => string): NamedDirectory {
  const path = namesDirectory.safeParse(source.value).data?.identity.directory;
  if (path === undefined) return { people: new Map(), mistakes: [] };
  const people = readDirectoryFile(path, readFile, (problem) => {
    const message = `is ${JSON.stringify(path)}, but ${problem}; write the name of a file next to this one.`;
    return source.at(['identity', 'directory'], message);
  });
  return people.ok ? { people: people.value, mistakes: [] } : { people: new Map(), mistakes: people.refusal };
}

/** The name of the directory file in the text of a readable `access.yaml`; null where it names none. */
export function directoryName(text: string): string | null {
  return namesDirectory.safeParse(readYaml(text, '').value).data?.identity.directory ?? null;
}

/**
 * The directory file's people by lower-case email, or every mistake in it. An email or an identity that
 * is there twice is a mistake, because one person would get another's rights.
 */
export function readDirectoryFile(
  name: string,
  readFile: (relativePath: string) => string,
  unreadable = (problem: string): ConfigMistake => ({ place: name, message: `${problem}.` }),
): Result<AccessSettings['directory'], readonly ConfigMistake[]> {
  let text: string;
  try {
    text = readFile(name);
  } catch (error) {
    return refuse([unreadable(fileProblem(error))]);
  }
  const source = readYaml(text, name);
  if (!source.readable) return refuse(source.mistakes);
  const parsed = directoryShape.safeParse(source.value);
  const mistakes = [
    ...source.mistakes,
    ...(parsed.success ? [] : shapeMistakes(parsed.error, source)),
    ...repeatedPeople(source),
  ];
  if (!parsed.success || mistakes.length > 0) return refuse(mistakes);
  return ok(new Map(parsed.data.map((person) => [person.email, { id: person.identityUserId }])));
}

const lenientPerson = {
  email: z.object({ email: z.string().trim().toLowerCase() }).transform((person) => person.email),
  identityUserId: z.object({ identityUserId: z.string().trim() }).transform((person) => person.identityUserId),
};

function repeatedPeople(source: YamlSource): ConfigMistake[] {
  const people = z.array(z.unknown()).safeParse(source.value).data ?? [];
  return (['email', 'identityUserId'] as const).flatMap((setting) =>
    repeats(people.map((person) => lenientPerson[setting].safeParse(person).data ?? null)).map((repeat) =>
      source.at([repeat.index, setting], `stands in [${repeat.first}] already; keep one of the two.`),
    ),
  );
}
