import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const guide = readFileSync('docs/architecture.md', 'utf8');
const contributing = readFileSync('CONTRIBUTING.md', 'utf8');

/** The part of a page under this heading. */
function sectionOf(page: string, heading: string): string {
  const [, after = ''] = page.split(`\n## ${heading}\n`);
  return after.split('\n## ')[0] ?? '';
}

const inCamelCase = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The files with this word in them. */
function filesWith(word: string, pattern: string | string[]): string[] {
  const isThere = new RegExp(`(?<![\\w-])${word}(?![\\w-])`);
  return globSync(pattern)
    .filter((path) => isThere.test(readFileSync(path, 'utf8')))
    .toSorted();
}

describe('docs/architecture.md', () => {
  it('names every file beside an extra that knows a table of the extra', () => {
    const section = sectionOf(guide, 'What the core keeps of extras');
    const paths = globSync('src/extras/*/README.md').flatMap((readme) => {
      const [, line = ''] = readFileSync(readme, 'utf8').split('\nTables: ');
      const names = [...(line.split('\n')[0] ?? '').matchAll(/`(\w+)`/g)];
      return names
        .flatMap(([, name = '']) => [
          ...filesWith(name, 'src/**/*.ts'),
          // Where its columns are declared.
          ...filesWith(`${inCamelCase(name)}(?=: )`, 'src/store/**/*.ts'),
        ])
        .filter((path) => !path.startsWith(readme.replace('README.md', '')));
    });
    const places = [...new Set(paths)].map((path) => path.replace('src/', '')).toSorted();
    expect(places).toContain('store/people/forget-person.ts');
    expect(places.filter((path) => !section.includes(path))).toEqual([]);
  });

  it('says where the trail is written and where messages are created', () => {
    const writersOf = (writing: RegExp) =>
      globSync('src/**/*.ts').filter((path) => writing.test(readFileSync(path, 'utf8')));
    expect(writersOf(/\btx\.audit\.append\(/)).toEqual(['src/use-cases/record/record.ts']);
    expect(writersOf(/\btx\.notices\.insertNew\(/)).toEqual(['src/use-cases/record/record.ts']);
    expect(sectionOf(guide, 'A fact, and a line')).toContain('No other code writes to the');
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

/** What is between these, in a file. */
function partOf(path: string, beginning: string, end: string): string {
  const [, after = ''] = readFileSync(path, 'utf8').split(beginning);
  return after.split(end, 1)[0] ?? '';
}

describe('CONTRIBUTING.md', () => {
  it('names what a sentence can hold, and what a check can look at', () => {
    const named = (text: string) =>
      [...text.matchAll(/^ {2}(?:readonly )?(\w+):/gm)].map(([, name = '']) => name);
    const formats = named(
      partOf('src/domain/text/sentence.ts', 'interface FormattedValues {', '\n}'),
    );
    const ofMessages = named(
      partOf('src/domain/message/phrase.ts', 'interface MessageValues', '\n}'),
    );
    const places = [
      ...partOf('src/domain/message/phrase.ts', 'type MessagePlace =', '\n\n').matchAll(
        /^ {2}\| '(\w+)'/gm,
      ),
    ];
    const facts = named(
      partOf('src/domain/action/authorization.ts', 'interface AuthorizationFacts {', '\n}'),
    );
    const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
    const messages = sectionOf(contributing, 'Add a message');
    expect(messages).toContain(`${list(formats)}, and of messages alone ${list(ofMessages)}.`);
    expect(messages).toContain(`${list(places.map(([, place]) => `{${place}}`))}.`);
    const refusals = sectionOf(contributing, 'Add a refusal');
    expect(refusals).toContain(`the formats are ${list(formats)} (`);
    expect(refusals).toContain(
      `What it can look at, and the time is not among it: ${list(facts)} (`,
    );
    expect([formats, ofMessages, places, facts].map(({ length }) => length > 5)).toEqual(
      Array(4).fill(true),
    );
  });

  it('says where a kind of message is told', () => {
    for (const name of ['Stored', 'noticeSentences', 'noticePhrases'])
      expect(sectionOf(contributing, 'Add a message')).toContain(`\`${name}\``);
    expect(contributing).toContain('`src/slack/message/phrase-words.ts` does not compile');
    const places = globSync('src/**/*.ts').filter((path) =>
      readFileSync(path, 'utf8').includes("'emergency-elsewhere'"),
    );
    expect(places.toSorted()).toEqual([
      'src/domain/message/notice.ts',
      'src/use-cases/card/show-lines.ts',
    ]);
  });

  it('says where a message is tested', () => {
    expect(sectionOf(contributing, 'Add a message')).toContain(
      '`test/unit/message/domain-message-traits.test.ts`',
    );
    const test = readFileSync('test/unit/message/domain-message-traits.test.ts', 'utf8');
    expect(test).toContain("describe('a message in its own words says'");
  });

  it('says where a refusal is told, and what does not compile without it', () => {
    const section = sectionOf(contributing, 'Add a refusal');
    const places = filesWith("'decided-before'", 'src/**/*.ts');
    expect(places).toEqual([
      'src/domain/action/right-checks.ts',
      'src/domain/refusals/refusals.ts',
    ]);
    expect(places.filter((path) => !section.includes(path))).toEqual([]);
  });

  it('says where a setting is told, and what does not compile without it', () => {
    const section = sectionOf(contributing, 'Add a setting');
    const places = filesWith('auditSeconds', ['src/**/*.ts', 'test/support/*.ts']);
    expect(places).toEqual([
      'src/config/access-schema.ts',
      'src/domain/settings/access-settings.ts',
      'src/use-cases/due/prune-old-rows.ts',
      'test/support/test-settings.ts',
    ]);
    expect(places.filter((path) => !section.includes(path))).toEqual([]);
    // What a spread brings along is held to the settings, too.
    const schema = readFileSync('src/config/access-schema.ts', 'utf8');
    expect(schema).toContain("asRead<Omit<AccessSettings, 'directory'>>()({");
  });

  it('says where a table of an extra is told', () => {
    const section = sectionOf(contributing, 'Add an extra');
    const places = filesWith('work_readings', ['src/**/*.ts', 'docs/*.md']);
    expect(places).toEqual(['docs/storage.md', 'src/store/people/forget-person.ts']);
    expect(places.filter((path) => !section.includes(path))).toEqual([]);
    const tests = [...section.matchAll(/`(test\/[\w/-]+\.test\.ts)`/g)].map(([, path]) => path);
    expect(tests).toContain('test/contract/people/person-columns.test.ts');
  });

  it('has guides of at most twelve lines, beside code', () => {
    const guides = [...contributing.matchAll(/^## (Add .*)$/gm)].map(([, heading = '']) => heading);
    expect(guides).toEqual([
      'Add a field of an entitlement',
      'Add a message',
      'Add a refusal',
      'Add a setting',
      'Add an extra',
    ]);
    const lengths = guides.map((heading) => {
      const words = sectionOf(contributing, heading).replaceAll(/\n```ts\n.*?```\n/gs, '');
      return words.trim().split('\n').length;
    });
    expect(Math.max(...lengths)).toBeLessThan(13);
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
