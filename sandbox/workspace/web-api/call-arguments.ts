/**
 * The arguments of a Web API call, however they came: query, form fields (JSON inside), or a JSON
 * body.
 */
import { invalidArguments, WebApiRefusal } from './refusal.ts';

export class CallArguments {
  readonly raw: Readonly<Record<string, unknown>>;

  constructor(raw: Readonly<Record<string, unknown>>) {
    this.raw = raw;
  }

  string(name: string): string | undefined {
    const value = this.raw[name];
    if (value === undefined || value === null || value === '') return undefined;
    if (typeof value === 'string') return value;
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    throw invalidArguments(`must provide a string [json-pointer:/${name}]`);
  }

  /** Throws `invalid_arguments` as Slack words it. */
  required(name: string): string {
    const value = this.string(name);
    if (value === undefined) throw invalidArguments(`missing required field: ${name}`);
    return value;
  }

  /** `1` and `true` alike. */
  flag(name: string): boolean {
    const value = this.raw[name];
    return value === true || value === 1 || value === 'true' || value === '1';
  }

  /** Undefined if absent. Throws the given code if it is no JSON. */
  json(name: string, codeIfBroken: string): unknown {
    const value = this.raw[name];
    if (value === undefined || value === null || value === '') return undefined;
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value);
    } catch {
      throw new WebApiRefusal(codeIfBroken);
    }
  }

  /** Throws `invalid_limit` outside 1..most. */
  limit(byDefault: number, most: number): number {
    const text = this.string('limit');
    if (text === undefined) return byDefault;
    const limit = Number(text);
    if (!Number.isInteger(limit) || limit < 1) throw new WebApiRefusal('invalid_limit');
    return Math.min(limit, most);
  }
}

export interface PageOf<Item> {
  readonly items: readonly Item[];
  /** Empty on the last page. */
  readonly nextCursor: string;
}

const cursorPrefix = 'next:';

/** Slack's paging: an opaque cursor. Throws `invalid_cursor`. */
export function page<Item>(
  all: readonly Item[],
  args: CallArguments,
  byDefault: number,
  most: number,
): PageOf<Item> {
  const cursor = args.string('cursor');
  const decoded =
    cursor === undefined ? `${cursorPrefix}0` : Buffer.from(cursor, 'base64').toString('utf8');
  const start = Number(decoded.slice(cursorPrefix.length));
  if (!decoded.startsWith(cursorPrefix) || !Number.isInteger(start) || start < 0) {
    throw new WebApiRefusal('invalid_cursor');
  }
  const end = start + args.limit(byDefault, most);
  const nextCursor =
    end < all.length ? Buffer.from(`${cursorPrefix}${end}`).toString('base64') : '';
  return { items: all.slice(start, end), nextCursor };
}
