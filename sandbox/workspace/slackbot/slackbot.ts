/**
 * Slackbot as far as a person of the workspace sees it: what was said, and what its answers do. It
 * forgets with the process.
 */
import { z } from 'zod';
import type { EnteredValues, Outcome, ShownBlock, SlackbotLine, SlackbotTalk } from '../client.ts';
import { checkMessageBlocks } from '../limits/messages.ts';
import { problemLine } from '../limits/problems.ts';
import { done, elementGone, notAllowed, refuse } from '../people/outcomes.ts';
import { canUseApp } from '../state/directory.ts';
import { findElement, interactiveElements } from '../state/interactive-elements.ts';
import type { WorkspaceState } from '../state/workspace-state.ts';
import { McpCalls, McpFailure, type McpServer, type ToolAnswer } from './mcp-calls.ts';
import {
  answerTo,
  type CallTool,
  type Remembered,
  type Said,
  suggestions,
} from './model-stand-in.ts';

/** Of one person; older ones are forgotten. */
const mostLines = 60;
const longestSentence = 1_000;

interface Talk {
  lines: readonly SlackbotLine[];
  readonly remembered: Remembered;
}

/** A click on a button of an answer: where it is, and what stands in the answer's inputs. */
export interface SlackbotClick {
  readonly lineId: string;
  readonly blockId: string;
  readonly actionId: string;
  readonly values: EnteredValues;
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
    this.#add(personId, { by: 'person', text, blocks: [], calls: [] });
    await this.#answer(personId, async (call) => {
      const names = await this.#mcp.tools();
      return answerTo(text, { names, call }, remembered);
    });
    return done;
  }

  /** A button named `tool:...` calls that tool; others are links, which the page follows itself. */
  async press(personId: string, click: SlackbotClick): Promise<Outcome> {
    const line = this.#talkOf(personId).lines.find(({ id }) => id === click.lineId);
    if (line === undefined) return elementGone;
    const placed = findElement(line.blocks, click.blockId, click.actionId);
    if (placed?.element.type !== 'button') return elementGone;
    const tool = /^tool:(.+)$/.exec(click.actionId)?.[1];
    if (tool === undefined) return done;
    const given = { ...argumentsIn(placed.element.value), ...inputsIn(line.blocks, click.values) };
    await this.#answer(personId, async (call) => ({ words: '', answer: await call(tool, given) }));
    return done;
  }

  close(): Promise<void> {
    return this.#mcp.close();
  }

  async #answer(personId: string, think: (call: CallTool) => Promise<Said>): Promise<void> {
    const calls: string[] = [];
    const call: CallTool = (tool, given) => {
      calls.push(callWords(tool, given));
      return this.#mcp.call(personId, tool, given);
    };
    try {
      const { words, answer } = await think(call);
      const blocks = answer === null ? [] : shownBlocks(answer, calls);
      const text = [words, blocks.length === 0 ? (answer?.text ?? '') : ''];
      const said = text.filter((one) => one !== '').join('\n');
      this.#add(personId, { by: 'slackbot', text: said, blocks, calls });
    } catch (error) {
      if (!(error instanceof McpFailure)) throw error;
      this.#add(personId, { by: 'slackbot', text: error.message, blocks: [], calls });
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

/** As Slack does, one wrong block drops all of them, and the text is shown. */
function shownBlocks({ blocks }: ToolAnswer, calls: string[]): ShownBlock[] {
  if (blocks === undefined) return [];
  const checked = checkMessageBlocks(blocks);
  if (checked.ok) return checked.blocks;
  calls.push(`blocks dropped: ${checked.problems.map(problemLine).join('; ') || checked.code}`);
  return [];
}

const toolArguments = z.record(z.string(), z.unknown());

function argumentsIn(value: string | undefined): Readonly<Record<string, unknown>> {
  try {
    return toolArguments.safeParse(JSON.parse(value ?? '{}')).data ?? {};
  } catch {
    return {};
  }
}

/** What stands in the inputs named `input:...`, by the argument that each is for. */
function inputsIn(
  blocks: readonly ShownBlock[],
  values: EnteredValues,
): Readonly<Record<string, unknown>> {
  const named = blocks.flatMap((block) =>
    interactiveElements(block).flatMap(({ element }) => {
      const name = /^input:(.+)$/.exec(element.action_id)?.[1];
      const entered = values[block.block_id]?.[element.action_id];
      return name === undefined || entered === undefined ? [] : [[name, entered] as const];
    }),
  );
  return Object.fromEntries(named);
}
