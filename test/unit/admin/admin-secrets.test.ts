import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../conformance/interface.ts';
import { withoutSecrets } from '../../../src/operator/admin/table/viewer.ts';
import { sampleOf } from '../../conformance/table/sample.ts';
import { answeringClient, fullAnswers } from '../../support/admin-answers.ts';
import { lineOf, typeLine } from '../../support/admin-line.ts';

const freeForm = [
  'config',
  'configFieldValues',
  'oauth2ExtraAuthorizeParams',
  'oauth2ExtraTokenParams',
  'extraAuthorizeParams',
  'extraTokenParams',
  'context',
  'args',
  'inputMapping',
  'profile',
  'annotations',
];

/**
 * Every free-form member of an answer, every default of a setting, and a member that no document
 * names holds a secret.
 */
function leaking(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(leaking);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => {
    if (name === 'default') return [name, 'hush'];
    if (name === 'context') return [name, { context: { nested: [{ apiKey: 'hush' }] } }];
    return [
      name,
      freeForm.includes(name)
        ? { clientSecret: 'hush', url: 'https://ana:hush@a.example' }
        : leaking(member),
    ];
  });
  return {
    ...Object.fromEntries(members),
    bearerToken: 'hush',
    login: { oauth2ClientSecret: ['hush'] },
  };
}

describe('secrets', () => {
  it('are hidden in free-form objects, however deep, and in addresses', () => {
    const config = {
      apiToken: 'hush',
      endpoint: 'https://ana:hush@acme.example/x',
      nested: [{ client_secret: 'hush', privateKey: ['hush'], region: 'eu', passwordSet: true }],
      password: '',
    };
    const clean = withoutSecrets({ config });
    expect(JSON.stringify(clean)).not.toContain('hush');
    expect(clean).toMatchObject({
      config: { nested: [{ region: 'eu', passwordSet: true }], password: '' },
    });
  });

  it('are hidden when a setting is secret, and documented fields stay as they are', () => {
    const record = {
      oauth2TokenUrl: 'https://forge.example/token',
      bearerTokenConfigured: true,
      fields: [
        { name: 'key', secret: true, default: 'hush' },
        { name: 'n', secret: false, default: 'd' },
      ],
    };
    const [key, other] = record.fields;
    expect(withoutSecrets(record)).toEqual({
      ...record,
      fields: [{ ...key, default: '[hidden]' }, other],
    });
  });

  it('are no reason to hide a documented field that only sounds like one', () => {
    const hidden = endpoints.flatMap(({ answer }) => [
      ...JSON.stringify(withoutSecrets(sampleOf(answer))).matchAll(/"(\w+)":"\[hidden\]"/g),
    ]);
    // The token of the next page is not part of a record; the sample's settings are secret ones.
    expect(new Set(hidden.map(([, name]) => name))).toEqual(new Set(['nextPageToken', 'default']));
  });

  it('are hidden when a documented group of settings is a text instead', () => {
    expect(withoutSecrets({ password: 'hush' })).toEqual({ password: '[hidden]' });
    expect(withoutSecrets({ password: ['hush'] })).toEqual({ password: '[hidden]' });
    expect(withoutSecrets({ password: { minLength: 12 } })).toEqual({
      password: { minLength: 12 },
    });
  });

  it('are looked for only as deep as settings go', () => {
    let deep: Record<string, unknown> = { token: 'hush' };
    for (let level = 0; level < 5_000; level += 1) deep = { deep };
    expect(JSON.stringify(withoutSecrets({ config: deep }))).not.toContain('hush');
  });

  it.each(Object.values(lineOf).map((words) => [words.join(' '), words] as const))(
    'reach nobody with %s',
    async (_, words) => {
      const answers: Record<number, object> = JSON.parse(
        JSON.stringify(leaking(fullAnswers(2))).replaceAll('"further"', '""'),
      );
      for (const json of [[], ['--json']]) {
        const { exit, out, kept } = await typeLine([...words, ...json], answeringClient(answers));
        expect(exit).toBe(0);
        expect(JSON.stringify([out, kept])).not.toContain('hush');
      }
    },
  );
});
