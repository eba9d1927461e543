/** Slackbot as far as a person of the workspace sees it: what was said. It forgets with the process. */
import type { Outcome, SlackbotLine, SlackbotTalk } from '../client.ts';
import { done, notAllowed, refuse } from '../people/outcomes.ts';
import { canUseApp } from '../state/directory.ts';
import type { WorkspaceState } from '../state/workspace-state.ts';
import { McpCalls, McpFailure, type McpServer } from './mcp-calls.ts';
import { answerTo, type CallTool, type Remembered, suggestions } from './model-stand-in.ts';

/** How many lines of one person are kept; older ones are forgotten. */
const mostLines = 60;
const longestSentence = 1_000;

interface Talk {
  lines: readonly SlackbotLine[];
  readonly remembered: Remembered;
}

export class Slackbot {
  readonly #state: WorkspaceState;
  readonly #mcp: McpCalls;
  readonly #talks = new Map<string, Talk>();
  #lastLine = 0;

  constructor(state: WorkspaceState, server: McpServer) {
    this.#state = state;
    this.#mcp = new McpCalls(server);
  }

  /** null for people who cannot use the app. */
  talk(personId: string): SlackbotTalk | null {
    if (!this.#mayUse(personId)) return null;
    return { suggestions, lines: this.#talkOf(personId).lines };
  }

  async ask(personId: string, sentence: string): Promise<Outcome> {
    const text = sentence.trim();
    if (!this.#mayUse(personId)) return notAllowed;
    if (text === '') return refuse('no_text', 'There is nothing to send.');
    if (text.length > longestSentence) return refuse('msg_too_long', 'Your message is too long.');
    const { remembered } = this.#talkOf(personId);
    this.#add(personId, { by: 'person', text, calls: [] });
    await this.#answer(personId, async (call) => {
      const names = await this.#mcp.tools();
      return answerTo(text, { names, call }, remembered);
    });
    return done;
  }

  close(): Promise<void> {
    return this.#mcp.close();
  }

  async #answer(personId: string, think: (call: CallTool) => Promise<string>): Promise<void> {
    const calls: string[] = [];
    const call: CallTool = (tool, given) => {
      calls.push(callWords(tool, given));
      return this.#mcp.call(personId, tool, given);
    };
    try {
      this.#add(personId, { by: 'slackbot', text: await think(call), calls });
    } catch (error) {
      if (!(error instanceof McpFailure)) throw error;
      this.#add(personId, { by: 'slackbot', text: error.message, calls });
    }
  }

  #add(personId: string, line: Omit<SlackbotLine, 'id'>): void {
    this.#lastLine += 1;
    const talk = this.#talkOf(personId);
    talk.lines = [...talk.lines, { id: `L${this.#lastLine}`, ...line }].slice(-mostLines);
    this.#state.announce({ kind: 'slackbot', personId });
  }

  #talkOf(personId: string): Talk {
    const talk = this.#talks.get(personId) ?? { lines: [], remembered: { draftId: null } };
    this.#talks.set(personId, talk);
    return talk;
  }

  #mayUse(personId: string): boolean {
    const person = this.#state.directory.person(personId);
    return person !== undefined && canUseApp(person);
  }
}

/** @param mcpPath at the bot's address; null: it has no MCP server, and Slackbot is not there */
export function slackbotAt(
  mcpPath: string | null,
  {
    state,
    botUrl,
    signingSecret = 'sandbox-signing-secret',
    now,
  }: {
    readonly state: WorkspaceState;
    readonly botUrl: () => string | undefined;
    readonly signingSecret: string | undefined;
    readonly now: () => Date;
  },
): Slackbot | null {
  if (mcpPath === null) return null;
  const url = () => {
    const base = botUrl();
    return base === undefined ? undefined : new URL(mcpPath, base).href;
  };
  return new Slackbot(state, { url, signingSecret, now });
}

/** `find_access(words: "platform write")` */
function callWords(tool: string, given: Readonly<Record<string, unknown>>): string {
  const words = Object.entries(given).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `${tool}(${words.join(', ')})`;
}
