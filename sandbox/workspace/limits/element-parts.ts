/** What many interactive elements have in common. */
import { z } from 'zod';
import { actionId, confirm, placeholder } from './composition.ts';

export const focusable = { focus_on_load: z.boolean().optional() };
export const confirmable = { confirm };
export const actionable = { action_id: actionId };
export const select = { ...actionable, ...confirmable, ...focusable, placeholder };
export const multi = { ...select, max_selected_items: z.int().min(1).optional() };
export const typed = {
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
