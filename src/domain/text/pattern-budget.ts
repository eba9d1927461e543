import { RE2JS } from 're2js';

/** How many RE2 steps all patterns of one form may take together: some 30 ms. */
const mostSteps = 1_500_000;
/** The cost of compiling one instruction of a pattern, in matching steps. */
const stepsToCompile = 100;
/** The cost of a class of Unicode's, as `\p{L}`: one can take as long as hundreds of others. */
const stepsOfClass = 5_000;
const longestPattern = 1_000;

/**
 * Checks texts against the patterns of a tenant's form. RE2 always ends, but long patterns on long
 * texts add up, and the whole bot waits meanwhile. A pattern that exceeds the budget or cannot be
 * compiled is left to the service, which checks every answer anyway.
 */
export class PatternBudget {
  #stepsLeft = mostSteps;
  /** Null: left to the service. */
  readonly #compiled = new Map<string, RE2JS | null>();

  /** Also true if the check is left to the service. */
  matches(text: string, pattern: string): boolean {
    const compiled = this.#compile(pattern);
    if (compiled === null || !this.#take(compiled.programSize() * text.length)) return true;
    return compiled.matcher(text).find();
  }

  #compile(pattern: string): RE2JS | null {
    const earlier = this.#compiled.get(pattern);
    if (earlier !== undefined) return earlier;
    const classes = pattern.slice(0, longestPattern).match(/\\p/gi)?.length ?? 0;
    const isCompiled = this.#take(classes * stepsOfClass) && pattern.length <= longestPattern;
    const compiled = isCompiled ? compileOrNull(pattern) : null;
    // The size is known only after compiling, so the last pattern may exceed the budget.
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
