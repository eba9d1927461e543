import { actions } from './actions.ts';
import { card } from './card.ts';
import { help } from './help.ts';
import { home } from './home.ts';
import { lists } from './lists.ts';
import { notices } from './notices.ts';
import { refusals } from './refusals.ts';
import { requestForm } from './request-form.ts';
import { review } from './review.ts';
import { times } from './times.ts';

export const english = { actions, card, help, home, lists, notices, refusals, requestForm, review, times };
