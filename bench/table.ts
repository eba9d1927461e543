/** What a measure found, and how the runner shows it. */
export interface Row {
  readonly what: string;
  readonly measured: string;
  /** Against bare Bolt, a plain filter, the first of several sizes. */
  readonly ratio?: string;
  readonly aim?: string;
}

/** What the command line says; each measure reads what concerns it. */
export interface BenchOptions {
  /** Days of `growth`, and requests on each of its working days. */
  readonly days: number;
  readonly requestsADay: number;
  /** Whether `growth` and `memory` are of a PostgreSQL server. */
  readonly onPostgres: boolean;
  /** Requests of `memory`. */
  readonly requests: number;
  /** Whether `flood` waits for the last card. */
  readonly allCards: boolean;
  /** Whether the bot of `flood` has never met those who ask. */
  readonly strangers: boolean;
}

/** Each file of a measure exports one. */
export interface Measure {
  readonly about: string;
  /** On a machine with two cores. */
  readonly seconds: number;
  run(options: BenchOptions): Promise<readonly Row[]>;
}

/** The rows whose ratio is above their aim, where the aim is a number. */
export function rowsAboveAim(rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ ratio, aim = '' }) => {
    const isBound = ratio !== undefined && /^\d+(\.\d+)?$/.test(aim);
    return isBound && !(Number(ratio) <= Number(aim));
  });
}

/** `share` of them are less. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const inMs = (ms: number): string => `${ms < 10 ? ms.toFixed(1) : ms.toFixed(0)} ms`;

export function tableOf(rows: readonly Row[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(['what', 'measured', 'ratio', 'aim']),
    '|---|---|---|---|',
    ...rows.map(({ what, measured, ratio = '', aim = '' }) => line([what, measured, ratio, aim])),
  ].join('\n');
}
