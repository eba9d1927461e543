import type { ModalView } from '@slack/types';
import { describe, expect, it } from 'vitest';
import { type RequestForm, requestForm } from '../../src/slack/surfaces/request-form/request-form.ts';
import { textsFor } from '../../src/slack/texts/texts.ts';
import type { OpenRequest } from '../../src/use-cases/entitlement-help.ts';
import { allTexts } from '../support/languages.ts';
import { picked, withApp } from '../support/request-forms.ts';
import { accessRequest, snapshot } from '../support/samples.ts';
import { textsIn } from '../support/slack-limits.ts';

const texts = textsFor('en');
const show = (change: Partial<RequestForm>) => requestForm(texts, { ...withApp, ...change });
const wordsOf = (view: ModalView) => textsIn(view).join('\n');

describe('what the form tells of an entitlement', () => {
  it.each(allTexts)('says of whom it names only that they were asked in %s', (language, said) => {
    const facts = { lastAsked: ['Ana', 'Fatima'] };
    const words = wordsOf(requestForm(said, { ...withApp, picked: [picked({}, facts)] }));
    const asked = {
      en: 'Asked to decide last time: Ana and Fatima',
      de: 'Beim letzten Mal gefragt: Ana und Fatima',
    };
    expect(words).toContain(asked[language]);
    expect(words).not.toMatch(/decided by|entschied darüber/);
  });

  it('advises against a second request only where the first is known to be under way', () => {
    const open = { request: accessRequest(), task: snapshot(), standing: 'sent', consoleUrl: null } as const;
    const words = (change: Partial<OpenRequest>) =>
      wordsOf(show({ picked: [picked({}, { open: { ...open, ...change } })] })).replaceAll(/<!date[^>]+>/g, 'DATE');
    expect(words({ standing: 'open' })).toContain('A second request is not needed.');
    expect(words({ standing: 'open', task: null })).toContain('A second request is not needed.');
    const sent = [
      words({ consoleUrl: 'https://acme.example/task/1042' }),
      words({ task: snapshot({ numericId: '' }) }),
      words({ task: null, standing: 'open', request: accessRequest({ state: 'uncertain' }) }),
    ];
    expect(sent[0]).toContain(
      'Already requested DATE. What became of it is in the <https://acme.example/task/1042|governance console>, under #1042.',
    );
    expect(sent[1]).toContain('Already requested DATE. What became of it is in the governance console.');
    expect(sent[2]).toContain('not clear whether that arrived');
    expect(sent.join()).not.toContain('not needed');
  });

  it('says of what was asked for without the bot where it is', () => {
    const url = 'https://acme.example/task/1042';
    const words = (consoleUrl: string | null, task = snapshot()) =>
      wordsOf(show({ picked: [picked({}, { openElsewhere: { task, consoleUrl } })] }));
    expect(words(url)).toContain(`Already requested in the <${url}|governance console>, see #1042. A second`);
    expect(words(null, snapshot({ numericId: '' }))).toContain('Already requested in the governance console. A second');
  });

  it('says whose it is already: of whoever asks, or of whom it is asked for', () => {
    const held = picked({}, { held: { until: null } });
    expect(wordsOf(show({ picked: [held] }))).toContain('You already have this');
    const forOther = wordsOf(show({ picked: [{ ...held, isForOther: true }] }));
    expect(forOther).toContain('The person this is for already has it.');
    expect(forOther).not.toContain('You already have this');
  });
});
