/** Which interactive elements each block may hold. */
import { buttons } from './buttons.ts';
import { choices } from './choices.ts';
import { selects } from './selects.ts';
import { textInputs } from './text-inputs.ts';

export const actionsElements = [...buttons, ...selects, ...choices] as const;
export const inputElements = [...textInputs, ...selects, ...choices] as const;
