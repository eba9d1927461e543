/** Select menus of every source, single and multi. */
import { z } from 'zod';
import { selectOption } from './composition.ts';
import { multi, select } from './element-parts.ts';
import { amongOptions, notAmong } from './initial-options.ts';
import { limits } from './limits.ts';

const staticSelect = z
  .strictObject({
    type: z.literal('static_select'),
    ...select,
    options: z.array(selectOption).min(1).max(limits.options),
    initial_option: selectOption.optional(),
  })
  .refine(
    (one) => amongOptions(one.initial_option ? [one.initial_option] : [], one.options),
    notAmong,
  );

const externalSelect = z.strictObject({
  type: z.literal('external_select'),
  ...select,
  min_query_length: z.int().min(0).optional(),
  initial_option: selectOption.optional(),
});

const multiExternalSelect = z.strictObject({
  type: z.literal('multi_external_select'),
  ...multi,
  min_query_length: z.int().min(0).optional(),
  initial_options: z.array(selectOption).min(1).max(limits.options).optional(),
});

const usersSelect = z.strictObject({
  type: z.literal('users_select'),
  ...select,
  initial_user: z.string().optional(),
});

const multiUsersSelect = z.strictObject({
  type: z.literal('multi_users_select'),
  ...multi,
  initial_users: z.array(z.string()).optional(),
});

export const selects = [
  staticSelect,
  externalSelect,
  usersSelect,
  multiExternalSelect,
  multiUsersSelect,
] as const;
