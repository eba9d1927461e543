import { lists } from './lists.ts';
import { refusals } from './refusals.ts';
import { requestForm } from './request-form.ts';
import { review } from './review.ts';
import { times } from './times.ts';

export const english = { lists, refusals, requestForm, review, times };
