import { answeredResources, endpoints } from './interface.ts';
import { answerRows, requestRows, valueRows } from './rows.ts';

/** A heading with its fields below it, the names in one column. */
function section(
  heading: string,
  fields: readonly (readonly [name: string, type: string])[],
): readonly string[] {
  const width = Math.max(0, ...fields.map(([name]) => name.length));
  return ['', heading, ...fields.map(([name, type]) => `    ${name.padEnd(width)}  ${type}`)];
}

/**
 * The whole interface as it is declared here: every field of every request and answer, and every
 * value that it lists.
 */
export function tableText(): string {
  const answered = (prefix: string) =>
    answerRows
      .filter((row) => row.name.startsWith(prefix))
      .map((row) => [row.name.slice(prefix.length), row.type] as const);
  const lines = [
    ...endpoints.flatMap((one) =>
      section(`${one.number}  ${one.method} ${one.path}  (${one.does})`, [
        ...requestRows
          .filter((row) => row.endpoint === one)
          .map((row) => [`${row.part} ${row.place}`, row.type] as const),
        ...answered(`${one.number} answer `).map(
          ([name, type]) => [`answer ${name}`, type] as const,
        ),
      ]),
    ),
    ...answeredResources.flatMap(({ name }) => section(name, answered(`${name}.`))),
    ...section(
      'Values',
      valueRows.map((row) => [row.enumeration, row.value] as const),
    ),
  ];
  return lines.slice(1).join('\n');
}
