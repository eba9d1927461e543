import { describe, expect, it } from 'vitest';
import {
  bearerToken,
  hashOfToken,
  isToken,
  newToken,
} from '../../../src/extras/agents/tokens/connected-agents.ts';

/** 64 zeros have this checksum. */
const zeros = `accbot_${'0'.repeat(64)}34b1e4cb`;

describe('a token', () => {
  it('is new each time, and known by its checksum', () => {
    const token = newToken();
    expect(token).toMatch(/^accbot_[0-9a-f]{72}$/);
    expect(isToken(token)).toBe(true);
    expect(newToken()).not.toBe(token);
    expect(isToken(zeros)).toBe(true);
  });

  it.each([
    ['another checksum', zeros.replace(/.$/, 'x')],
    ['another prefix', zeros.replace('accbot_', 'acebot_')],
    ['something behind it', `${zeros}0`],
    ['capitals', zeros.replace('accbot', 'ACCBOT')],
    ['nothing', ''],
  ])('is none with %s', (_what, text) => {
    expect(isToken(text)).toBe(false);
  });

  it('is kept as a hash in which nothing of it stands', () => {
    expect(hashOfToken(zeros)).toBe(hashOfToken(zeros));
    expect(hashOfToken(zeros)).toMatch(/^[A-Za-z0-9+/]{43}=$/);
  });

  it.each([
    ['Bearer', `Bearer ${zeros}`, zeros],
    ['bearer in small letters', `bearer ${zeros}`, zeros],
    ['another scheme', `Basic ${zeros}`, null],
    ['no scheme', zeros, null],
    ['no header', undefined, null],
    ['a token of another program', 'Bearer xoxb-1', null],
  ])('is read of a header with %s', (_what, header, token) => {
    expect(bearerToken(header)).toBe(token);
  });
});
