import { readAccessFile } from '../../src/config/access-file.ts';
import { printMistakes } from '../../src/config/mistakes.ts';

class SystemError extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** The smallest valid file. */
export const minimalAccess = 'apps: [{ id: app-github, name: GitHub }]\n';

/**
 * Reads `text` as `access.yaml`, with `files` lying next to it; others are missing as on a disk.
 */
export function readAccess(text: string, files: Readonly<Record<string, string>> = {}) {
  return readAccessFile(text, 'access.yaml', (path) => {
    const file = files[path];
    if (file === undefined) throw new SystemError('ENOENT');
    return file;
  });
}

/** The mistakes in the file as they are printed; '' if there are none. */
export function accessRefusal(text: string, files?: Readonly<Record<string, string>>): string {
  const result = readAccess(text, files);
  return result.ok ? '' : printMistakes(result.refusal);
}
