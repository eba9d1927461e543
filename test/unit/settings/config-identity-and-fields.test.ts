import { describe, expect, it } from 'vitest';
import { accessRefusal, minimalAccess, readAccess } from '../../support/access-file-in-memory.ts';

const people = { 'people.yaml': '- { email: ana@acme.example, identityUserId: user-ana }\n' };
const lines = (text: string, files: Readonly<Record<string, string>> = {}) =>
  accessRefusal(text, files).split('\n');

describe('the sources of identities', () => {
  const read = (text: string) => {
    const result = readAccess(`${minimalAccess}${text}`, people);
    return result.ok ? result.value.identity : result.refusal;
  };

  it.each([
    ['', ['owners']],
    ['governance: { operations: [userSearch] }\n', ['userSearch', 'owners']],
    ['identity: { directory: people.yaml }\n', ['directory', 'owners']],
    [
      'governance: { operations: [userSearch] }\nidentity: { directory: people.yaml, cache: 1h }\n',
      ['directory', 'userSearch', 'owners'],
    ],
  ])('are by default the sources that exist: %j', (text, sources) => {
    expect(read(text)).toMatchObject({ sources, profileField: null });
  });

  it('are in the order that is written', () => {
    const text =
      'identity: { directory: people.yaml, order: [owners, slackProfileField, directory], profileField: Xf0ABC, cache: 90s }';
    expect(read(text)).toEqual({
      sources: ['owners', 'slackProfileField', 'directory'],
      profileField: 'Xf0ABC',
      cacheSeconds: 90,
      unconfirmedEmail: 'refuse',
      unknownStatus: 'refuse',
    });
  });

  it('have every mistake named with its place', () => {
    const text = `${minimalAccess}identity:
  order: [directory, userSerch, userSearch, slackProfileField, owners, owners, 7]
  profileField: ABC
  cache: 0m
  ordr: []
`;
    expect(lines(text)).toEqual([
      'access.yaml:3:22: identity.order[1] is "userSerch"; did you mean userSearch?',
      'access.yaml:3:80: identity.order[6] is 7; write one of directory, userSearch, slackProfileField, owners.',
      'access.yaml:4:17: identity.profileField is "ABC"; write the id of a Slack profile field, like Xf0ABC.',
      'access.yaml:5:10: identity.cache is "0m"; write a time above zero with its unit, like 90m, 4h or 7d.',
      'access.yaml:6:3: identity.ordr is not a setting; did you mean order?',
      'access.yaml:3:72: identity.order[5] stands in identity.order[4] already; keep one of the two.',
      'access.yaml:3:11: identity.order[0] is directory, which is not there; write it in identity.directory, or leave it out.',
      'access.yaml:3:33: identity.order[2] is userSearch, which is not there; write it in governance.operations, or leave it out.',
    ]);
  });

  it('cannot use a profile field without its id, nor name one that is not used', () => {
    expect(lines(`${minimalAccess}identity: { order: [owners, slackProfileField] }\n`)).toEqual([
      'access.yaml:2:29: identity.order[1] is slackProfileField, which is not there; write it in identity.profileField, or leave it out.',
    ]);
    const unasked =
      'access.yaml:2:13: identity.profileField is never asked; add slackProfileField to identity.order or leave it out.';
    expect(lines(`${minimalAccess}identity: { profileField: Xf0ABC }\n`)).toEqual([unasked]);
    expect(lines(`${minimalAccess}identity: { profileField: Xf0ABC, order: [owners] }\n`)).toEqual([
      unasked,
    ]);
  });

  it('must use a directory file that is named', () => {
    expect(
      lines(`${minimalAccess}identity: { directory: people.yaml, order: [owners] }\n`, people),
    ).toEqual([
      'access.yaml:2:13: identity.directory is never asked; add directory to identity.order or leave it out.',
    ]);
  });

  it('are a list that is not empty', () => {
    expect(lines(`${minimalAccess}identity: { order: [] }\n`)).toEqual([
      'access.yaml:2:20: identity.order is an empty list; write a list of directory, userSearch, slackProfileField, owners.',
    ]);
  });
});

