import { describe, expect, it } from 'vitest';
import type { Deciders } from '../../../src/domain/catalogue/policy-steps.ts';
import { deciderWords } from '../../../src/slack/form/blocks/decider-words.ts';
import { textsFor } from '../../../src/slack/texts.ts';

const known = (ordinary: Deciders, emergency: Deciders = null) => ({
  lastAsked: ['Goran'],
  lastAskedLater: [],
  deciders: { ordinary, emergency },
});
const said = (ordinary: Deciders, language: 'en' | 'de' = 'en') =>
  deciderWords(textsFor(language), known(ordinary), false);
const ana = { kind: 'users', names: ['Ana Silva'], count: 1 } as const;

describe('who usually decides, in words', () => {
  it.each([
    [
      [ana, { kind: 'group', name: 'Security' }],
      'Usually decided by Ana Silva, then one of Security',
      'Meist entscheidet Ana Silva, dann jemand aus Security',
    ],
    [
      [{ kind: 'users', names: ['Ana', 'Ben'], count: 4 }],
      'Usually decided by Ana, Ben or 2 more',
      'Meist entscheidet Ana, Ben oder 2 weitere',
    ],
    [
      [{ kind: 'manager', names: ['Ana'] }, { kind: 'rule' }],
      'Usually decided by Ana, then somebody chosen by a rule',
      'Meist entscheidet Ana, dann jemand, den eine Regel bestimmt',
    ],
    [
      [
        { kind: 'manager', names: [] },
        { kind: 'group', name: null },
      ],
      'Usually decided by the manager, then one of a group',
      'Meist entscheidet die Führungskraft, dann jemand aus einer Gruppe',
    ],
    [
      [{ kind: 'app-owners' }, { kind: 'entitlement-owners' }, { kind: 'resource-owners' }],
      'Usually decided by an owner of the app, then an owner of this access, then an owner of the resource',
      'Meist entscheidet jemand, dem die App untersteht, dann jemand, dem dieser Zugriff untersteht, dann jemand, dem die Ressource untersteht',
    ],
    [[{ kind: 'accept' }], 'Usually approved at once', 'Wird meist sofort genehmigt'],
    [[{ kind: 'reject' }], 'Is usually refused automatically', 'Wird meist automatisch abgelehnt'],
    [[ana, { kind: 'accept' }], 'Usually decided by Ana Silva', 'Meist entscheidet Ana Silva'],
    [
      [ana, { kind: 'reject' }],
      'Usually decided by Ana Silva, then refused automatically',
      'Meist entscheidet Ana Silva, dann wird automatisch abgelehnt',
    ],
    [
      'depends',
      'Who decides depends on your request',
      'Wer entscheidet, hängt von deiner Anfrage ab',
    ],
    [null, 'Usually decided by Goran', 'Meist entscheidet Goran'],
  ] satisfies [Deciders, string, string][])('are for %j', (deciders, english, german) => {
    expect(said(deciders)).toBe(english);
    expect(said(deciders, 'de')).toBe(german);
  });

  it('are those of the emergency’s policy in an emergency, else of the last request', () => {
    const texts = textsFor('en');
    expect(deciderWords(texts, known('depends', [{ kind: 'accept' }]), true)).toBe(
      'Usually approved at once',
    );
    expect(deciderWords(texts, known('depends'), true)).toBe('Usually decided by Goran');
  });

  it('take no markup from names', () => {
    expect(said([{ kind: 'group', name: '<!channel>' }])).not.toContain('<!channel>');
  });
});
