import type { z } from 'zod';
import { ok, refuse } from '../domain/result.ts';
import type { AccessSettings } from '../domain/settings/access-settings.ts';
import { comparableEmail } from '../domain/text/foreign-text.ts';
import { accessShape, directoryShape } from './access-schema.ts';
import { contradictions, member, repeats, textOf } from './contradictions.ts';
import { type Checked, type ConfigMistake, fileProblem } from './mistakes.ts';
import { shapeMistakes } from './values.ts';
import { readYaml, type YamlSource } from './yaml-source.ts';

type People = AccessSettings['directory'];

function emailOf(written: unknown): string | null {
  const text = textOf(written);
  return text === null ? null : comparableEmail(text);
}

type ReadFile = (relativePath: string) => string;

/** The content of a readable file in its shape, or every mistake in it. */
function readShape<Shape extends z.ZodType>(
  source: YamlSource,
  shape: Shape,
  further: readonly ConfigMistake[],
) {
  const parsed = shape.safeParse(source.value);
  const mistakes = [
    ...source.mistakes,
    ...(parsed.success ? [] : shapeMistakes(parsed.error, source)),
    ...further,
  ];
  return parsed.success && mistakes.length === 0 ? ok(parsed.data) : refuse(mistakes);
}

/**
 * The operator's settings from the text of `access.yaml`, or every mistake in it and in the
 * directory file it names, each with its line and column. `name` is the file's name in mistakes;
 * `readFile` reads a file next to it and throws as `node:fs` does.
 */
export function readAccessFile(
  text: string,
  name: string,
  readFile: ReadFile,
): Checked<AccessSettings> {
  const source = readYaml(text, name);
  if (!source.readable) return refuse(source.mistakes);
  const path = directoryIn(source);
  const people: Checked<People> =
    path === null
      ? ok(new Map())
      : readDirectoryFile(path, readFile, (problem) => {
          const message = `is ${JSON.stringify(path)}, but ${problem}; write the name of a file next to this one.`;
          return source.at(['identity', 'directory'], message);
        });
  const further = [...contradictions(source), ...(people.ok ? [] : people.refusal)];
  const settings = readShape({ ...source, value: source.value ?? {} }, accessShape, further);
  if (!settings.ok) return settings;
  return people.ok ? ok({ ...settings.value, directory: people.value }) : people;
}

const directoryIn = (source: YamlSource) =>
  textOf(member(source.value, 'identity', 'directory')) || null;

/**
 * The name of the directory file in the text of a readable `access.yaml`; null if it names none.
 */
export const directoryName = (text: string): string | null => directoryIn(readYaml(text, ''));

/**
 * The directory file's people by lower-case email, or every mistake in it. An email or an identity
 * that is there twice is a mistake, because one person would get another's rights.
 */
export function readDirectoryFile(
  name: string,
  readFile: ReadFile,
  unreadable = (problem: string): ConfigMistake => ({ place: name, message: `${problem}.` }),
): Checked<People> {
  let text: string;
  try {
    text = readFile(name);
  } catch (error) {
    return refuse([unreadable(fileProblem(error))]);
  }
  const source = readYaml(text, name);
  if (!source.readable) return refuse(source.mistakes);
  const people = readShape(source, directoryShape, [
    ...repeats(source, [], source.value, (one) => emailOf(member(one, 'email')), 'email'),
    ...repeats(
      source,
      [],
      source.value,
      (one) => textOf(member(one, 'identityUserId')),
      'identityUserId',
    ),
  ]);
  return people.ok
    ? ok(new Map(people.value.map((one) => [one.email, { id: one.identityUserId }])))
    : people;
}
