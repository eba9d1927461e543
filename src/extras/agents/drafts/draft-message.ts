/** A draft in its person's direct messages. Nothing that an agent wrote is markup, or a mention. */
import type { KnownBlock } from '@slack/types';
import { readDuration } from '../../../domain/request/time-text.ts';
import { button, labelled } from '../../../slack/action/buttons.ts';
import { durationWords } from '../../../slack/card/task-words.ts';
import { limits } from '../../../slack/platform/limits.ts';
import type { RenderedMessage } from '../../../slack/platform/rendered-message.ts';
import {
  actionsBlock,
  line,
  mention,
  moment,
  name,
  plain,
  section,
} from '../../../slack/platform/text.ts';
import { type Texts, textsOfExtra } from '../../../slack/texts.ts';
import type { Draft, DraftContent, DraftedForm, DraftState } from './draft.ts';

export const draftActions = {
  send: 'draft.send',
  change: 'draft.change',
  discard: 'draft.discard',
} as const;

export function draftMessage(texts: Texts, draft: Draft, state: DraftState): RenderedMessage {
  const words = draftWords(texts);
  const what = name(`${draft.content.appName} · ${draft.content.entitlementName}`, 200);
  if (state !== 'waiting') {
    const over = `*${what}*\n${words.over[state]}`;
    return { text: over, blocks: [section(over)] };
  }
  const heading = headingWords(texts, draft, what);
  const { content } = draft;
  return {
    text: heading,
    blocks: [
      section(heading),
      ...(content.kind === 'form' ? formBlocks(texts, content) : []),
      ...actionsBlock('draft.actions', buttonsOf(texts, draft)),
      ...line('draft.ends', words.ends({ when: moment(draft.endsAt) })),
    ],
  };
}

function headingWords(texts: Texts, { client, content }: Draft, what: string): string {
  const words = draftWords(texts);
  const who = client.kind === 'slackbot' ? words.slackbot : words.agent({ name: client.name });
  return words.heading[headingOf(content)]({ who, what: `*${what}*` });
}

function headingOf(content: DraftContent): 'request' | 'emergency' | 'extension' | 'giveBack' {
  if (content.kind === 'give-back') return 'giveBack';
  if (content.extendsRequestId !== null) return 'extension';
  return content.emergency ? 'emergency' : 'request';
}

function formBlocks(texts: Texts, form: DraftedForm): KnownBlock[] {
  const words = draftWords(texts);
  const seconds = readDuration(form.timeText);
  const lasts = form.extendsRequestId === null ? texts.times.forSoLong : texts.times.forSoMuchMore;
  const time =
    seconds === null
      ? words.typedTime({ time: form.timeText })
      : lasts({ duration: durationWords(texts, seconds) });
  const account = form.account === null ? [] : [words.account({ account: form.account.name })];
  const reason: KnownBlock[] =
    form.reason.trim() === ''
      ? []
      : [{ type: 'section', text: plain(form.reason, limits.sectionText) }];
  return [section([time, ...account].join(' · ')), ...reason, ...form.answers.map(answerBlock)];
}

/** Whole: the person reads what they send. */
function answerBlock({ question, text, arePeople }: DraftedForm['answers'][number]): KnownBlock {
  if (!arePeople)
    return { type: 'section', text: plain(`${question}: ${text}`, limits.sectionText) };
  const people = text.split('\n').map((id) => mention(id));
  return section(`${name(question, 150)}: ${people.join(', ')}`);
}

function buttonsOf(texts: Texts, { id, content }: Draft) {
  const words = draftWords(texts);
  const about = `${content.appName} · ${content.entitlementName}`;
  const own = (actionId: string, label: string, style?: 'primary') =>
    labelled(button(actionId, label, id, style), about);
  return [
    own(draftActions.send, words.send, 'primary'),
    // Giving access back leaves nothing to fill in.
    ...(content.kind === 'form' ? [own(draftActions.change, words.change)] : []),
    own(draftActions.discard, words.discard),
  ];
}

const draftWords = textsOfExtra({
  slackbot: ['Slackbot', 'Slackbot'],
  agent: ['An agent named {name:name}', 'Ein Agent namens {name:name}'],
  heading: {
    request: [
      '{who} drafted this request for you: {what}. Nothing is asked for until you send it.',
      '{who} hat diese Anfrage für dich entworfen: {what}. Nichts ist angefragt, bis du sie abschickst.',
    ],
    emergency: [
      '🚨 {who} drafted this emergency request for you: {what}. Nobody is called until you send it.',
      '🚨 {who} hat diese Notfallanfrage für dich entworfen: {what}. Niemand wird gerufen, bis du sie abschickst.',
    ],
    extension: [
      '{who} drafted this request for more time for you: {what}. Nothing is asked for until you send it.',
      '{who} hat diese Anfrage auf mehr Zeit für dich entworfen: {what}. Nichts ist angefragt, bis du sie abschickst.',
    ],
    giveBack: [
      '{who} suggests that you give this back: {what}. You keep it until you send this. Then you lose it, even if you got it through several requests.',
      '{who} schlägt vor, dass du das zurückgibst: {what}. Du behältst es, bis du das abschickst. Dann geht es weg, auch wenn du es über mehrere Anfragen bekommen hast.',
    ],
  },
  /** An end, or words that are read when it is sent. */
  typedTime: ['Time: {time:name}', 'Zeit: {time:name}'],
  account: ['account {account:name}', 'Konto {account:name}'],
  ends: [
    'Read it first: the words may be a machine’s. It can be sent until {when}.',
    'Lies es zuerst: die Worte können von einer Maschine sein. Abschicken kannst du es bis {when}.',
  ],
  send: ['Send', 'Abschicken'],
  change: ['Change', 'Ändern'],
  discard: ['Discard', 'Verwerfen'],
  over: {
    sent: ['You sent this.', 'Du hast das abgeschickt.'],
    discarded: [
      'You discarded this. Nothing was sent.',
      'Du hast das verworfen. Nichts wurde abgeschickt.',
    ],
    ended: [
      'This draft has ended. Nothing was sent.',
      'Dieser Entwurf ist abgelaufen. Nichts wurde abgeschickt.',
    ],
  },
} as const);
