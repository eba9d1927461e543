/** The buttons below a message, and the actions that they start. */
import type { Button } from '@slack/types';
import { isFormInConsole } from '../../domain/message/kinds/request-messages.ts';
import type { MessageButton } from '../../domain/message/message-object.ts';
import type { NoticeBody } from '../../domain/message/notice.ts';
import { button, confirmedWhat, labelled } from '../action/buttons.ts';
import type { NoticeSpeech } from './speech.ts';

/**
 * Open the form for the answer to a question, and the form that a request waits for. The button's
 * value is the request's id; for a question it is the id of the question's action, except in older
 * messages.
 */
export const askedActions = { answer: 'request.answer', 'fill-in': 'request.fill-in' } as const;

/** Takes back a decision that waits; the button's value is the review's id. */
export const takeBackAction = 'review.take-back';

/** Opens the choice of when a reminder comes again; the button's value is the message's id. */
export const snoozeAction = 'reminder.snooze';

export const uncertainActions = { again: 'uncertain.again', leave: 'uncertain.leave' } as const;

export function buttonsOf(speech: NoticeSpeech, body: NoticeBody, offer: MessageButton): Button[] {
  const { texts, context } = speech;
  const { notices, review } = texts;
  const { id } = context.request;
  const buttons: Record<MessageButton, Button[]> = {
    'fill-in': isFormInConsole(context.task)
      ? []
      : [button(askedActions['fill-in'], review.acts['fill-in'], id, 'primary')],
    'take-back':
      body.kind === 'action-waiting' && body.canBeTakenBack === true
        ? [button(takeBackAction, review.takeBack, body.actionId)]
        : [],
    // Each request in a reminder has its own buttons.
    decide: [],
    deciding: [],
    snooze: [button(snoozeAction, notices.waiting.snooze, context.noticeId)],
  };
  // A reminder is about several requests.
  const about = offer === 'snooze' ? '' : confirmedWhat(context);
  return buttons[offer].map((one) => (about === '' ? one : labelled(one, about)));
}
