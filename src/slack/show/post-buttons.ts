/** The buttons of the messages that people have about what was asked for. */

import type { Button } from '@slack/types';
import { isFormInConsole } from '../../domain/message/kinds/request-messages.ts';
import type { PostButton } from '../../domain/telling/post-parts.ts';
import type {
  PostContent,
  PostSection,
  SpokenRequest,
} from '../../use-cases/ports/contents/post-chat.ts';
import {
  button,
  confirmation,
  confirmedWhat,
  holderActions,
  holderButtons,
  labelled,
} from '../action/buttons.ts';
import { askedActions, uncertainActions } from '../message/notice-buttons.ts';
import { limits } from '../platform/limits.ts';
import { plain } from '../platform/text.ts';
import type { Texts } from '../texts.ts';

/** Ids of the blocks that hold them begin so. */
export const postBlock = 'post';

/** None where an offer needs a link that is not there. */
export function buttonsOfPost(
  texts: Texts,
  { emergency }: PostContent,
  about: SpokenRequest & Pick<PostSection, 'question'>,
  offer: PostButton,
): readonly Button[] {
  const { notices, review, home } = texts;
  const { id } = about.request;
  const { existingUrl: url, question } = about;
  const holders = holderButtons(
    texts,
    { ...about, alsoWithdraws: about.moreTime !== null },
    emergency.onCall,
  );
  const { again, againWarning, leave } = notices.uncertain;
  const confirmAll = confirmation(
    texts,
    home.withdrawAllTitle,
    home.withdrawAllWarning,
    home.withdrawAll,
  );
  const own: Readonly<Partial<Record<PostButton, readonly Button[]>>> = {
    escalate: [holders.escalate],
    withdraw: [holders.withdraw],
    correct: [holders.correct],
    nudge: [holders.nudge],
    again: [holders.again],
    settle: [
      {
        ...button(uncertainActions.again, again, id),
        confirm: confirmation(texts, again, againWarning, again),
      },
      button(uncertainActions.leave, leave, id),
    ],
    answer: [button(askedActions.answer, review.acts.answer, question ?? id, 'primary')],
    mend: [button(holderActions.mend, notices.mend, id, 'primary')],
    see: url === null ? [] : [{ ...button(holderActions.see, notices.seeRequest, id), url }],
    extend: [
      { ...holders.extend, style: 'primary' },
      button(holderActions.letEnd, notices.letItEnd, id),
    ],
    'give-back': [{ ...holders['give-back'], text: plain(notices.done, limits.buttonText) }],
    'fill-in': isFormInConsole(about.task)
      ? []
      : [button(askedActions['fill-in'], review.acts['fill-in'], id, 'primary')],
    'withdraw-all': [
      { ...button(holderActions['withdraw-all'], home.withdrawAll, id), confirm: confirmAll },
    ],
    'nudge-all': [button(holderActions['nudge-all'], home.nudge, id)],
  };
  const isAboutAll = offer === 'withdraw-all' || offer === 'nudge-all';
  const what = isAboutAll ? '' : confirmedWhat(about);
  return (own[offer] ?? []).map((one) => (what === '' ? one : labelled(one, what)));
}
