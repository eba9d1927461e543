import { RE2JS } from 're2js';

/** Steps of RE2 that all patterns of one form may take together: about a tenth of a second. */
const mostSteps = 5_000_000;
/** What it takes to compile one instruction of a pattern, in steps of matching. */
const stepsToCompile = 500;
const longestPattern = 1_000;

/**
 * Checks texts against the patterns of a tenant's form. No text keeps RE2 busy for ever, but long patterns on long texts
 * add up, and the whole bot waits meanwhile. A pattern that is out of reach, or that cannot be read, is left to the service,
 * which checks every answer anyway.
 */
export class PatternBudget {
  #stepsLeft = mostSteps;
  /** Null: left to the service. */
  readonly #compiled = new Map<string, RE2JS | null>();

  /** Also true where it is left to the service. */
  matches(text: string, pattern: string): boolean {
    const compiled = this.#compile(pattern);
    if (compiled === null || !this.#take(compiled.programSize() * text.length)) return true;
    return compiled.matcher(text).find();
  }

  #compile(pattern: string): RE2JS | null {
    const known = this.#compiled.get(pattern);
    if (known !== undefined) return known;
    const compiled = this.#stepsLeft > 0 && pattern.length <= longestPattern ? compileOrNull(pattern) : null;
    // It was compiled when its size is known, so the last one may take more than what was left.
    const size = compiled?.programSize() ?? pattern.length;
    const isWithinReach = this.#take(size * stepsToCompile);
    this.#compiled.set(pattern, isWithinReach ? compiled : null);
    return isWithinReach ? compiled : null;
  }

  #take(steps: number): boolean {
    this.#stepsLeft -= steps;
    return this.#stepsLeft >= 0;
  }
}

function compileOrNull(pattern: string): RE2JS | null {
  try {
    return RE2JS.compile(pattern);
  } catch {
    return null;
  }
}
