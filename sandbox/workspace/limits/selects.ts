/** Select menus of every source, single and multi. */
import { z } from 'zod';
import { optionGroup, selectOption } from './composition.ts';
import { multi, select } from './element-parts.ts';
import { amongOptions, type ComparableOption, notAmong } from './initial-options.ts';
import { limits } from './limits.ts';

const oneSourceOnly = { error: 'must provide exactly one of `options` or `option_groups`' };

interface StaticSource {
  options?: ComparableOption[] | undefined;
  option_groups?: { options: ComparableOption[] }[] | undefined;
}

function hasOneSource(element: StaticSource): boolean {
  return (element.options === undefined) !== (element.option_groups === undefined);
}

function offered(element: StaticSource): ComparableOption[] {
  return [...(element.options ?? []), ...(element.option_groups ?? []).flatMap((group) => group.options)];
}

const staticSource = {
  options: z.array(selectOption).min(1).max(limits.options).optional(),
  option_groups: z.array(optionGroup).min(1).max(limits.optionGroups).optional(),
};

const staticSelect = z
  .strictObject({
    type: z.literal('static_select'),
    ...select,
    ...staticSource,
    initial_option: selectOption.optional(),
  })
  .refine(hasOneSource, oneSourceOnly)
  .refine((one) => amongOptions(one.initial_option ? [one.initial_option] : [], offered(one)), notAmong);

const multiStaticSelect = z
  .strictObject({
    type: z.literal('multi_static_select'),
    ...multi,
    ...staticSource,
    initial_options: z.array(selectOption).min(1).max(limits.options).optional(),
  })
  .refine(hasOneSource, oneSourceOnly)
  .refine((one) => amongOptions(one.initial_options ?? [], offered(one)), notAmong);

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
  multiStaticSelect,
  multiExternalSelect,
  multiUsersSelect,
] as const;
