import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type CodeViews, codeViews } from './source-text.ts';

/** A file as the rules see it. */
export interface ListedFile {
  /** Relative to the repository, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** A TypeScript file, with the views of it that rules about code need. */
export interface CodeFile extends ListedFile, CodeViews {}

/** A rule looks at one file and says what is wrong with it, each with the path; nothing is good. */
export type Rule<F extends ListedFile = CodeFile> = (file: F) => readonly string[];

const root = fileURLToPath(new URL('../../', import.meta.url));

export function codeFile(path: string, text: string): CodeFile {
  return { path, text, ...codeViews(text) };
}

/** Everything that is in the repository or about to be: tracked, or new and not ignored. */
export function repositoryPaths(): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return [...new Set(listed.split('\0'))].filter((path) => path !== '' && existsSync(root + path));
}

export function readListed(path: string): ListedFile {
  return { path, text: readFileSync(root + path, 'utf8') };
}

/** TypeScript below `folder` (`src`, `test`, `bench`). */
export function codeFilesIn(folder: string): readonly CodeFile[] {
  return filesIn(folder, /\.ts$/);
}

/** Everything that is written by hand below `folder`, TypeScript or not; the views of code mean nothing for the others. */
export function writtenFilesIn(folder: string): readonly CodeFile[] {
  return filesIn(folder, /\.(?:ts|js|css|html|ya?ml|svg)$/);
}

function filesIn(folder: string, names: RegExp): readonly CodeFile[] {
  return repositoryPaths()
    .filter((path) => path.startsWith(`${folder}/`) && names.test(path))
    .map((path) => codeFile(path, readListed(path).text));
}
