import { z } from 'zod';

const systemError = z.object({ code: z.string() });

/** Why a file could not be read, as the second half of a sentence. Errors that are not the system's are thrown again. */
export function fileProblem(error: unknown): string {
  const { data } = systemError.safeParse(error);
  if (data === undefined) throw error;
  switch (data.code) {
    case 'ENOENT':
      return 'there is no such file';
    case 'EACCES':
      return 'this user may not read it';
    case 'EISDIR':
      return 'that is a folder';
    default:
      return `it cannot be read (${data.code})`;
  }
}
