/** Which interactive elements each block may hold (`ActionsBlockElement`, `SectionBlockAccessory`, `InputBlockElement` of `@slack/types`). */
import { buttons } from './buttons.ts';
import { choices, dateTimepicker } from './choices.ts';
import { selects } from './selects.ts';
import { richTextInput, textInputs } from './text-inputs.ts';

export const actionsElements = [...buttons, ...selects, ...choices, dateTimepicker, richTextInput] as const;
export const accessories = [...buttons, ...selects, ...choices] as const;
export const inputElements = [...textInputs, ...selects, ...choices, dateTimepicker] as const;
