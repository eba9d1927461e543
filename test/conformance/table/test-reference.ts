/** A test by its file, relative to the repository, and its name as `vitest list` prints it. */
export interface TestReference {
  readonly file: string;
  readonly name: string;
}

/** A sentence of the interface that is no field, with the tests that show it. */
export interface Clause {
  readonly what: string;
  readonly service: readonly TestReference[];
  readonly client: readonly TestReference[];
}

/** Tests of a file in test/conformance. */
export function inConformance(file: string, ...names: readonly string[]): readonly TestReference[] {
  return names.map((name) => ({ file: `test/conformance/${file}.test.ts`, name }));
}

/** Tests of a file in test/unit. */
export function inUnit(file: string, ...names: readonly string[]): readonly TestReference[] {
  return names.map((name) => ({ file: `test/unit/${file}.test.ts`, name }));
}

/** Tests of this folder. */
export function inTable(file: string, ...names: readonly string[]): readonly TestReference[] {
  return inConformance(`table/${file}`, ...names);
}
