import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const page = readFileSync('docs/architecture.md', 'utf8');
const [, section = ''] = page.split('## The life of an access\n');
const life = section.slice(0, section.indexOf('\n## '));

it('the page has the lifecycle that the code has', () => {
  const source = readFileSync('src/domain/access/access-life.ts', 'utf8');
  const drawn = /\* ```\n([\s\S]*?) \* ```/.exec(source)?.[1] ?? '';
  const lines = drawn.split('\n').map((line) => line.replace(/^ \* ?/, ''));
  expect(drawn).toContain('revocation-pending');
  expect(life).toContain(lines.join('\n'));
});

it('the page tells every way in which access ends, and no other', () => {
  const source = readFileSync('src/domain/access/grant.ts', 'utf8');
  const type = /export type GrantEnd =([^;]*);/.exec(source)?.[1] ?? '';
  const ends = [...type.matchAll(/'([a-z-]+)'/g)].map(([, end]) => end);
  const told = [...life.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, end]) => end);
  expect(ends).toHaveLength(6);
  expect(told).toEqual(ends);
});

it('every file that the page names is there', () => {
  const files = [...life.matchAll(/`([a-z-]+(?:\/[a-z-]+)+\.ts)`/g)].map(([, file]) => file ?? '');
  expect(files.length).toBeGreaterThan(2);
  for (const file of files) expect(readFileSync(`src/${file}`, 'utf8')).not.toBe('');
});
