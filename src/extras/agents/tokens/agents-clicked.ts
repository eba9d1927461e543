/** How people connect agents and revoke them: `/request-access agents`, and the lines on Home. */
import type { App as BoltApp } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { refusalWords } from '../../../slack/action/refusal-words.ts';
import { updateWindow } from '../../../slack/action/say-to-clicker.ts';
import { patience, refusalOf } from '../../../slack/form/form-views.ts';
import type { ShownSection } from '../../../slack/home/home-section.ts';
import type { HelpLine } from '../../../slack/home/standing.ts';
import type { ListenerDeps } from '../../../slack/listener-deps.ts';
import type { RegisterListener } from '../../../slack/listeners.ts';
import { wordModal } from '../../../slack/modals.ts';
import { limits } from '../../../slack/platform/limits.ts';
import {
  actorOf,
  clickedElement,
  clickedWindow,
  slashCommand,
  viewOf,
} from '../../../slack/platform/payloads.ts';
import { oneLine, plain } from '../../../slack/platform/text.ts';
import { attempt } from '../../../slack/platform/web-api-failure.ts';
import type { Texts } from '../../../slack/texts.ts';
import type { HomeSection } from '../../../use-cases/ports/home-contents.ts';
import {
  agentActions,
  agentBlock,
  agentName,
  agentsWindow,
  agentTexts,
  connectFormId,
  tokenWindow,
} from './agents-window.ts';
import {
  type Connected,
  type ConnectedDeps,
  connectAgent,
  connectedAgents,
  disconnect,
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
  if (connected.kind === 'connected') return tokenWindow(texts, { ...connected, address });
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
