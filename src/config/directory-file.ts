import { z } from 'zod';
import type { AccessSettings } from '../domain/access-settings.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import { directoryShape } from './access-schema.ts';
import type { ConfigMistake } from './mistakes.ts';
import { repeats, shapeMistakes } from './shape-mistakes.ts';
import { readYaml, type YamlSource } from './yaml-source.ts';

/**
 * The directory file's people by lower-case email, or every mistake in it. One person, one line: an email or an identity that
 * stands there twice is a mistake, because it would give one person another's rights.
 */
export function readDirectoryFile(
  text: string,
  name: string,
): Result<AccessSettings['directory'], readonly ConfigMistake[]> {
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

/** Looked at apart from the whole shape, so that it is checked even where something else is wrong. */
const lenient = {
  email: z.object({ email: z.string().trim().toLowerCase() }).transform((person) => person.email),
  identityUserId: z.object({ identityUserId: z.string().trim() }).transform((person) => person.identityUserId),
};

function repeatedPeople(source: YamlSource): ConfigMistake[] {
  const people = z.array(z.unknown()).safeParse(source.value).data ?? [];
  return (['email', 'identityUserId'] as const).flatMap((setting) =>
    repeats(people.map((person) => lenient[setting].safeParse(person).data ?? null)).map((repeat) =>
      source.at([repeat.index, setting], `stands in [${repeat.firstIndex}] already; keep one of the two.`),
    ),
  );
}
