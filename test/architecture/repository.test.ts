import { expect, it } from 'vitest';
import { layoutMistakes } from './readme-layout.ts';
import { readListed, repositoryPaths } from './tree.ts';
import { nothingNamesAMachine, nothingNamesARegistry } from './writing-rules.ts';

const paths = repositoryPaths();
const texts = paths.filter((path) => !/\.(?:png|jpe?g|gif|webp|ico|woff2?)$/.test(path)).map(readListed);

it('no file names a path of somebody’s machine', () => {
  expect(texts.flatMap((file) => nothingNamesAMachine(file))).toEqual([]);
});

it('a path of somebody’s machine is noticed', () => {
  for (const text of [`cd /${'home'}/ana/bot`, `"/${'root'}/.npmrc"`, `see /${'Users'}/ana`, `/${'work'}/main`]) {
    expect(nothingNamesAMachine({ path: 'a.md', text })).toHaveLength(1);
  }
  const text = 'src/root/thing https://acme.example/work/1 /data /config/access.yaml ./home/x';
  expect(nothingNamesAMachine({ path: 'a.md', text })).toEqual([]);
});

it('no file names a package registry, the lockfile included', () => {
  expect(texts.flatMap((file) => nothingNamesARegistry(file))).toEqual([]);
});

it('a package registry is noticed', () => {
  for (const text of [
    `https://registry.${'npmjs'}.org/zod`,
    `"${'resolved'}": "x"`,
    `registry=http://${'verdaccio'}.acme.example`,
  ]) {
    expect(nothingNamesARegistry({ path: 'package-lock.json', text })).toHaveLength(1);
  }
  expect(
    nothingNamesARegistry({ path: 'a.md', text: 'prom-client has a registry. A promise is resolved: yes' }),
  ).toEqual([]);
});

it.skipIf(!paths.includes('README.md'))('the layout in the README names the folders that there are', () => {
  expect(layoutMistakes(readListed('README.md').text, paths)).toEqual([]);
});

it('where everything has to be green, nothing is left out because this machine lacks it', () => {
  const { text } = readListed('.ci/run');
  expect(text).toMatch(/env (?=.*\bCI=1 )(?=.*\bREQUIRE_CHROMIUM=1 ).*npm test/);
});

it('a folder that the README leaves out or makes up is noticed', () => {
  const tree = ['src/main.ts', 'src/domain/result.ts', 'src/slack/surfaces/card.ts', 'test/unit/a.test.ts'];
  const layout = (lines: string) =>
    `# Bot\n\nsrc/nothing/\n\n## Layout\n\n\`\`\`\n# tree\n${lines}\n\`\`\`\n\n## Next\n\nsrc/other/\n`;
  expect(
    layoutMistakes(layout('src/\n  main.ts\n  domain/  rules\n  slack/\n    surfaces/  cards\ntest/  unit/'), tree),
  ).toEqual([]);
  expect(layoutMistakes(layout('src/\n  main.ts\n  domain/\n  jobs/'), tree)).toEqual([
    'The layout names jobs/, which is not there',
    'The layout leaves out src/slack/',
  ]);
  expect(layoutMistakes('# Bot\n', tree)).toHaveLength(1);
});
