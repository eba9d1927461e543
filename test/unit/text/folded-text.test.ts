import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closestName, foldedText, foldedWords } from '../../../src/domain/text/folded-text.ts';
import { anyText } from '../../support/slack-limits.ts';

describe('a folded text', () => {
  it.each([
    ['case', 'GitHub', 'github'],
    ['accents', 'Überfahrt Málaga', 'uberfahrt malaga'],
    ['accents written apart', 'U\u0308ber', 'uber'],
    [
      'strokes and joined letters',
      'Ærø, Łódź, Straße, STRAẞE, Œuvre',
      'aero, lodz, strasse, strasse, oeuvre',
    ],
    ['a dotted and a dotless i', 'İstanbul ısı', 'istanbul isi'],
    ['wide letters', 'Ｇｉｔ', 'git'],
  ])('is without %s', (_what, text, folded) => {
    expect(foldedText(text)).toBe(folded);
  });

  it('has words of letters and digits', () => {
    expect(foldedWords(' Prod_DB: Größe-2 · 日本 ')).toEqual(['prod', 'db', 'grosse', '2', '日本']);
    expect(foldedWords(' § ')).toEqual([]);
  });

  it('is itself folded', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(foldedText(foldedText(text))).toBe(foldedText(text));
      }),
    );
  });
});

describe('the closest of a closed list of names', () => {
  it.each([
    ['aps', 'apps'],
    ['APPS', 'apps'],
    ['chanel', 'channel'],
    ['ap', null],
    ['bpps', null],
  ])('to %s is %s', (written, name) => {
    expect(closestName(written, ['apps', 'channel'])).toBe(name);
  });
});
