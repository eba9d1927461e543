/** What administrators have to look into: no clock and no other person settles it. */
import type { ActionKind } from '../../action/action.ts';
import type { Refusal } from '../../refusals/refusals.ts';
import type { Subject } from '../../request/subject.ts';
import { type Phrase, say } from '../phrase.ts';
import { isPersonal } from '../place.ts';

export const notSentAgain = [
  'I am not sending {request} again: it may have arrived. Look for it in the governance console, or ask {helpers}. {refusal:refusal}',
  'Ich schicke {request} nicht noch einmal: Sie kann angekommen sein. Sieh in der Zugriffsverwaltung nach, oder wende dich an {helpers}. {refusal:refusal}',
] as const;

/** The service answered, and not with what was asked for: nothing is believed of that task. */
export const answeredOther = [
  'The access service answered {request} with a different one{numericId:number}. I show that one to nobody and change nothing. Ask {helpers}.',
  'Der Zugriffsdienst hat {request} mit einer anderen beantwortet{numericId:number}. Die zeige ich niemandem, und ich ändere nichts. Wende dich an {helpers}.',
] as const;

/** What a request reads that is not sent again; null where it just did not go through. */
export function stoppedPhrase(refusal: Refusal): Phrase | null {
  if (refusal.code === 'answer-disagrees')
    return say(answeredOther, { numericId: refusal.numericId ?? '' });
  return refusal.isPerhapsThere ? say(notSentAgain, { refusal }) : null;
}

/**
 * What is wrong.
 * - `self-approved`: a step approved itself, because the bot's account is one of its reviewers
 * - `nobody-answers`: nobody was found who may answer a delivered step; `answer-refused`: the service
 *   takes no answer to it any more
 * - `no-reviewer`: nobody in Slack may decide, as far as the bot knows them
 * - `undelivered`: Slack never took a card or a message for somebody, or for a channel, or nobody can say
 *   who its reader is
 * - `passed-on`: the next owner of a Slack account is shown and told nothing of this
 * - `missing-right`: the service refused what it offers
 * - `request-stopped`: a request was not sent, or the service answered it with another one
 */
export type Trouble =
  | { readonly what: 'self-approved' | 'nobody-answers' | 'answer-refused' | 'no-reviewer' }
  | { readonly what: 'undelivered'; readonly channel: string }
  | { readonly what: 'passed-on'; readonly account: string }
  | { readonly what: 'missing-right'; readonly verb: ActionKind }
  | { readonly what: 'request-stopped'; readonly refusal: Refusal };

export const troubleSentences = {
  // A human behind that account may have decided in the console: nobody did in Slack.
  selfApproved: [
    '{opening}{number}: nobody approved one of its steps in Slack. The step counts as approved because the account that owns my credentials is a reviewer. Check whether {holder} should have this access. Give me a service principal that approves nothing: then a person has to approve again.',
    '{opening}{number}: Einen Schritt hat niemand in Slack genehmigt. Er gilt als genehmigt, weil das Konto, dem meine Zugangsdaten gehören, selbst entscheiden darf. Prüfe, ob {holder} diesen Zugriff haben soll. Gib mir einen Service-Principal, der nichts genehmigt: Dann muss wieder ein Mensch genehmigen.',
  ],
  nobodyAnswers: [
    'I found nobody who may answer a step of {request}. Check webhook.reviewers, webhook.setUpBy and webhook.fallback.',
    'Ich finde niemanden, der einen Schritt beantworten darf. Es geht um {request}. Prüfe webhook.reviewers, webhook.setUpBy und webhook.fallback.',
  ],
  answerRefused: [
    'Nobody decided a step of {request} in time, and the access service no longer accepts an answer. Look at it in the governance console, and check webhook.answerWithin.',
    'Niemand hat rechtzeitig entschieden, und der Zugriffsdienst nimmt keine Antwort mehr an. Es geht um {request}. Sieh in der Zugriffsverwaltung nach, und prüfe webhook.answerWithin.',
  ],
  noReviewer: [
    'I know nobody in Slack who may decide on {request}. Look at it in the governance console.',
    'Ich kenne in Slack niemanden, der über {request} entscheiden darf. Sieh in der Zugriffsverwaltung nach.',
  ],
  undelivered: [
    'I cannot reach {to:everybody} about {request}. Tell them yourself. The log says why.',
    'Ich erreiche {to:everybody} nicht. Es geht um {request}. Sag dort selbst Bescheid. Im Log steht, warum.',
  ],
  passedOn: [
    'Somebody else has the Slack account {to:everybody} since {request} was made. I show and tell them nothing of this request and earlier ones. Find out whether that access is still needed.',
    'Das Slack-Konto {to:everybody} hat nach {request} die Person gewechselt. Von dieser und früheren Anfragen zeige und melde ich dort nichts mehr. Kläre, ob der Zugriff noch gebraucht wird.',
  ],
  missingRight: [
    'The access service does not let me do this: “{act:button}”. Give the owner of my credentials that right.',
    'Der Zugriffsdienst lässt mich das nicht tun: „{act:button}“. Gib dem Inhaber meiner Zugangsdaten dieses Recht.',
  ],
  /** About somebody who left or changed after they asked. */
  notSent: [
    'I did not send {request}. {refusal:refusal}',
    'Ich habe {request} nicht abgeschickt. {refusal:refusal}',
  ],
  notSentAgain,
  answeredOther,
} as const;

export function troublePhrase(body: Trouble, { requester }: Pick<Subject, 'requester'>): Phrase {
  switch (body.what) {
    case 'self-approved':
      return say(troubleSentences.selfApproved);
    case 'nobody-answers':
      return say(troubleSentences.nobodyAnswers);
    case 'answer-refused':
      return say(troubleSentences.answerRefused);
    case 'no-reviewer':
      return say(troubleSentences.noReviewer);
    case 'undelivered': {
      const { channel } = body;
      const to = isPersonal(channel) ? { slackUserId: channel } : { channel };
      return say(troubleSentences.undelivered, { to: [to] });
    }
    case 'passed-on':
      return say(troubleSentences.passedOn, { to: [{ slackUserId: body.account }] });
    case 'missing-right':
      return say(troubleSentences.missingRight, { act: body.verb });
    case 'request-stopped': {
      // Who is meant by a refusal that names nobody.
      const refusal = { slackUserId: requester?.userId ?? '', ...body.refusal };
      return stoppedPhrase(refusal) ?? say(troubleSentences.notSent, { refusal });
    }
  }
}
