import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import type { ConfigMistake } from './mistakes.ts';

/** The path of a setting in a YAML file: names and positions in lists. */
export type SettingPath = readonly PropertyKey[];

/** A parsed YAML file that knows the place of every setting. */
export interface YamlSource {
  /** False if the text could not be parsed: then `mistakes` says why, and `value` is null. */
  readonly readable: boolean;
  /** The content of the file; null if it is empty. */
  readonly value: unknown;
  /**
   * The mistakes of the file as YAML. A repeated setting is named here, and the rest is still read.
   */
  readonly mistakes: ConfigMistake[];
  /**
   * A mistake about the value at `path`, or about the closest setting around it if there is no
   * value.
   */
  readonly at: (path: SettingPath, message: string) => ConfigMistake;
  /** A mistake about the name of the setting at `path`. */
  readonly atName: (path: SettingPath, message: string) => ConfigMistake;
}

/** `name` is the file's name in mistakes. Never throws. */
export function readYaml(text: string, name: string): YamlSource {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const mistake = (offset: number, message: string): ConfigMistake => {
    const { line, col } = lines.linePos(offset);
    return { place: `${name}:${Math.max(1, line)}:${Math.max(1, col)}`, message };
  };
  const noted = (path: SettingPath, part: 'value' | 'name', message: string) =>
    mistake(offsetOf(document, path, part), `${printPath(path)} ${message}`);

  const problems = [...document.errors, ...document.warnings];
  const mistakes = problems.map(({ pos, code, message }) =>
    mistake(pos[0], harmless.get(code) ?? `this is not valid YAML: ${message.replace(/\.$/, '')}.`),
  );
  const plain = problems.every(({ code }) => harmless.has(code)) ? plainValue(document) : null;
  const unexpanded =
    'an alias (*) in the file has no anchor (&) before it, or repeats too much; write out what it stands for.';
  if (plain === null && mistakes.length === 0) mistakes.push(mistake(0, unexpanded));
  return {
    readable: plain !== null,
    value: plain?.value ?? null,
    mistakes,
    at: (path, message) => noted(path, 'value', message),
    atName: (path, message) => noted(path, 'name', message),
  };
}

/** `apps[0].durations[1]`; the file itself is "the file". */
export function printPath(path: SettingPath): string {
  const text = path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('');
  return text === '' ? 'the file' : text.replace(/^\./, '');
}

/** With these the file can still be read, so that its other mistakes can be named too. */
const harmless: ReadonlyMap<string, string> = new Map([
  ['DUPLICATE_KEY', 'the same setting stands here a second time; keep one of the two.'],
  ['TAG_RESOLVE_FAILED', 'a tag (a word behind !) has no meaning here; leave it out.'],
]);

/**
 * null for an alias without an anchor, or if the library refuses to expand aliases: a small file
 * could fill the memory with them.
 */
function plainValue(document: Document): { readonly value: unknown } | null {
  try {
    return { value: document.toJS() };
  } catch (error) {
    if (error instanceof ReferenceError) return null;
    throw error;
  }
}

function offsetOf(document: Document, path: SettingPath, part: 'value' | 'name'): number {
  let node = document.contents;
  let offset = node === null ? 0 : startOf(node);
  for (const [depth, key] of path.entries()) {
    if (isSeq<Node>(node) && typeof key === 'number') {
      node = node.items[key] ?? null;
      if (node !== null) offset = startOf(node);
      continue;
    }
    const pair = isMap<Node, Node | null>(node)
      ? node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key))
      : undefined;
    if (pair === undefined) break;
    node = pair.value;
    const isEmpty = pair.value === null || (isScalar(pair.value) && pair.value.value === null);
    const wantsName = part === 'name' && depth === path.length - 1;
    offset = wantsName || isEmpty || pair.value === null ? startOf(pair.key) : startOf(pair.value);
  }
  return offset;
}

function startOf(node: Node): number {
  return node.range?.[0] ?? 0;
}
