/** Messages about steps that the service hands to the bot. */
import { message } from '../message-object.ts';

/** To the administrators: nobody was found who may answer a delivered step. */
export const nobodyAnswers = message()({
  kind: 'nobody-answers',
  buttons: [],
  links: 'none',
  quotes: null,
  readers: 'concerned',
  waitsFor: 'nothing',
  isOncePerGroup: false,
  reviewers: 'left-out',
  calls: 'nobody',
  changesWith: [],
  needlessOnce: 'never',
});

/** To the administrators: the service takes no answer to a delivered step any more. */
export const answerRefused = message()({
  kind: 'answer-refused',
  buttons: [],
  links: 'none',
  quotes: null,
  readers: 'concerned',
  waitsFor: 'nothing',
  isOncePerGroup: false,
  reviewers: 'left-out',
  calls: 'nobody',
  changesWith: [],
  needlessOnce: 'never',
});
