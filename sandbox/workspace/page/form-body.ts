/** Reads what a form of the page posts: its container and the values of its elements. */
import type { Context } from 'hono';
import { z } from 'zod';
import type { Container, Entered, EnteredValues } from '../client.ts';
import { parseFieldName } from './field-names.ts';

const containerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('message'), conversationId: z.string(), ts: z.string() }),
  z.object({ kind: z.literal('ephemeral'), conversationId: z.string(), ts: z.string() }),
  z.object({ kind: z.literal('view'), viewId: z.string() }),
]);

export class FormBody {
  readonly #fields: URLSearchParams;

  constructor(fields: URLSearchParams) {
    this.#fields = fields;
  }

  static async of(c: Context): Promise<FormBody> {
    return new FormBody(new URLSearchParams(await c.req.text()));
  }

  /** Empty when absent. */
  text(name: string): string {
    return this.#fields.get(name) ?? '';
  }

  /** Null when absent. */
  optional(name: string): string | null {
    return this.#fields.get(name);
  }

  /** Null when absent or not a container. */
  container(): Container | null {
    const text = this.#fields.get('container');
    if (text === null) return null;
    try {
      return containerSchema.safeParse(JSON.parse(text)).data ?? null;
    } catch {
      return null;
    }
  }

  values(): EnteredValues {
    const values: Record<string, Record<string, Entered>> = Object.create(null);
    for (const name of new Set(this.#fields.keys())) {
      const field = parseFieldName(name);
      if (field === null) continue;
      const texts = this.#fields.getAll(name);
      const last = texts.at(-1) ?? '';
      const entered = field.kind === 'many' ? texts.filter((text) => text !== '') : last;
      const block = values[field.blockId] ?? Object.create(null);
      block[field.actionId] = entered;
      values[field.blockId] = block;
    }
    return values;
  }
}
