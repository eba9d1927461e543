import { describe, expect, it } from 'vitest';
import { holderButtons } from '../../../src/slack/action/buttons.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { accessRequest, snapshot } from '../../support/samples.ts';

describe('before something is given up', () => {
  const asked = (language: 'en' | 'de', offer: 'withdraw' | 'give-back', task = snapshot()) => {
    const buttons = holderButtons(textsFor(language), { request: accessRequest(), task }, null);
    return buttons[offer].confirm?.text.text;
  };

  it('the person reads which access it is', () => {
    expect(asked('en', 'withdraw')).toBe(
      'This withdraws GitHub · Platform: write (#1042). I tell you if the access service does not close it. You can request it again.',
    );
    expect(asked('en', 'give-back')).toBe(
      'Your access to GitHub · Platform: write (#1042) ends now. You can request it again.',
    );
    for (const offer of ['withdraw', 'give-back'] as const) {
      expect(asked('de', offer)).toContain('GitHub · Platform: write (#1042)');
    }
  });
});
