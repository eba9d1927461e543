import { describe, expect, it } from 'vitest';
import { codeViews } from './source-text.ts';
import { codeFile, codeFilesIn, writtenFilesIn } from './tree.ts';
import {
  filesStayShort,
  foldersHaveAPurpose,
  longFilesSayWhy,
  namesAreKebabCase,
  noBareTypeNames,
  noBarrels,
  noTestIsSwitchedOff,
  roomsWithoutAnOpening,
  typesAreNotEscaped,
} from './writing-rules.ts';

const source = [...codeFilesIn('src'), ...codeFilesIn('sandbox')];
const everything = [...source, ...codeFilesIn('test'), ...codeFilesIn('bench')];
const written = ['src', 'test', 'bench'].flatMap(writtenFilesIn);
const lines = (count: number) => 'const x = 1;\n'.repeat(count);

const rules = [
  {
    sentence: 'no file is longer than 400 lines',
    rule: filesStayShort,
    files: written,
    broken: [['src/domain/a.ts', lines(401)]],
    fine: [['src/domain/a.ts', lines(400)]],
  },
  {
    sentence: 'a file of more than 250 lines says at its top why it is long',
    rule: longFilesSayWhy,
    files: written,
    broken: [
      ['src/domain/a.ts', lines(251)],
      ['src/domain/a.ts', `/** About something. */\n${lines(251)}`],
      ['src/domain/a.ts', `${lines(251)}/** Long because it is. */\n`],
    ],
    fine: [
      ['src/domain/a.ts', lines(250)],
      ['src/domain/a.ts', `/**\n * About something.\n * Long because the table is one table.\n */\n${lines(300)}`],
      ['src/domain/a.ts', `// Long because the table is one table.\n${lines(300)}`],
    ],
  },
  {
    sentence: 'files and folders are named in kebab-case',
    rule: namesAreKebabCase,
    files: written,
    broken: [
      ['src/domain/accessRequest.ts', ''],
      ['src/domain/AccessRequest.ts', ''],
      ['src/domain/access_request.ts', ''],
      ['src/useCases/a.ts', ''],
    ],
    fine: [
      ['src/domain/access-request.ts', ''],
      ['test/unit/access-request.test.ts', ''],
      ['src/store/migrations/0001-requests.ts', ''],
    ],
  },
  {
    sentence: 'no folder is called utils, helpers, common or types',
    rule: foldersHaveAPurpose,
    files: written,
    broken: ['utils', 'helpers', 'common', 'types'].map((name) => [`src/slack/${name}/a.ts`, ''] as const),
    fine: [['src/slack/surfaces/types.ts', '']],
  },
  {
    sentence: 'no file only passes on what others export',
    rule: noBarrels,
    files: everything,
    broken: [
      ['src/domain/index.ts', 'const x = 1;'],
      [
        'src/domain/all.ts',
        "/** All. */\nexport * from './a.ts';\nexport { b } from './b.ts';\nexport type { C } from './c.ts';\n",
      ],
    ],
    fine: [
      ['src/domain/a.ts', "export { b } from './b.ts';\nexport const c = 1;\n"],
      ['src/domain/a.ts', ''],
    ],
  },
  {
    sentence: 'types are not escaped with any, double or non-null assertions, or comments to the compiler',
    rule: typesAreNotEscaped,
    files: everything,
    broken: [
      `const a = b as ${'any'};`,
      `const a: ${'any'} = b;`,
      `const a = b as ${'unknown'} as C;`,
      `// @ts-${'ignore'}`,
      `// @ts-${'expect-error'} it is fine`,
      'const a = b!;',
      'b!.c();',
      'd(b[0]!, 1);',
      'const a = b()! as C;',
      'let a!: string;',
      'const a = b!\n',
    ].map((text) => ['src/domain/a.ts', text] as const),
    fine: [
      'if (!a && b !== c) return !d;',
      'const text = "as any other: well done!";',
      '// as any reader knows!',
      'const list = [1] as const;',
      `const a = \`\${b!=c}!\`;`,
    ].map((text) => ['src/domain/a.ts', text] as const),
  },
  {
    sentence: 'no type is called just App, User, Task, Event, View or Request',
    rule: noBareTypeNames,
    files: everything,
    broken: [
      'export interface App {',
      'type User = { id: string };',
      'class Task extends Thing {',
      'type Event<T> = T;',
    ].map((text) => ['src/domain/a.ts', text] as const),
    fine: [
      "import type { View } from '@slack/types';",
      "import { type View } from '@slack/types';",
      'type AppId = string;',
    ].map((text) => ['src/domain/a.ts', text] as const),
  },
  {
    sentence: 'no test is skipped, singled out or left for later',
    rule: noTestIsSwitchedOff,
    files: codeFilesIn('test'),
    broken: ['it.skip', 'test.only', 'describe.todo', 'it.concurrent.only', 'xit'].map(
      (name) => ['test/unit/a.test.ts', `${name}('x', () => {});`] as const,
    ),
    fine: [['test/unit/a.test.ts', "describe.skipIf(!chromium)('it.skip', () => {});\nlist.skip(3);"]],
  },
] as const;

