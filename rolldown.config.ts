/**
 * `npm run bundle`: the bot and its packages in a few files, for the image, which start in less than
 * half the processor time. A clone runs `src` as it is, and needs none
 * (docs/decisions/image-runs-a-bundle.md).
 */
import { cpSync, globSync } from 'node:fs';
import { join, relative } from 'node:path';
import { defineConfig, type Plugin } from 'rolldown';

/**
 * Each file of `src` finds what it reads (migrations, `package.json`) from where it stands in the
 * repository; the image has that in the same places.
 */
const placesInSource: Plugin = {
  name: 'places-in-source',
  transform: {
    filter: { id: /\/src\/.*\.ts$/, code: 'import.meta.url' },
    handler(code, id) {
      const place = `new URL('../${relative(import.meta.dirname, id)}', import.meta.url).href`;
      return { code: code.replaceAll('import.meta.url', place), map: null };
    },
  },
};

/**
 * Node reads every source map when it starts. That of the packages costs as much memory as the bot's
 * own code, and would only say where in a package something failed; the names of its functions do.
 */
const noMapOfPackages: Plugin = {
  name: 'no-map-of-packages',
  generateBundle(_options, bundle) {
    const packages = bundle['packages.js'];
    if (packages?.type !== 'chunk') throw new Error('the packages are in no file of their own');
    packages.code = packages.code.replace(/\n\/\/# sourceMappingURL=.*/, '');
    delete bundle['packages.js.map'];
  },
};

/**
 * What a package says of itself, with its licence, where scanners look for it: of the packages that
 * the bundle has something of, and of no others.
 */
const papersOfPackages: Plugin = {
  name: 'papers-of-packages',
  writeBundle({ dir = '' }, bundle) {
    const modules = Object.values(bundle).flatMap((file) =>
      file.type === 'chunk' ? file.moduleIds : [],
    );
    const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/;
    for (const path of new Set(modules.flatMap((id) => folder.exec(id) ?? []))) {
      const place = join(dir, path.slice(path.indexOf('/node_modules/')));
      const names = globSync('*', { cwd: path });
      const hasLicence = names.some((name) => isLicence.test(name));
      for (const paper of names.filter(
        (name) => isPaper.test(name) || (!hasLicence && isReadme.test(name)),
      ))
        cpSync(join(path, paper), join(place, paper), { recursive: true });
    }
  },
};
const isLicence = /^(?:licen[cs]e|copying)/i;
const isPaper = /^(?:package\.json$|licen[cs]e|notice|copying)/i;
/** Some packages have their licence there alone. */
const isReadme = /^readme/i;

export default defineConfig({
  // Also what the first one loads, so that its packages count among those of a start.
  input: ['src/main.ts', 'src/start/process.ts'],
  platform: 'node',
  tsconfig: false,
  // The image has no sandbox; `pg` uses the other one where it is there.
  external: [/\/sandbox\/sandbox\.ts$/, 'pg-native'],
  plugins: [placesInSource, noMapOfPackages, papersOfPackages],
  output: {
    dir: 'dist',
    cleanDir: true,
    chunkFileNames: '[name].js',
    codeSplitting: {
      groups: [{ name: 'packages', test: /\/node_modules\//, tags: ['$initial'] }],
    },
    // Names stay, because the log tells the kinds of errors by them, and so do memory profiles.
    keepNames: true,
    minify: { compress: false, mangle: false, codegen: true },
    sourcemap: true,
    sourcemapExcludeSources: true,
    // So that a stack trace names the file in `src`.
    banner: ({ name }) =>
      name === 'main'
        ? "import { setSourceMapsSupport } from 'node:module';\nsetSourceMapsSupport(true);"
        : '',
  },
});
