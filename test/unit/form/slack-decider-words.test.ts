import { describe, expect, it } from 'vitest';
import type { Deciders } from '../../../src/domain/catalogue/policy-steps.ts';
import { deciderWords } from '../../../src/slack/form/blocks/entitlement-facts.ts';
import { textsFor } from '../../../src/slack/texts.ts';

const known = (ordinary: Deciders, emergency: Deciders = null) => ({
  deciders: { ordinary, emergency },
});
const said = (ordinary: Deciders, language: 'en' | 'de' = 'en') =>
  deciderWords(textsFor(language), known(ordinary), false);
const ana = { kind: 'users', names: ['Ana Silva'], count: 1 } as const;

describe('who decides by the policy, in words', () => {
  it.each([
    [
      [ana, { kind: 'group', name: 'Security' }],
      'Decided by Ana Silva, then one of Security',
      'Es entscheidet Ana Silva, dann jemand aus Security',
    ],
    [
      [{ kind: 'users', names: ['Ana', 'Ben'], count: 4 }],
      'Decided by one of Ana, Ben and 2 more',
      'Es entscheidet eine dieser Personen: Ana, Ben und 2 weitere',
    ],
    [
      [{ kind: 'manager', names: ['Ana'] }, { kind: 'rule' }],
      'Decided by Ana, then somebody chosen by a rule',
      'Es entscheidet Ana, dann jemand, den eine Regel bestimmt',
    ],
    [
      [
        { kind: 'manager', names: [] },
        { kind: 'group', name: null },
      ],
      'Decided by the manager, then one of a group',
      'Es entscheidet die Führungskraft, dann jemand aus einer Gruppe',
    ],
    [
      [{ kind: 'app-owners' }, { kind: 'entitlement-owners' }, { kind: 'resource-owners' }],
      'Decided by an owner of the app, then an owner of this access, then an owner of the resource',
      'Es entscheidet jemand, dem die App untersteht, dann jemand, dem dieser Zugriff untersteht, dann jemand, dem die Ressource untersteht',
    ],
    [
      [{ kind: 'manager', names: ['Ana', 'Ben'] }],
      'Decided by one of Ana and Ben',
      'Es entscheidet eine dieser Personen: Ana und Ben',
    ],
    [[{ kind: 'accept' }], 'The policy approves it at once', 'Die Richtlinie genehmigt es sofort'],
    [[{ kind: 'reject' }], 'The policy turns it down', 'Die Richtlinie lehnt es ab'],
    [[ana, { kind: 'accept' }], 'Decided by Ana Silva', 'Es entscheidet Ana Silva'],
    [
      [ana, { kind: 'reject' }],
      'Decided by Ana Silva, then refused automatically',
      'Es entscheidet Ana Silva, dann wird automatisch abgelehnt',
    ],
    [
      'depends',
      'Who decides depends on your request',
      'Wer entscheidet, hängt von deiner Anfrage ab',
    ],
    [null, '', ''],
  ] satisfies [Deciders, string, string][])('are for %j', (deciders, english, german) => {
    expect(said(deciders)).toBe(english);
    expect(said(deciders, 'de')).toBe(german);
  });

  it('are those of the emergency’s policy in an emergency', () => {
    const texts = textsFor('en');
    expect(deciderWords(texts, known('depends', [{ kind: 'accept' }]), true)).toBe(
      'The policy approves it at once',
    );
    expect(deciderWords(texts, known('depends'), true)).toBe('');
  });

  it('take no markup from names', () => {
    expect(said([{ kind: 'group', name: '<!channel>' }])).not.toContain('<!channel>');
  });
});
