/** A Web API call that Slack answers with `ok: false`. */
import { type Problem, problemLine } from '../limits/problems.ts';

export class WebApiRefusal extends Error {
  override readonly name = 'WebApiRefusal';
  readonly code: string;
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(code: string, extra: Readonly<Record<string, unknown>> = {}) {
    super(code);
    this.code = code;
    this.extra = extra;
  }
}

/** `invalid_arguments` and the like, with the places named as Slack names them. */
export function refusalWith(code: string, problems: readonly Problem[]): WebApiRefusal {
  const lines = problems.map(problemLine);
  if (lines.length === 0) return new WebApiRefusal(code);
  return new WebApiRefusal(code, {
    ...(code === 'invalid_blocks' ? { errors: lines } : {}),
    response_metadata: { messages: lines.map((line) => `[ERROR] ${line}`) },
  });
}

export function invalidArguments(message: string): WebApiRefusal {
  return new WebApiRefusal('invalid_arguments', {
    response_metadata: { messages: [`[ERROR] ${message}`] },
  });
}
