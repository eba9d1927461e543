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
  /** Every how many of them one is decided on its card; the measure knows where nothing is said. */
  readonly decideEvery: number | undefined;
  /** Whether `flood` waits for the last card. */
  readonly allCards: boolean;
  /** Whether the bot of `flood` has never met those who ask. */
  readonly strangers: boolean;
}

/** A line through points, for a plot. */
export interface Curve {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly points: readonly { readonly x: number; readonly y: number; readonly of: string }[];
}

export interface Found {
  readonly rows: readonly Row[];
  /** Name of the file in docs/pictures, and what is in it. */
  readonly plots?: Readonly<Record<string, Curve>>;
}

/** Each file of a measure exports one. */
export interface Measure {
  readonly about: string;
  /** On a machine with two cores. */
  readonly seconds: number;
  run(options: BenchOptions): Promise<Found>;
}

/** The rows whose ratio is above their aim, where the aim is a number. */
export function rowsAboveAim(rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ ratio, aim = '' }) => {
    const isBound = ratio !== undefined && /^\d+(\.\d+)?$/.test(aim);
    return isBound && !(Number(ratio) <= Number(aim));
  });
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

export const inMs = (ms: number): string => `${ms < 10 ? ms.toFixed(1) : ms.toFixed(0)} ms`;

export function tableOf(rows: readonly Row[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(['what', 'measured', 'ratio', 'aim']),
    '|---|---|---|---|',
    ...rows.map(({ what, measured, ratio = '', aim = '' }) => line([what, measured, ratio, aim])),
  ].join('\n');
}
