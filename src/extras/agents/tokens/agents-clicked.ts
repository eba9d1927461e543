/**
 * How people connect agents and revoke them: `/request-access agents`, and the lines on Home; how
 * administrators see them: `/access-admin agents`.
 */
import type { App as BoltApp } from '@slack/bolt';
import type { AnyBlock, ModalView, SectionBlock } from '@slack/types';
import { ok } from '../../../domain/result.ts';
import type { Sentence } from '../../../domain/text/sentence.ts';
import type { ChatCommand } from '../../../operator/admin/chat-commands.ts';
import { button, confirmation, labelled } from '../../../slack/action/buttons.ts';
import { refusalWords } from '../../../slack/action/refusal-words.ts';
import { updateWindow } from '../../../slack/action/say-to-clicker.ts';
import { patience, refusalOf } from '../../../slack/form/form-views.ts';
import type { ShownSection } from '../../../slack/home/home.ts';
import type { HelpLine } from '../../../slack/home/standing.ts';
import type { ListenerDeps } from '../../../slack/listener-deps.ts';
import type { RegisterListener } from '../../../slack/listeners.ts';
import { modal, wordModal } from '../../../slack/modals.ts';
import { limits } from '../../../slack/platform/limits.ts';
import {
  actorOf,
  clickedElement,
  clickedWindow,
  slashCommand,
  viewOf,
} from '../../../slack/platform/payloads.ts';
import { formInput, moment, name, oneLine, plain, section } from '../../../slack/platform/text.ts';
import { attempt } from '../../../slack/platform/web-api-failure.ts';
import { type Texts, textsOfExtra } from '../../../slack/texts.ts';
import { rowsOfExtra } from '../../../store/transaction.ts';
import type { LocalDeps } from '../../../use-cases/deps.ts';
import type { HomeSection } from '../../../use-cases/ports/home-contents.ts';
import { type AgentToken, agentRows } from '../agent-tables.ts';
import {
  type Connected,
  type ConnectedDeps,
  connectAgent,
  connectedAgents,
  disconnect,
  longestAgentName,
  mostAgents,
} from './connected-agents.ts';

const words: ReadonlySet<string> = new Set(['agents', 'agenten']);

export const agentsHelp: HelpLine = (texts) => agentTexts(texts).help;

/** @param address where agents call; null where the operator did not say */
export function agentsClicked(address: string | null): RegisterListener {
  return (bolt, deps) => {
    windowAsked(bolt, deps);
    agentConnected(bolt, deps, address ?? '');
    agentRevoked(bolt, deps);
  };
}

/** Before the command is taken for something that somebody asks for. */
function windowAsked(bolt: BoltApp, deps: ListenerDeps): void {
  bolt.use(async (call) => {
    const isAsked =
      'command' in call &&
      call.command.command === '/request-access' &&
      words.has(call.command.text?.trim().toLowerCase());
    if (!isAsked) return call.next();
    const { user_id: userId, trigger_id } = slashCommand.parse(call.command);
    const textsLookup = deps.languages.textsOf(userId);
    await call.ack();
    const refusal = await Promise.race([refusalOf(deps, userId), patience()]);
    const texts = await textsLookup;
    const view =
      refusal === null
        ? await shownWindow(deps, texts, userId)
        : wordModal(texts, agentTexts(texts).title, refusalWords(texts, refusal));
    await attempt('views.open', () => call.client.views.open({ trigger_id, view }));
  });
}

async function shownWindow(
  deps: ConnectedDeps,
  texts: Texts,
  slackUserId: string,
): Promise<ModalView> {
  const { title, off } = agentTexts(texts);
  if (deps.settings.agents.tokens === 'refuse') return wordModal(texts, title, off);
  return agentsWindow(texts, await connectedAgents(deps, slackUserId));
}

