import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const files = execFileSync(
  'git',
  ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
  { encoding: 'utf8' },
)
  .split('\0')
  .filter((path) => /\.(?:ts|sql|md|ya?ml)$/.test(path) && existsSync(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

interface Citation {
  readonly from: string;
  readonly file: string;
  /** The part after `#`; empty when the whole page is cited. */
  readonly heading: string;
}

/** A page named from the root of the repository, as comments and code spans name it. */
const named = /(?<![\w./:-])((?:docs|sandbox)\/(?:[\w-]+\/)*[\w-]+\.md)(?:#([\w-]+))?/g;
/** A Markdown link to another file or to a heading of the same page. */
const linked = /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g;

function citationsOf(path: string, text: string): readonly Citation[] {
  if (!path.endsWith('.md'))
    return [...text.matchAll(named)].map(([, file = '', heading = '']) => ({
      from: path,
      file,
      heading,
    }));
  return [...text.matchAll(linked)].map(([, target = '', heading = '']) => ({
    from: path,
    file: target === '' ? path : normalize(join(dirname(path), target)),
    heading,
  }));
}

/** The anchors of a page, as GitHub makes them. */
function anchorsOf(page: string): ReadonlySet<string> {
  const headings = page.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6} (.+)$/gm);
  return new Set(
    [...headings].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

function leadsSomewhere({ file, heading }: Citation): boolean {
  if (!existsSync(file)) return false;
  return heading === '' || anchorsOf(readFileSync(file, 'utf8')).has(heading);
}

const citations = files.flatMap(({ path, text }) => citationsOf(path, text));

describe('a citation of a page', () => {
  it('leads to a file and to one of its headings', () => {
    expect(citations.length).toBeGreaterThan(150);
    expect(citations.filter((citation) => !leadsSomewhere(citation))).toEqual([]);
  });

  it('is found to lead nowhere when its file or its heading is missing', () => {
    const text = `see ${'docs'}/spec/slack.md#no-such-part and ${'docs'}/spec/absent.md`;
    const [heading, file] = citationsOf('src/example.ts', text);
    expect(heading && leadsSomewhere(heading)).toBe(false);
    expect(file && leadsSomewhere(file)).toBe(false);
  });

  it('names the page with its folder', () => {
    const bare = /(?<![\w/.#-])(?:interface|deployments(?:-details|-next)?|slack(?:-next)?)\.md/;
    expect('as interface.md, endpoint 6, says').toMatch(bare);
    const code = files.filter(({ path }) => /^(?:src|sandbox|conformance|bench)\//.test(path));
    expect(code.filter(({ text }) => bare.test(text)).map(({ path }) => path)).toEqual([]);
  });
});

describe('CONTRIBUTING.md', () => {
  const page = readFileSync('CONTRIBUTING.md', 'utf8');
  /** Paths in code spans; a name with a placeholder in it is no path. */
  const paths = [...page.matchAll(/`((?:src|test|docs|sandbox|conformance|bench)\/[\w./-]*)`/g)];

  it('names no file that does not exist', () => {
    expect(paths.length).toBeGreaterThan(15);
    const missing = paths.map(([, path = '']) => path).filter((path) => !existsSync(path));
    expect(missing).toEqual([]);
  });

  it('names no function that its file does not have', () => {
    const cells = [...page.matchAll(/\]\((src\/[\w./-]+)\),? \(?`(\w+)`/g)];
    expect(cells.length).toBeGreaterThan(2);
    const missing = cells.filter(
      ([, path = '', name = '']) => !readFileSync(path, 'utf8').includes(name),
    );
    expect(missing).toEqual([]);
  });

  it('answers the questions of change that newcomers had', () => {
    const [, table = ''] = page.split('## Where to change what');
    const [rows = ''] = table.split('\n## ');
    expect([...rows.matchAll(/^\| (?!you want|---).*\]\(/gm)]).toHaveLength(29);
  });
});
