import { describe, expect, it } from 'vitest';
import { accessRefusal, minimalAccess, readAccess } from '../../support/access-file-in-memory.ts';

const withPush = (push: string) => `${minimalAccess}audit: { push: ${push} }\n`;

describe('audit.push', () => {
  it.each([
    ['https://siem.acme.example/entries', 'https://siem.acme.example/entries'],
    ['https://siem.acme.example', 'https://siem.acme.example/'],
    ['http://127.0.0.1:8088/entries', 'http://127.0.0.1:8088/entries'],
  ])('takes %s', (url, taken) => {
    const push = { url: taken, headers: { 'X-Source': 'bot' }, format: 'json' };
    expect(readAccess(withPush(`{ url: "${url}", headers: { X-Source: bot } }`))).toMatchObject({
      ok: true,
      value: { audit: { push } },
    });
  });

  it.each([
    'http://siem.acme.example/entries',
    'https://user:secret@siem.acme.example/',
    'https://siem.acme.example/?token=1',
    'siem.acme.example',
  ])('refuses the address %s', (url) => {
    expect(accessRefusal(withPush(`{ url: "${url}" }`))).toContain(
      'write the https address of the receiver without a query, like https://siem.acme.example/entries.',
    );
  });

  it.each([
    ['authorization: Bearer x', 'AUDIT_PUSH_AUTHORIZATION'],
    ['Cookie: a', 'AUDIT_PUSH_AUTHORIZATION'],
    ['Content-Type: text/plain', 'is set by the bot itself; leave it out.'],
    ['"X Source": a', 'is not the name of a header'],
    ['X-Source: "a\\nb"', 'write the value of a header, in ASCII.'],
  ])('refuses the header %s', (header, says) => {
    const refusal = accessRefusal(
      withPush(`{ url: "https://siem.acme.example/", headers: { ${header} } }`),
    );
    expect(refusal).toContain('audit.push.headers');
    expect(refusal).toContain(says);
  });
});
