import { describe, expect, it } from 'vitest';
import { unreadWords } from '../../../src/slack/form/form-views.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { github } from '../../support/request-forms.ts';

const aws = { ...github, id: 'app-aws', name: 'AWS' };
const known = (ages: Readonly<Record<string, number | null>>, refuses = false) => ({
  catalogue: { apps: () => [github, aws], ages: () => new Map(Object.entries(ages)) },
  governance: { isRefused: () => refuses },
});
const english = textsFor('en');

describe('a form that is opened before the lists were read', () => {
  it('says that the list is still being read', () => {
    const nothing = known({ 'app-github': null, 'app-aws': null });
    expect(unreadWords(english, nothing, null)).toContain(
      'I am still reading what can be requested.',
    );
    expect(unreadWords(textsFor('de'), nothing, github)).toContain('Ich lese noch');
  });

  it('names the app whose list is missing, as long as it may be meant', () => {
    const some = known({ 'app-github': 5, 'app-aws': null });
    expect(unreadWords(english, some, null)).toContain('I have not read the list of AWS yet.');
    expect(unreadWords(english, some, aws)).toContain('the list of AWS');
    expect(unreadWords(english, some, github)).toBe('');
  });

  it.each([null, 5])(
    'says that the service refuses the bot, and whom to tell (read: %s)',
    (age) => {
      const refused = known({ 'app-github': age, 'app-aws': age }, true);
      expect(unreadWords(english, refused, null)).toMatch(
        /^⚠️ The access service refuses me, because my credentials are wrong\. .* Tell /,
      );
      expect(unreadWords(textsFor('de'), refused, github)).toContain(
        'Der Zugriffsdienst weist mich ab, weil meine Zugangsdaten nicht stimmen.',
      );
    },
  );

  it('says nothing where everything was read', () => {
    expect(unreadWords(english, known({ 'app-github': 5, 'app-aws': 0 }), null)).toBe('');
  });
});
