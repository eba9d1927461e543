/**
 * The files of the image, as the Dockerfile says: each COPY is made, and what makes a link or the
 * bundle is run. Left out is what installs, and what is about users and folders outside `/app`.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from './bot-world.ts';

interface ImageFiles {
  /** `/app` of the image. */
  readonly app: string;
  readonly remove: () => Promise<void>;
}

/** The files of the stage without PostgreSQL, which the last stage adds to. */
export async function layOutImage(): Promise<ImageFiles> {
  const folder = await temporaryFolder();
  const dockerfile = await readFile('Dockerfile', 'utf8');
  const bundle = join(folder.path, 'bundle');
  const app = join(folder.path, 'app');
  await mkdir(bundle);
  await mkdir(app);
  // What `npm ci` would install.
  await symlink(join(process.cwd(), 'node_modules'), join(bundle, 'node_modules'));
  await carryOut(stageOf(dockerfile, 'bundle'), { place: bundle, bundle });
  await carryOut(stageOf(dockerfile, 'without-postgresql'), { place: app, bundle });
  return { app, remove: () => folder.remove() };
}

function stageOf(dockerfile: string, name: string): string {
  const stage = dockerfile.split(/^FROM /m).find((one) => one.includes(` AS ${name}\n`));
  if (stage === undefined) throw new Error(`the Dockerfile has no stage ${name}`);
  return stage;
}

const isCarriedOut = /^(?:npm run|ln) /;

async function carryOut(
  stage: string,
  { place, bundle }: { readonly place: string; readonly bundle: string },
): Promise<void> {
  for (const [, instruction, words = ''] of stage.matchAll(/^(COPY|RUN) (.+)$/gm)) {
    if (instruction === 'RUN') {
      if (isCarriedOut.test(words)) await promisify(execFile)('sh', ['-c', words], { cwd: place });
      continue;
    }
    const fromBundle = words.startsWith('--from=bundle /app/');
    const [target = '', ...sources] = words
      .replace('--from=bundle /app/', '')
      .split(' ')
      .toReversed();
    for (const source of sources) {
      const to = target.endsWith('/') ? join(target, basename(source)) : target;
      await cp(fromBundle ? join(bundle, source) : source, join(place, to), { recursive: true });
    }
  }
}
