import { describe, expect, it } from 'vitest';
import { publicRecord, withoutSecrets } from '../../src/admin/secrets.ts';

describe('secrets', () => {
  it('are hidden in free-form objects, however deep, and in addresses', () => {
    const config = {
      apiToken: 'hush',
      endpoint: 'https://ana:hush@acme.example/x',
      nested: [{ client_secret: 'hush', privateKey: ['hush'], region: 'eu', passwordSet: true }],
      password: '',
    };
    const clean = withoutSecrets(config);
    expect(JSON.stringify(clean)).not.toContain('hush');
    expect(clean).toMatchObject({ nested: [{ region: 'eu', passwordSet: true }], password: '' });
  });

  it('do not reach machines either, and documented fields stay as they are', () => {
    const record = {
      oauth2TokenUrl: 'https://forge.example/token',
      bearerTokenConfigured: true,
      configFieldValues: { token: 'hush', region: 'eu' },
      configSchema: {
        fields: [
          { name: 'key', secret: true, default: 'hush' },
          { name: 'n', secret: false, default: 'd' },
        ],
      },
    };
    expect(publicRecord(record)).toEqual({
      oauth2TokenUrl: 'https://forge.example/token',
      bearerTokenConfigured: true,
      configFieldValues: { token: '[hidden]', region: 'eu' },
      configSchema: {
        fields: [
          { name: 'key', secret: true, default: '[hidden]' },
          { name: 'n', secret: false, default: 'd' },
        ],
      },
    });
  });

  it('are looked for without end only as deep as settings go', () => {
    let deep: Record<string, unknown> = { token: 'hush' };
    for (let level = 0; level < 5_000; level += 1) deep = { deep };
    expect(JSON.stringify(withoutSecrets(deep))).not.toContain('hush');
  });
});
