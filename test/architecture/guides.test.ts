import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';

const guide = readFileSync('docs/architecture.md', 'utf8');
const contributing = readFileSync('CONTRIBUTING.md', 'utf8');

/** The files named in code spans of the sentence that begins with these words. */
function filesNamedAfter(beginning: string): string[] {
  const sentence = guide.slice(guide.indexOf(beginning)).split(/\.\s+\[/)[0] ?? '';
  return [...sentence.matchAll(/`([\w-]+\.ts)`/g)].map(([, name = '']) => name).sort();
}

describe('docs/architecture.md', () => {
  it('names every file beside the reactions that has something rendered again', () => {
    const rendersAgain =
      /enqueue\(\s*\{\s*kind: '(?:sync-card|update-card|sync-home|send-notice)'|\bsyncRoot\(/;
    const files = globSync('src/use-cases/**/*.ts')
      .filter((path) => rendersAgain.test(readFileSync(path, 'utf8')))
      .map((path) => basename(path))
      .filter((name) => name !== 'record.ts' && name !== 'refreshes.ts');
    expect(filesNamedAfter('Where nothing happened that is worth telling')).toEqual(files.sort());
  });

  it('has listeners that take a payload in and call a use case, and neither count nor time', () => {
    const listener = /\bbolt\.(?:action|command|event|message|options|shortcut|view)\(/;
    // Rules: what a time decides, what counts towards a limit, what is recorded or put in the queue.
    const rule = /\.getTime\(\)|\bDate\.(?:parse|now)\(|\btakeAll\(|\brecord\(tx|\btx\.enqueue\(/;
    expect('const ageMs = now.getTime() - Date.parse(at);').toMatch(rule);
    expect('const readAt = new Date(at);').not.toMatch(rule);
    const listeners = globSync(['src/slack/**/*.ts', 'src/extras/**/*.ts'])
      .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
      .filter(({ text }) => listener.test(text));
    expect(listeners.length).toBeGreaterThan(7);
    expect(listeners.filter(({ text }) => rule.test(text)).map(({ path }) => path)).toEqual([]);
    expect(guide).toContain('listeners (payload in, use case out, answer to Slack)');
  });

  it('says how long the two Slack clients wait', () => {
    const clients = readFileSync('src/slack/platform/web-clients.ts', 'utf8');
    expect(clients.match(/timeout: [\d_]+/g)).toEqual(['timeout: 2_000', 'timeout: 10_000']);
    expect(guide).toContain('gives up after 2 s');
    expect(guide).toContain('background (after 10 s)');
  });
});

describe('CONTRIBUTING.md', () => {
  it('says where a kind of message is told, and which of its answers do not compile without it', () => {
    const notices = readFileSync('src/domain/message/notice.ts', 'utf8');
    const object = readFileSync('src/domain/message/message-object.ts', 'utf8');
    expect(notices).toContain(
      'readonly [Kind in MessageKind]: MessageObject<Kind, NoticeBody<Kind>>',
    );
    // No answer may be left out: what nobody said would be decided by whoever reads it.
    expect(/export interface MessageTraits \{(.*?)\n\}/s.exec(object)?.[1]).not.toContain('?:');
    expect(contributing).toContain('`src/domain/message/kinds/`');
    // Somebody who adds a message opens the file of its subject and this list, and no third file tells of it.
    expect(contributing).toContain('`messages` in `src/domain/message/notice.ts`');
    expect(contributing).toContain(
      '`composedSentences` in `src/slack/message/notice-sentences.ts`',
    );
    const places = globSync('src/**/*.ts').filter((path) =>
      readFileSync(path, 'utf8').includes("'nobody-answers'"),
    );
    expect(places.toSorted()).toEqual([
      'src/domain/message/kinds/delivered-step-messages.ts',
      'src/domain/message/notice.ts',
    ]);
  });

  it('leaves no list of kinds of messages that the compiler does not hold', () => {
    const open =
      /(?:Partial<Record<|Set<)(?:NoticeBody\['kind'\]|NoticeContext\['body'\]\['kind'\]|MessageKind)/;
    expect('const kinds: ReadonlySet<MessageKind> = new Set();').toMatch(open);
    expect("new Set<NoticeContext['body']['kind']>()").toMatch(open);
    const paths = globSync('src/**/*.ts');
    expect(paths.filter((path) => open.test(readFileSync(path, 'utf8')))).toEqual([]);
  });
});