function agentConnected(bolt: BoltApp, deps: ListenerDeps, address: string): void {
  bolt.view({ callback_id: connectFormId, type: 'view_submission' }, async ({ ack, body }) => {
    const by = actorOf(body);
    const view = viewOf(body);
    const agent = oneLine(view.input(agentName.block, agentName.action) ?? '').trim();
    const texts = deps.languages.rememberedTextsOf(by.userId);
    if (agent === '') {
      const { nameHint } = agentTexts(texts);
      return ack({ response_action: 'errors', errors: { [agentName.block]: nameHint } });
    }
    const answer = await connectAgent(deps, { owner: by, name: agent, formId: view.viewId });
    await ack({ response_action: 'update', view: connectedView(texts, answer, address) });
  });
}

function connectedView(texts: Texts, connected: Connected, address: string): ModalView {
  if (connected.kind === 'connected')
    return tokenWindow(texts, connected.token, connected.endsAt, address);
  const words = agentTexts(texts);
  const why = connected.kind === 'too-many' ? words.tooMany : words[connected.kind];
  return wordModal(texts, words.title, why);
}

function agentRevoked(bolt: BoltApp, deps: ListenerDeps): void {
  bolt.action({ type: 'block_actions', action_id: agentActions.revoke }, async (click) => {
    const { ack, body, action, client } = click;
    const by = actorOf(body);
    const { value: tokenId } = clickedElement(action);
    await disconnect(deps, { ...by, tokenId }, 'revoked');
    await ack();
    // `disconnect` has Home shown again.
    const window = clickedWindow(body);
    if (window === null) return;
    const texts = await deps.languages.textsOf(by.userId);
    await updateWindow(client, window.viewId, await shownWindow(deps, texts, by.userId));
  });
}

/** The agents on Home; nothing where there is none. */
export function agentsSection(deps: Pick<ConnectedDeps, 'store'>): HomeSection<ShownSection> {
  return {
    reading: () => null,
    async show(userId) {
      const agents = await connectedAgents(deps, userId);
      if (agents.length === 0) return null;
      const blocks: ShownSection['blocks'] = (texts, room) => [
        { type: 'header', text: plain(agentTexts(texts).title, limits.headerText) },
        ...agents.slice(0, Math.max(0, room - 1)).map((one) => agentBlock(texts, one)),
      ];
      return { place: 'access', blocks };
    },
  };
}

export const agentActions = { revoke: 'agents.revoke' } as const;
export const connectFormId = 'agents.connect';
const agentName = { block: 'name', action: 'name' } as const;

/** The agents of one person, with a form for one more. */
function agentsWindow(texts: Texts, agents: readonly AgentToken[]): ModalView {
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
function agentBlock(texts: Texts, agent: AgentToken): SectionBlock {
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
function tokenWindow(texts: Texts, token: string, endsAt: Date, address: string): ModalView {
  const words = agentTexts(texts);
  return modal(words.title, texts.requestForm.close, [
    section(words.once({ end: moment(endsAt) })),
    section(`\`\`\`${token}\`\`\``),
    section(words.how),
    section(`\`\`\`${address}\nAuthorization: Bearer ${token}\`\`\``),
  ]);
}

const agentTexts = textsOfExtra({
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

const mostShown = 40;

const day = (at: Date) => at.toISOString().slice(0, 10);

export function agentsCommand({ store }: Pick<LocalDeps, 'store'>): ChatCommand {
  return {
    usage: 'agents',
    about: ['whose agents are connected', 'wessen Agenten verbunden sind'],
    async run({ deps }) {
      const tokens = await store.transaction((tx) =>
        rowsOfExtra(tx, agentRows).goodTokens(tx.at, mostShown),
      );
      const says = tokens.map(
        async ({ slackUserId, name, lastUsedAt, endsAt }): Promise<Sentence> => {
          const [person] = await deps.knownPeople(slackUserId);
          const what = `${person?.name ?? slackUserId}: “${name}”`;
          const used: Sentence =
            lastUsedAt === null
              ? ['never used', 'nie benutzt']
              : [`used on ${day(lastUsedAt)}`, `benutzt am ${day(lastUsedAt)}`];
          return [
            `${what}, ${used[0]}, until ${day(endsAt)}`,
            `${what}, ${used[1]}, bis ${day(endsAt)}`,
          ];
        },
      );
      const none: Sentence = ['No agent is connected.', 'Kein Agent ist verbunden.'];
      return ok({ says: tokens.length === 0 ? [none] : await Promise.all(says) });
    },
  };
}
