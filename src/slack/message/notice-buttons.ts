/** The buttons below a message, and the actions that they start. */
import type { Button } from '@slack/types';
import { isFormInConsole } from '../../domain/message/kinds/request-messages.ts';
import type { MessageButton } from '../../domain/message/message-object.ts';
import type { NoticeBody } from '../../domain/message/notice.ts';
import {
  button,
  confirmation,
  confirmedWhat,
  holderActions,
  holderButtons,
  labelled,
} from '../action/buttons.ts';
import { limits } from '../platform/limits.ts';
import { plain } from '../platform/text.ts';
import type { Speech } from './speech.ts';

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

function isAboutSeveral(offer: MessageButton): boolean {
  return ['withdraw-all', 'nudge-all', 'snooze'].includes(offer);
}

export function buttonsOf(speech: Speech, body: NoticeBody, offer: MessageButton): Button[] {
  const { texts, context } = speech;
  const { notices, review, home } = texts;
  const { id } = context.request;
  const { withdrawAll, withdrawAllTitle, withdrawAllWarning } = home;
  const confirmAll = confirmation(texts, withdrawAllTitle, withdrawAllWarning, withdrawAll);
  const subject = { ...context, alsoWithdraws: context.moreTime !== null };
  const holders = holderButtons(texts, subject, context.emergency.onCall);
  const { again, againWarning, leave } = notices.uncertain;
  const confirm = confirmation(texts, again, againWarning, again);
  const { existingUrl: url } = context;
  const question = (body.kind === 'acted' ? body.actionId : undefined) ?? id;
  const buttons: Record<MessageButton, Button[]> = {
    escalate: [holders.escalate],
    withdraw: [holders.withdraw],
    correct: [holders.correct],
    nudge: [holders.nudge],
    again: [holders.again],
    settle: [
      { ...button(uncertainActions.again, again, id), confirm },
      button(uncertainActions.leave, leave, id),
    ],
    answer: [button(askedActions.answer, review.acts.answer, question, 'primary')],
    mend: [button(holderActions.mend, notices.mend, id, 'primary')],
    see: url === null ? [] : [{ ...button(holderActions.see, notices.seeRequest, id), url }],
    extend: [
      { ...holders.extend, style: 'primary' },
      button(holderActions.letEnd, notices.letItEnd, id),
    ],
    'give-back': [{ ...holders['give-back'], text: plain(notices.done, limits.buttonText) }],
    'fill-in': isFormInConsole(context.task)
      ? []
      : [button(askedActions['fill-in'], review.acts['fill-in'], id, 'primary')],
    'take-back':
      body.kind === 'action-waiting' && body.canBeTakenBack === true
        ? [button(takeBackAction, review.takeBack, body.actionId)]
        : [],
    'withdraw-all': [
      { ...button(holderActions['withdraw-all'], withdrawAll, id), confirm: confirmAll },
    ],
    'nudge-all': [button(holderActions['nudge-all'], home.nudge, id)],
    // Each request in a reminder has its own buttons.
    decide: [],
    deciding: [],
    snooze: [button(snoozeAction, notices.waiting.snooze, context.noticeId)],
  };
  // Buttons of a message about several requests are about all of them.
  const about = isAboutSeveral(offer) ? '' : confirmedWhat(context);
  return buttons[offer].map((one) => (about === '' ? one : labelled(one, about)));
}
