import { describe, expect, it } from 'vitest';
import { WorkspaceAddress } from '../../../src/slack/platform/web-clients.ts';

const place = { channel: 'C0REVIEWS', ts: '1772452800.000100' };
const root = '1772452700.000001';

function addressOf(...told: Parameters<WorkspaceAddress['heard']>[0][]): WorkspaceAddress {
  const address = new WorkspaceAddress();
  for (const one of told) address.heard(one);
  return address;
}

describe('the link to a message', () => {
  it.each([
    ['https://acme.slack.com/', 'https://acme.slack.com/archives/C0REVIEWS/p1772452800000100'],
    // A workspace of an organisation on Enterprise Grid has an address of its own.
    [
      'https://acme-it.slack.com/',
      'https://acme-it.slack.com/archives/C0REVIEWS/p1772452800000100',
    ],
    [
      'https://acme.slack-gov.com/',
      'https://acme.slack-gov.com/archives/C0REVIEWS/p1772452800000100',
    ],
    ['http://127.0.0.1:3000/', 'http://127.0.0.1:3000/archives/C0REVIEWS/p1772452800000100'],
  ])('is made of the address %s', (url, link) => {
    expect(addressOf({ url }).linkTo(place, null)).toBe(link);
  });

  it('names the thread in which the message stands', () => {
    expect(addressOf({ url: 'https://acme.slack.com/' }).linkTo(place, root)).toBe(
      'https://acme.slack.com/archives/C0REVIEWS/p1772452800000100?thread_ts=1772452700.000001&cid=C0REVIEWS',
    );
  });

  it('goes by the address that Slack told last', () => {
    const address = addressOf(
      { url: 'https://old.slack.com/' },
      { url: 'https://acme.slack.com/' },
    );
    expect(address.linkTo(place, null)).toBe(
      'https://acme.slack.com/archives/C0REVIEWS/p1772452800000100',
    );
  });

  it.each([
    ['nothing', []],
    ['no address', [{}]],
    ['what is no address', [{ url: 'acme' }]],
    ['what is no web address', [{ url: 'slack://acme/' }]],
    ['the address of the organisation', [{ url: 'https://acme.enterprise.slack.com/' }]],
    [
      'an installation for the whole organisation',
      [{ url: 'https://acme.slack.com/', is_enterprise_install: true }],
    ],
    ['an address before, and none now', [{ url: 'https://acme.slack.com/' }, {}]],
  ])('is not made up where Slack told %s', (_what, told) => {
    expect(addressOf(...told).linkTo(place, null)).toBeNull();
  });
});
