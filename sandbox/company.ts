/**
 * The company file: the people of a company, its channels, apps, entitlements and policies
 * (README.md says what every key means). This is all that the two halves of the sandbox share: in a
 * real company, too, both systems know the same people by email.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { z } from 'zod';
import { referenceMistakes } from './company-references.ts';
import { type Company, type CompanyPerson, company } from './company-schema.ts';

/** A company file cannot be used. The message names every mistake with its place. */
export class CompanyFileError extends Error {
  override readonly name = 'CompanyFileError';
}

let ownCompany: Company | undefined;

/**
 * @param path of a company file; without one, the company that comes along, which is read once
 * @throws CompanyFileError
 */
export function readCompany(path?: string): Company {
  if (path !== undefined) return readCompanyFile(path);
  ownCompany ??= readCompanyFile(fileURLToPath(new URL('company.yaml', import.meta.url)));
  return ownCompany;
}

function readCompanyFile(path: string): Company {
  let written: unknown;
  try {
    written = parse(readFileSync(path, 'utf8'), { merge: true });
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const why = error instanceof Error ? error.message : String(error);
    throw new CompanyFileError(`${path}: ${isMissing ? 'there is no such file' : why}`, {
      cause: error,
    });
  }
  const read = company.safeParse(written);
  const mistakes = read.success
    ? referenceMistakes(read.data)
    : read.error.issues.map(mistakeWords);
  if (!read.success || mistakes.length > 0)
    throw new CompanyFileError(`${path}:\n${mistakes.join('\n')}`);
  return read.data;
}

function mistakeWords({ path, message }: z.core.$ZodIssue): string {
  return `  ${path.map(String).join('.') || 'file'}: ${message}`;
}

/** The address both systems know a person by. */
export function emailOf(
  { company: { emailDomain } }: Pick<Company, 'company'>,
  one: Pick<CompanyPerson, 'handle'>,
): string {
  return `${one.handle}@${emailDomain}`;
}
