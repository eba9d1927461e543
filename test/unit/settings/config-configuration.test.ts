import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfiguration } from '../../../src/config/configuration.ts';
import { printMistakes } from '../../../src/config/mistakes.ts';

const folder = mkdtempSync(join(tmpdir(), 'access-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

const real = {
  SLACK_BOT_TOKEN: 'xoxb-acme',
  SLACK_SIGNING_SECRET: 'signing-acme',
  GOVERNANCE_BASE_URL: 'https://acme.example',
  GOVERNANCE_CLIENT_ID: 'bot@acme.example',
  GOVERNANCE_CLIENT_SECRET: 'client-acme',
  ACCESS_CONFIG: join(folder, 'access.yaml'),
};

describe('the whole configuration', () => {
  it('reads the directory file next to the access file', () => {
    writeFileSync(
      real.ACCESS_CONFIG,
      'apps: [{ id: a, name: A }]\nidentity: { directory: people.yaml }\n',
    );
    writeFileSync(
      join(folder, 'people.yaml'),
      '- { email: ana@acme.example, identityUserId: user-ana }\n',
    );
    const read = readConfiguration(real);
    expect(read).toMatchObject({
      ok: true,
      value: { mode: 'slack', environment: { mode: 'slack' } },
    });
    expect(read).toMatchObject({
      value: { access: { directory: new Map([['ana@acme.example', { id: 'user-ana' }]]) } },
    });
  });

  it('reads the directory file again, with its mistakes', () => {
    const read = readConfiguration(real);
    const readPeople = read.ok && read.value.mode === 'slack' ? read.value.readPeople : null;
    writeFileSync(
      join(folder, 'people.yaml'),
      '- { email: ben@acme.example, identityUserId: user-ben }\n',
    );
    expect(readPeople?.()).toEqual({
      ok: true,
      value: new Map([['ben@acme.example', { id: 'user-ben' }]]),
    });
    writeFileSync(
      join(folder, 'people.yaml'),
      '- { email: ben@acme.example, identityUserId: user-ben }\n- { email: ben }\n',
    );
    expect(readPeople?.()).toMatchObject({
      refusal: [{ place: 'people.yaml:2:12' }, { place: 'people.yaml:2:3' }],
    });
    rmSync(join(folder, 'people.yaml'));
    expect(readPeople?.()).toEqual({
      ok: false,
      refusal: [{ place: 'people.yaml', message: 'there is no such file.' }],
    });
  });

  it('has no directory file to read again when none is named', () => {
    const path = join(folder, 'without.yaml');
    writeFileSync(path, 'apps: [{ id: a, name: A }]\n');
    expect(readConfiguration({ ...real, ACCESS_CONFIG: path })).toMatchObject({
      ok: true,
      value: { readPeople: null },
    });
  });

  it('names the mistakes of the environment and of the file together', () => {
    writeFileSync(join(folder, 'wrong.yaml'), 'apps: none\n');
    const read = readConfiguration({
      NODE_ENV: 'production',
      ACCESS_CONFIG: join(folder, 'wrong.yaml'),
    });
    const refusal = read.ok ? '' : printMistakes(read.refusal);
    expect(refusal).toContain('environment: SLACK_BOT_TOKEN is missing');
    expect(refusal).toContain('wrong.yaml:1:7: apps is "none"; write a list');
  });

  it('shows what would control a terminal or reorder its text', () => {
    expect(
      printMistakes([{ place: 'access.yaml:1:1', message: 'x is "a\u001B[2J\u009B\u202Eb".' }]),
    ).toBe('access.yaml:1:1: x is "a⟨U+001B⟩[2J⟨U+009B⟩⟨U+202E⟩b".');
  });

  it('names an access file that is missing or is a folder', () => {
    const path = join(folder, 'nowhere.yaml');
    expect(readConfiguration({ ...real, ACCESS_CONFIG: path })).toMatchObject({
      refusal: [
        { place: path, message: expect.stringContaining('there is no such file; write one') },
      ],
    });
    expect(readConfiguration({ ...real, ACCESS_CONFIG: folder })).toMatchObject({
      refusal: [{ place: folder, message: expect.stringContaining('it cannot be read (EISDIR') }],
    });
  });

  it('needs no access file for the sandbox', () => {
    expect(readConfiguration({ ACCESS_CONFIG: join(folder, 'nowhere.yaml') })).toMatchObject({
      ok: true,
      value: { mode: 'sandbox' },
    });
  });
});
