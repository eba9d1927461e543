import type { AnyBlock, ModalView, SectionBlock } from '@slack/types';
import { button, confirmation, labelled } from '../../../slack/action/buttons.ts';
import { modal } from '../../../slack/modals.ts';
import { formInput, moment, name, section } from '../../../slack/platform/text.ts';
import { type Texts, textsOfExtra } from '../../../slack/texts.ts';
import type { AgentToken } from '../agent-tables.ts';
import { longestAgentName, mostAgents } from './connected-agents.ts';

export const agentActions = { revoke: 'agents.revoke' } as const;
export const connectFormId = 'agents.connect';
export const agentName = { block: 'name', action: 'name' } as const;

/** What the window shows of an agent. */
export type ShownAgent = Pick<AgentToken, 'id' | 'name' | 'endsAt' | 'lastUsedAt'>;

/** The agents of one person, with a form for one more. */
export function agentsWindow(texts: Texts, agents: readonly ShownAgent[]): ModalView {
  const words = agentTexts(texts);
  const blocks: AnyBlock[] = [
    section(words.what),
    ...agents.map((one) => agentBlock(texts, one)),
    ...(agents.length < mostAgents ? [nameInput(texts)] : [section(words.tooMany)]),
  ];
  const form = { id: connectFormId, submit: words.connect, memory: '' };
  const { close } = texts.requestForm;
  return modal(words.title, close, blocks, agents.length < mostAgents ? form : null);
}

function nameInput(texts: Texts): AnyBlock {
  const words = agentTexts(texts);
  const element = {
    type: 'plain_text_input' as const,
    action_id: agentName.action,
    max_length: longestAgentName,
  };
  return formInput(agentName.block, words.name, element, { hint: words.nameHint });
}

/** One line with *Revoke*, in the window and on Home. */
export function agentBlock(texts: Texts, agent: ShownAgent): SectionBlock {
  const words = agentTexts(texts);
  const { lastUsedAt } = agent;
  const used = lastUsedAt === null ? words.unused : words.used({ when: moment(lastUsedAt) });
  const line = words.line({ agent: name(agent.name), end: moment(agent.endsAt), used });
  const revoke = {
    ...button(agentActions.revoke, words.revoke, agent.id, 'danger'),
    confirm: confirmation(texts, words.revokeTitle, words.revokeSure, words.revoke),
  };
  return { ...section(line), accessory: labelled(revoke, agent.name) };
}

/** Shows the token, once. */
export function tokenWindow(
  texts: Texts,
  {
    token,
    endsAt,
    address,
  }: {
    readonly token: string;
    readonly endsAt: Date;
    readonly address: string;
  },
): ModalView {
  const words = agentTexts(texts);
  return modal(words.title, texts.requestForm.close, [
    section(words.once({ end: moment(endsAt) })),
    section(`\`\`\`${token}\`\`\``),
    section(words.how),
    section(`\`\`\`${address}\nAuthorization: Bearer ${token}\`\`\``),
  ]);
}

export const agentTexts = textsOfExtra({
  title: ['Connected agents', 'Verbundene Agenten'],
  help: [
    '`/request-access agents` connects an agent of yours, such as a coding agent.',
    'Mit `/request-access agenten` verbindest du einen eigenen Agenten, etwa beim Programmieren.',
  ],
  what: [
    'An agent on your machine, such as a coding agent, can look up what you may ask for, and prepare requests. You send them yourself, here in Slack. It cannot approve anything, and sees what others have only where you asked for it.',
    'Ein Agent auf deinem Rechner, etwa beim Programmieren, kann nachsehen, worum du bitten kannst, und Anfragen vorbereiten. Abschicken musst du sie selbst, hier in Slack. Genehmigen kann er nichts, und was andere haben, sieht er nur, wo du es angefragt hast.',
  ],
  name: ['Name of the agent', 'Name des Agenten'],
  nameHint: [
    'Reviewers read it beside what it drafted, like “laptop”.',
    'Wer prüft, liest ihn bei dem, was er entworfen hat, etwa „Laptop“.',
  ],
  connect: ['Make a token', 'Token erstellen'],
  line: ['*{agent}* · until {end} · {used}', '*{agent}* · bis {end} · {used}'],
  used: ['last used {when}', 'zuletzt benutzt {when}'],
  unused: ['never used', 'nie benutzt'],
  revoke: ['Revoke', 'Widerrufen'],
  revokeTitle: ['Revoke this token?', 'Dieses Token widerrufen?'],
  revokeSure: [
    'The agent cannot call any more. What it drafted stays.',
    'Der Agent kann dann nichts mehr abrufen. Was er entworfen hat, bleibt.',
  ],
  tooMany: [
    'You have as many as one person may have. Revoke one to make another.',
    'Mehr kann eine Person nicht haben. Widerrufe eines, um ein neues zu erstellen.',
  ],
  once: [
    'This is your token. It is shown only now, and is good until {end}. Whoever has it can read your requests.',
    'Das ist dein Token. Es ist nur jetzt zu sehen und gilt bis {end}. Wer es hat, kann deine Anfragen lesen.',
  ],
  how: [
    'Give your agent this address, and this header:',
    'Gib deinem Agenten diese Adresse und diesen Header:',
  ],
  repeated: [
    'A token was made from this form already. If you did not see it, revoke it and make another.',
    'Aus diesem Formular wurde schon ein Token erstellt. Hast du es nicht gesehen, dann widerrufe es und erstelle ein neues.',
  ],
  unanswered: [
    'Nobody could look up who you are just now. Make the token again in a minute.',
    'Gerade war nicht nachzusehen, wer du bist. Erstelle das Token in einer Minute noch einmal.',
  ],
  off: [
    'The operators of this bot do not allow agents with tokens.',
    'Agenten mit Token sind bei diesem Bot nicht erlaubt.',
  ],
} as const);
