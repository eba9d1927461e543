import { describe, expect, it } from 'vitest';
import {
  hashesIn,
  openTexts,
  sealTexts,
  textMistake,
} from '../../../src/use-cases/trail/sealed-text.ts';

let salts = 0;
const newSalt = () => {
  salts += 1;
  return `salt ${salts}`;
};
const never = () => false;

describe('what lies beside the seal', () => {
  const detail = {
    appId: 'app-github',
    justification: 'Ben is ill',
    timeText: '',
    refusal: { code: 'unknown-person', email: 'ben@acme.example' },
  };

  it('is what people wrote and what they are called, and no id', () => {
    const sealed = sealTexts(detail, newSalt);
    expect(JSON.stringify(sealed.detail)).not.toMatch(/ill|ben@/);
    expect(sealed.detail).toMatchObject({
      appId: 'app-github',
      timeText: '',
      refusal: { code: 'unknown-person' },
    });
    expect(Object.keys(sealed.texts ?? {})).toEqual(['justification', 'refusal.email']);
    const texts = JSON.stringify(sealed.texts);
    expect(openTexts(sealed.detail, texts)).toEqual(detail);
    expect(textMistake(sealed.detail, texts, never)).toBeNull();
  });

  it('is any field that nobody listed', () => {
    const { texts } = sealTexts({ via: 'chat', names: ['Ben Okafor'], of: 3 }, newSalt);
    expect(Object.keys(texts ?? {})).toEqual(['names']);
  });

  it('has another hash each time, so that nobody can compare a guess with one', () => {
    const hashes = [detail, detail].map((one) =>
      hashesIn(sealTexts(one, newSalt).detail).get('justification'),
    );
    expect(new Set(hashes).size).toBe(2);
  });

  it('is nothing where nothing is personal', () => {
    expect(sealTexts({ appId: 'app-github', reason: null }, newSalt).texts).toBeNull();
  });
});
