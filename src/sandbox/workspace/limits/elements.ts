/** The interactive elements, as Slack takes them. One schema an element; which block may hold which is in `blocks.ts`. */
import { z } from 'zod';
import {
  actionId,
  buttonStyle,
  choiceOption,
  confirm,
  optionGroup,
  overflowOption,
  placeholder,
  plainText,
  selectOption,
  url,
} from './composition.ts';
import { limits } from './limits.ts';
import { richTextBlock } from './rich-text.ts';

const focusable = { focus_on_load: z.boolean().optional() };
const confirmable = { confirm };
const actionable = { action_id: actionId };
const select = { ...actionable, ...confirmable, ...focusable, placeholder };
const multi = { ...select, max_selected_items: z.int().min(1).optional() };
const typed = {
  ...actionable,
  ...focusable,
  placeholder,
  dispatch_action_config: z
    .strictObject({
      trigger_actions_on: z
        .array(z.enum(['on_enter_pressed', 'on_character_entered']))
        .min(1)
        .max(2)
        .optional(),
    })
    .optional(),
};

type ComparableOption = { value?: string | undefined; text: { text: string } };

function sameOption(one: ComparableOption, other: ComparableOption): boolean {
  return one.value === other.value && one.text.text === other.text.text;
}

/** Slack takes initial options only if they are among the options. */
function amongOptions(initial: readonly ComparableOption[], options: readonly ComparableOption[]): boolean {
  return initial.every((one) => options.some((option) => sameOption(one, option)));
}

const notAmong = { error: 'initial options must exactly match one or more of the provided options' };
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

const conversationFilter = z
  .strictObject({
    include: z
      .array(z.enum(['im', 'mpim', 'private', 'public']))
      .min(1)
      .optional(),
    exclude_external_shared_channels: z.boolean().optional(),
    exclude_bot_users: z.boolean().optional(),
  })
  .optional();

export const button = z.strictObject({
  type: z.literal('button'),
  ...actionable,
  ...confirmable,
  text: plainText(limits.buttonText),
  value: z.string().max(limits.buttonValue).optional(),
  url: url.optional(),
  style: buttonStyle,
  accessibility_label: z.string().max(limits.buttonText).optional(),
});

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

const conversationsSelect = z.strictObject({
  type: z.literal('conversations_select'),
  ...select,
  initial_conversation: z.string().optional(),
  default_to_current_conversation: z.boolean().optional(),
  response_url_enabled: z.boolean().optional(),
  filter: conversationFilter,
});

const multiConversationsSelect = z.strictObject({
  type: z.literal('multi_conversations_select'),
  ...multi,
  initial_conversations: z.array(z.string()).optional(),
  default_to_current_conversation: z.boolean().optional(),
  filter: conversationFilter,
});

const channelsSelect = z.strictObject({
  type: z.literal('channels_select'),
  ...select,
  initial_channel: z.string().optional(),
  response_url_enabled: z.boolean().optional(),
});

const multiChannelsSelect = z.strictObject({
  type: z.literal('multi_channels_select'),
  ...multi,
  initial_channels: z.array(z.string()).optional(),
});

export const overflow = z.strictObject({
  type: z.literal('overflow'),
  ...actionable,
  ...confirmable,
  options: z.array(overflowOption).min(1).max(limits.optionsOfOverflow),
});

const radioButtons = z
  .strictObject({
    type: z.literal('radio_buttons'),
    ...actionable,
    ...confirmable,
    ...focusable,
    options: z.array(choiceOption).min(1).max(limits.optionsOfRadioButtons),
    initial_option: choiceOption.optional(),
  })
  .refine((one) => amongOptions(one.initial_option ? [one.initial_option] : [], one.options), notAmong);

const checkboxes = z
  .strictObject({
    type: z.literal('checkboxes'),
    ...actionable,
    ...confirmable,
    ...focusable,
    options: z.array(choiceOption).min(1).max(limits.optionsOfCheckboxes),
    initial_options: z.array(choiceOption).min(1).optional(),
  })
  .refine((one) => amongOptions(one.initial_options ?? [], one.options), notAmong);

const datepicker = z.strictObject({
  type: z.literal('datepicker'),
  ...select,
  initial_date: z.iso.date().optional(),
});

