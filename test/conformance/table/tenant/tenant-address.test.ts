import { expect, test } from 'vitest';
import { addressProblem } from '../../../../conformance/tenant/tenant-address.ts';

test.each([
  'https://acme.example',
  'https://acme.example:8443/behind/a/prefix/',
  'http://localhost:4010',
  'http://127.0.0.1:4010',
  'http://127.8.0.1',
  'http://2130706433/',
  'http://[::1]:4010/governance',
])('the address %s is taken', (text) => {
  expect(addressProblem(text)).toBeNull();
});

test.each([
  'http://acme.example',
  'http://10.0.0.7',
  'http://localhost.acme.example',
  'http://127.0.0.1.acme.example',
  'http://[::2]',
  'HTTP://ACME.EXAMPLE',
])('plain http to %s is refused', (text) => {
  expect(addressProblem(text)).toContain('plain http only for this machine');
});

test.each([
  ['acme.example', 'an http or https address'],
  ['ftp://acme.example', 'an http or https address'],
  ['https://keeper:lamp@acme.example', 'no user name and no password'],
  ['http://@acme.example/', 'no user name and no password'],
  ['https://acme.example/?tenant=acme', 'no query'],
  ['https://acme.example/#top', 'no fragment'],
])('the address %s is refused, as it takes %s', (text, words) => {
  expect(addressProblem(text)).toContain(words);
});