describe('fields of the form', () => {
  const ofApp = (fields: string) =>
    `apps:\n  - id: app-github\n    name: GitHub\n    fields:\n${fields}`;

  it('have every mistake named with its place', () => {
    const text =
      ofApp(`      - { id: my ticket, label: "", type: txt, required: yes please, hint: "" }
      - { id: ticket, label: Ticket }
      - { id: ticket, label: Ticket, type: text, options: [a] }
      - { id: stage, label: Stage, type: choice }
      - { id: port, label: Port, type: choice, options: [north, 7, "", north], entitlements: [] }
`);
    expect(lines(text)).toEqual([
      'access.yaml:5:15: apps[0].fields[0].id is "my ticket"; write at most 64 letters, digits, _ . and -, like ticket.',
      'access.yaml:5:33: apps[0].fields[0].label is empty; write 1 to 150 characters, like Ticket.',
      'access.yaml:5:43: apps[0].fields[0].type is "txt"; did you mean text?',
      'access.yaml:5:58: apps[0].fields[0].required is "yes please"; write true or false.',
      'access.yaml:5:76: apps[0].fields[0].hint is empty; write at most 2000 characters.',
      'access.yaml:6:9: apps[0].fields[1].type is missing; write one of text, multiline, choice, number, yesNo.',
      'access.yaml:9:65: apps[0].fields[4].options[1] is 7; write a text of 1 to 75 characters, in quotes.',
      'access.yaml:9:68: apps[0].fields[4].options[2] is empty; write a text of 1 to 75 characters, in quotes.',
      'access.yaml:9:94: apps[0].fields[4].entitlements is an empty list; write a list of entitlement ids.',
      'access.yaml:7:15: apps[0].fields[2].id stands in apps[0].fields[1] already; keep one of the two.',
      'access.yaml:7:50: apps[0].fields[2].options stands beside another type than choice; leave it out or write type: choice.',
      'access.yaml:8:9: apps[0].fields[3].options is missing; write what can be chosen, like [production, staging].',
      'access.yaml:9:72: apps[0].fields[4].options[3] stands in apps[0].fields[4].options[0] already; keep one of the two.',
    ]);
  });

  it('are at most ten, with at most a hundred options, and as short as Slack demands', () => {
    const field = (index: number) => `      - { id: f${index}, label: F, type: text }\n`;
    const ten = Array.from({ length: 10 }, (_, index) => field(index)).join('');
    expect(accessRefusal(ofApp(ten))).toBe('');
    expect(accessRefusal(ofApp(ten + field(10)))).toBe(
      'access.yaml:5:7: apps[0].fields has more than 10 entries; write at most 10.',
    );
    const choosing = (count: number) =>
      ofApp(
        `      - { id: f, label: F, type: choice, options: [${Array.from({ length: count }, (_, index) => `o${index}`).join(', ')}] }\n`,
      );
    expect(accessRefusal(choosing(100))).toBe('');
    expect(accessRefusal(choosing(101))).toContain(
      'apps[0].fields[0].options has more than 100 entries',
    );
    const sized = (id: number, label: number, option: number) =>
      ofApp(
        `      - { id: ${'i'.repeat(id)}, label: ${'l'.repeat(label)}, type: choice, options: [${'o'.repeat(option)}] }\n`,
      );
    expect(accessRefusal(sized(64, 150, 75))).toBe('');
    expect(lines(sized(65, 151, 76))).toHaveLength(3);
  });

  it('of two apps may have the same id', () => {
    const app = (id: string) =>
      `  - { id: ${id}, name: A, fields: [{ id: ticket, label: Ticket, type: number }] }\n`;
    expect(accessRefusal(`apps:\n${app('a')}${app('b')}`)).toBe('');
  });

  it('are a list', () => {
    expect(accessRefusal('apps: [{ id: a, name: A, fields: ticket }]')).toBe(
      'access.yaml:1:34: apps[0].fields is "ticket"; write a list like [{ id: ticket, label: Ticket, type: text }].',
    );
  });
});

describe('the on-call group and the language', () => {
  it('are named if they are wrong', () => {
    expect(lines(`${minimalAccess}emergency: { onCall: "@oncall" }\nlanguage: deutsch\n`)).toEqual([
      'access.yaml:2:22: emergency.onCall is "@oncall"; write the id of a Slack user group, like S0ONCALL (it is at the end of the group’s address in Slack).',
      'access.yaml:3:11: language is "deutsch"; write one of en, de.',
      expect.stringMatching(
        /^access\.yaml:2:14: emergency\.onCall is called nowhere without emergency\.channel; /,
      ),
    ]);
  });
});
