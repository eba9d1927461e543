/**
 * The answers a test gave for one kind of call, each used once; the last one stays. An error is
 * thrown.
 */
export class Answers<T> {
  readonly #queue: (T | Error)[] = [];

  next(...answers: (T | Error)[]): void {
    this.#queue.push(...answers);
  }

  take(otherwise: T): T {
    const answer = this.#queue.shift() ?? otherwise;
    if (answer instanceof Error) throw answer;
    return answer;
  }
}