const timepicker = z.strictObject({
  type: z.literal('timepicker'),
  ...select,
  initial_time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .optional(),
  timezone: z.string().optional(),
});

const dateTimepicker = z.strictObject({
  type: z.literal('datetimepicker'),
  ...actionable,
  ...confirmable,
  ...focusable,
  // Ten digits: seconds, so that milliseconds sent by mistake are refused.
  initial_date_time: z.int().min(1_000_000_000).max(9_999_999_999).optional(),
});

const plainTextInput = z
  .strictObject({
    type: z.literal('plain_text_input'),
    ...typed,
    multiline: z.boolean().optional(),
    initial_value: z.string().max(limits.plainTextInput).optional(),
    min_length: z.int().min(0).max(limits.plainTextInput).optional(),
    max_length: z.int().min(1).max(limits.plainTextInput).optional(),
  })
  .refine((one) => (one.min_length ?? 0) <= (one.max_length ?? limits.plainTextInput), {
    error: '`min_length` must not be greater than `max_length`',
  })
  .refine((one) => (one.initial_value ?? '').length <= (one.max_length ?? Number.POSITIVE_INFINITY), {
    error: '`initial_value` must not be longer than `max_length`',
  });

const emailInput = z.strictObject({
  type: z.literal('email_text_input'),
  ...typed,
  initial_value: z.string().optional(),
});

const urlInput = z.strictObject({
  type: z.literal('url_text_input'),
  ...typed,
  initial_value: z.string().optional(),
});

const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);

const numberInput = z.strictObject({
  type: z.literal('number_input'),
  ...typed,
  is_decimal_allowed: z.boolean(),
  initial_value: decimal.optional(),
  min_value: decimal.optional(),
  max_value: decimal.optional(),
});

const richTextInput = z.strictObject({
  type: z.literal('rich_text_input'),
  ...typed,
  initial_value: richTextBlock.optional(),
  min_lines: z.int().min(1).max(100).optional(),
  max_lines: z.int().min(1).max(100).optional(),
});

const workflowButton = z.strictObject({
  type: z.literal('workflow_button'),
  ...actionable,
  ...confirmable,
  text: plainText(limits.buttonText),
  workflow: z.strictObject({
    trigger: z.strictObject({
      url,
      customizable_input_parameters: z.array(z.strictObject({ name: z.string(), value: z.string() })).optional(),
    }),
  }),
  style: buttonStyle,
  accessibility_label: z.string().max(limits.buttonText).optional(),
});

const feedbackButton = z.strictObject({
  text: plainText(limits.buttonText),
  accessibility_label: z.string().max(limits.buttonText).optional(),
  value: z.string().max(limits.buttonValue),
});

export const feedbackButtons = z.strictObject({
  type: z.literal('feedback_buttons'),
  ...actionable,
  positive_button: feedbackButton,
  negative_button: feedbackButton,
});

export const iconButton = z.strictObject({
  type: z.literal('icon_button'),
  ...actionable,
  ...confirmable,
  icon: z.string(),
  text: plainText(limits.buttonText),
  value: z.string().max(limits.buttonValue).optional(),
  accessibility_label: z.string().max(limits.buttonText).optional(),
  visible_to_user_ids: z.array(z.string()).optional(),
});

const selects = [staticSelect, externalSelect, usersSelect, conversationsSelect, channelsSelect] as const;
const multiSelects = [
  multiStaticSelect,
  multiExternalSelect,
  multiUsersSelect,
  multiConversationsSelect,
  multiChannelsSelect,
] as const;
const choices = [radioButtons, checkboxes, datepicker, timepicker] as const;

/** What each block may hold (`ActionsBlockElement`, `SectionBlockAccessory`, `InputBlockElement` of `@slack/types`). */
export const actionsElements = [
  button,
  overflow,
  workflowButton,
  dateTimepicker,
  richTextInput,
  ...selects,
  ...multiSelects,
  ...choices,
] as const;
export const accessories = [button, overflow, workflowButton, ...selects, ...multiSelects, ...choices] as const;
export const inputElements = [
  plainTextInput,
  emailInput,
  urlInput,
  numberInput,
  richTextInput,
  dateTimepicker,
  ...selects,
  ...multiSelects,
  ...choices,
] as const;
