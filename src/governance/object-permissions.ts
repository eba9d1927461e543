import { z } from 'zod';
import { flag, nested } from './wire/fields.ts';

/** ActorObjectPermissions: what the caller, that is the bot's credentials, may do on an object. null where not told. */
export const objectPermissions = nested(
  z.object({
    delete: flag,
    edit: flag,
    read: flag,
    extra: z
      .record(z.string(), z.boolean())
      .nullish()
      .transform((value) => value ?? {}),
  }),
);