describe('every file', () => {
  it.each(rules)('$sentence', ({ rule, files }) => {
    expect([...files].flatMap(rule)).toEqual([]);
  });

  it.each(rules)('goes red when this breaks: $sentence', ({ rule, broken, fine }) => {
    const noticed = ([path, text]: readonly [string, string]) => rule(codeFile(path, text)).length > 0;
    expect(broken.filter((file) => !noticed(file))).toEqual([]);
    expect([...fine].filter(noticed)).toEqual([]);
  });
});

describe('every room', () => {
  it('opens with a comment that says what the room never does', () => {
    expect(roomsWithoutAnOpening(source)).toEqual([]);
  });

  it('is noticed when it has no such comment, or has it only deeper inside', () => {
    const files = [
      codeFile('src/domain/result.ts', '/** The room of rules. It never does I/O. */\nconst x = 1;'),
      codeFile('src/domain/other.ts', 'const x = 1;'),
      codeFile('src/slack/notifier.ts', 'const x = 1;\n/** Never. */'),
      codeFile('src/slack/surfaces/card.ts', '/** It never asks. */'),
      codeFile('sandbox/workspace/client.ts', '/** Clicks. */'),
      codeFile('src/app.ts', 'const x = 1;'),
    ];
    expect(roomsWithoutAnOpening(files)).toEqual(['src/slack', 'sandbox/workspace']);
  });
});

describe('the views of a file', () => {
  it.each([
    ["const a = 'x'; // y", "const a = 'x';     ", "const a = ' ';     "],
    ["'//' + /* a */ b", "'//' +         b", "'  ' +         b"],
    [`\`a \${b + \`c \${"d"}\`} e\``, `\`a \${b + \`c \${"d"}\`} e\``, `\`  \${b + \`  \${" "}\`}  \``],
    [`\`\${{ a: 1 }.a} /* text */\``, `\`\${{ a: 1 }.a} /* text */\``, `\`\${{ a: 1 }.a}           \``],
    ['x.replace(/[/"]/g, 1) / 2 // c', 'x.replace(/[/"]/g, 1) / 2     ', 'x.replace(/     g, 1) / 2     '],
    ['a / b / c', 'a / b / c', 'a / b / c'],
    ['/* a\n b */ c', '    \n      c', '    \n      c'],
    ["'it\\'s' + a", "'it\\'s' + a", "'     ' + a"],
  ])('%j is seen without its comments and its strings', (text, withStrings, bare) => {
    expect(codeViews(text)).toEqual({ withStrings, bare });
  });

  it('keep the lengths of all files here', () => {
    const changed = everything.filter((file) => file.bare.length !== file.text.length);
    expect(changed.map((file) => file.path)).toEqual([]);
  });
});
