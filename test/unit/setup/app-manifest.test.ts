import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { addressIn, manifestText } from '../../../src/operator/setup/files/app-manifest.ts';

const template = readFileSync('app-manifest.yml', 'utf8');

it('puts the address of the bot wherever the manifest has one, and changes nothing else', () => {
  const text = manifestText(template, 'https://bot.acme.example/access');
  const expected = JSON.stringify(parse(template)).replaceAll(
    'https://bot.example.com',
    'https://bot.acme.example/access',
  );
  expect(parse(text)).toEqual(JSON.parse(expected));
  expect(text).not.toContain('example.com');
  expect(text).toContain('# Cards, messages and answers.');
  expect(addressIn(text)).toBe('https://bot.acme.example/access');
});

it('has no address where the bot opens a socket', () => {
  const text = manifestText(template, null);
  expect(text).not.toContain('/slack/events');
  expect(text).toContain('socket_mode_enabled: true');
  expect(addressIn(text)).toBeNull();
});
