import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const folder = '.github/workflows';
const workflow = z.object({
  jobs: z.record(
    z.string(),
    z.object({
      needs: z.string().optional(),
      steps: z.array(z.object({ uses: z.string().optional(), run: z.string().optional() })),
    }),
  ),
});
const files = readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
const notes = (version: string) =>
  spawnSync('bash', ['.ci/release-notes', version], { encoding: 'utf8', cwd: process.cwd() });

it('every action of another repository is named by its commit, with its version beside it', () => {
  const uses = files.flatMap((text) => [...text.matchAll(/uses: (.+)/g)].map(([, what]) => what));
  expect(uses.length).toBeGreaterThan(7);
  for (const what of uses) expect(what).toMatch(/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

it('nothing is released before all tests have passed', () => {
  const { jobs } = workflow.parse(parse(readFileSync(`${folder}/release.yml`, 'utf8')));
  expect(jobs.release?.needs).toBe('tests');
  expect(jobs.tests?.steps.map(({ run }) => run)).toContain('.ci/run');
});

it('the base image is one argument, which a release sets to a digest', () => {
  const dockerfile = readFileSync('Dockerfile', 'utf8');
  const bases = [...dockerfile.matchAll(/^FROM (?:--\S+ )?(\S+)/gm)].map(([, base]) => base);
  expect(new Set(bases)).toContain('${NODE_IMAGE}');
  expect(bases.filter((base) => base?.includes(':'))).toEqual([]);
});

it('the notes of a release are its section of the changelog, and no other', () => {
  const { status, stdout } = notes('0.2.0');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^The first release\./);
  expect(stdout).not.toMatch(/^## /m);
});

it('a version without a section is refused with what to do', () => {
  const { status, stderr } = notes('9.9.9');
  expect([status, stderr]).toEqual([
    1,
    'CHANGELOG.md has no section for 9.9.9: give "Unreleased" its version and date.\n',
  ]);
});
