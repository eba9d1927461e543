import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAccessFile } from '../../src/config/access-file.ts';
import { operationNames } from '../../src/config/access-schema.ts';
import { printMistakes } from '../../src/config/mistakes.ts';
import { optionalOperations } from '../../src/use-cases/ports.ts';

const full = `governance:
  operations: [taskRead, taskSearch, taskActions, userSearch]   # optional operations the tenant has; default: none
  queryCase: snake
  taskUrl: https://acme.example/task/{numericId}
apps:
  - id: app-github                # appId
    name: GitHub
    channel: C0REVIEWS            # where its cards go
    resources: [{ resourceTypeId: team, resourceId: platform }]
    durations: [4h, 90m, 1d, 7d, 24h]
identity:
  directory: people.yaml
review: { mode: link, allowOwnRequests: true }
emergency: { channel: C0INCIDENTS, durations: [30m] }
admins: [U0ADMIN]
`;
const people = '- { email: Ana@acme.example, identityUserId: user-ana }\n';
const minimal = 'apps: [{ id: app-github, name: GitHub }]\n';

class SystemError extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

function read(text: string, files: Record<string, string> = { 'people.yaml': people }) {
  return readAccessFile(text, 'access.yaml', (path) => {
    const file = files[path];
    if (file === undefined) throw new SystemError('ENOENT');
    return file;
  });
}

function refusalOf(text: string, files?: Record<string, string>): string {
  const result = read(text, files);
  return result.ok ? '' : printMistakes(result.refusal);
}

/** The refusal of a file whose only app has these settings more. */
function refusalOfApp(more: string): string {
  return refusalOf(`apps:\n  - id: app-github\n    name: GitHub\n    ${more}\n`);
}

describe('a right file', () => {
  it('becomes settings in seconds and ids, durations ascending and once', () => {
    expect(read(full)).toEqual({
      ok: true,
      value: {
        apps: [
          {
            id: 'app-github',
            name: 'GitHub',
            channel: 'C0REVIEWS',
            resources: [{ resourceTypeId: 'team', resourceId: 'platform' }],
            durationsSeconds: [5_400, 14_400, 86_400, 604_800],
          },
        ],
        governance: {
          operations: ['taskRead', 'taskSearch', 'taskActions', 'userSearch'],
          queryCase: 'snake',
          taskUrl: 'https://acme.example/task/{numericId}',
        },
        review: { mode: 'link', allowOwnRequests: true },
        emergency: { channel: 'C0INCIDENTS', durationsSeconds: [1_800] },
        directory: new Map([['ana@acme.example', { id: 'user-ana' }]]),
        admins: ['U0ADMIN'],
      },
    });
  });

  it('needs no more than an app; the rest has defaults, and settings with nothing behind them count as left out', () => {
    const defaults = {
      ok: true,
      value: {
        apps: [
          {
            id: 'app-github',
            name: 'GitHub',
            channel: null,
            resources: [],
            durationsSeconds: [3_600, 14_400, 86_400, 604_800],
          },
        ],
        governance: { operations: [], queryCase: 'camel', taskUrl: null },
        review: { mode: 'act', allowOwnRequests: false },
        emergency: { channel: null, durationsSeconds: [3_600, 14_400] },
        directory: new Map(),
        admins: [],
      },
    };
    expect(read(minimal)).toEqual(defaults);
    const hollow = `${minimal}governance:\nidentity:\n  directory:\nreview:\n  mode:\nemergency:\n  durations:\nadmins:\n`;
    expect(read(hollow)).toEqual(defaults);
  });

  it('may use anchors', () => {
    const text = `apps:
  - { id: a, name: A, durations: &short [1h] }
  - { id: b, name: B, durations: *short }
`;
    expect(read(text)).toMatchObject({ ok: true, value: { apps: [{}, { durationsSeconds: [3_600] }] } });
  });

  it('knows the same optional operations as the use cases', () => {
    expect(operationNames).toEqual(optionalOperations);
  });
});

describe('a wrong file', () => {
  it('has every mistake named at once, with its line, column and path', () => {
    const text = `governance:
  operations: [taskRead, taskserch, 7]
  querycase: camel
  taskUrl: https://acme.example/task
apps:
  - id: app-github
    chanel: C0REVIEWS
    name:
    durations: [1h, soon, 0h]
  - id: app-github
    name: 42
    channel: "#reviews"
    resources: []
identity:
  directory: nobody.yaml
review: { mode: lnk, allowOwnRequests: "yes" }
emergency: C0INCIDENTS
admins: U0ADMIN
colour: red
`;
    expect(refusalOf(text).split('\n')).toEqual([
      'access.yaml:2:26: governance.operations[1] is "taskserch"; did you mean taskSearch?',
      `access.yaml:2:37: governance.operations[2] is 7; write one of ${operationNames.join(', ')}.`,
      'access.yaml:4:12: governance.taskUrl is "https://acme.example/task"; write an http or https link with {numericId} or {id} in it, like https://acme.example/task/{numericId}.',
      'access.yaml:3:3: governance.querycase is not a setting; did you mean queryCase?',
      'access.yaml:8:5: apps[0].name is empty; write the app’s name as people know it.',
      'access.yaml:9:21: apps[0].durations[1] is "soon"; write a time above zero with its unit, like 90m, 4h or 7d.',
      'access.yaml:9:27: apps[0].durations[2] is "0h"; write a time above zero with its unit, like 90m, 4h or 7d.',
      'access.yaml:7:5: apps[0].chanel is not a setting; did you mean channel?',
      'access.yaml:11:11: apps[1].name is 42; write the app’s name as people know it.',
      'access.yaml:12:14: apps[1].channel is "#reviews"; write the id of a Slack channel, like C0REVIEWS (it is at the bottom of the channel’s details).',
      'access.yaml:13:16: apps[1].resources is an empty list; write a list of resources, like [{ resourceTypeId: team, resourceId: platform }], or leave it out.',
      'access.yaml:16:17: review.mode is "lnk"; write act or link.',
      'access.yaml:16:40: review.allowOwnRequests is "yes"; write true or false.',
      'access.yaml:17:12: emergency is "C0INCIDENTS"; write settings: channel, durations.',
      'access.yaml:18:9: admins is "U0ADMIN"; write a list of member ids, like [U0ADMIN].',
      'access.yaml:19:1: colour is not a setting; the settings here are: governance, apps, identity, review, emergency, admins.',
      'access.yaml:10:9: apps[1].id is the id of apps[0] already; keep one of the two.',
      'access.yaml:15:14: identity.directory is "nobody.yaml", but there is no such file; write the name of a file next to this one.',
    ]);
  });

  it.each([
    ['soon'],
    ['1'],
    ['-1h'],
    ['0m'],
    ['1h soon'],
    ['1h30'],
    ['1 month'],
    ['1y'],
    ['0.5s'],
    ['1H'],
    ['1e3h'],
    ['99999999999999d'],
  ])('the duration %s is refused', (duration) => {
    expect(refusalOfApp(`durations: ["${duration}"]`)).toContain('access.yaml:4:17: apps[0].durations[0] is ');
  });

  it.each([
    ['1h 30m', 5_400],
    ['1h30m', 5_400],
    ['3 days', 259_200],
    ['2w', 1_209_600],
    ['1.5h', 5_400],
  ])('the duration %s is taken', (duration, seconds) => {
    const result = read(`apps: [{ id: a, name: A, durations: ["${duration}"] }]`);
    expect(result).toMatchObject({ ok: true, value: { apps: [{ durationsSeconds: [seconds] }] } });
  });

  it('an empty list of durations or of apps is refused', () => {
    expect(refusalOfApp('durations: []')).toContain('apps[0].durations is an empty list');
    expect(refusalOf('apps: []')).toContain(
      'access.yaml:1:7: apps is an empty list; write a list with at least one app',
    );
  });

  it('an empty file and one that is not a group of settings say what is missing', () => {
    expect(refusalOf('')).toContain('access.yaml:1:1: apps is missing; write a list');
    expect(refusalOf('# nothing\n')).toContain('apps is missing');
    expect(refusalOf('- apps')).toContain('access.yaml:1:1: the file is a list; write settings: governance, apps,');
  });

  it('YAML that cannot be taken apart is named where it breaks', () => {
    expect(refusalOf('apps:\n  - id: "app\n')).toMatch(/^access\.yaml:\d+:\d+: this is not valid YAML: /);
    expect(refusalOf(`${minimal}admins: *nobody\n`)).toBe(
      'access.yaml:2:9: this is not valid YAML: *nobody has no anchor before it.',
    );
    expect(refusalOf(`${minimal}---\napps: []\n`)).toMatch(/^access\.yaml:\d+:\d+: this is not valid YAML: /);
  });

  it('a setting that stands there twice does not hide other mistakes', () => {
    expect(refusalOf(`${minimal}admins: []\nadmins: [ana]\n`).split('\n')).toEqual([
      'access.yaml:3:1: the same setting stands here a second time; keep one of the two.',
      expect.stringContaining('admins[0] is "ana"; write the member id of a person in Slack'),
    ]);
  });

  it('aliases that unfold into very much are refused', () => {
    const levels = Array.from(
      { length: 9 },
      (_, level) => `l${level + 1}: &l${level + 1} [${`*l${level}, `.repeat(9)}]`,
    );
    expect(refusalOf(`l0: &l0 [a]\n${levels.join('\n')}\n`)).toContain('the file repeats itself too often');
  });

  it('the same resource twice is named', () => {
    const resource = '{ resourceTypeId: team, resourceId: platform }';
    expect(refusalOfApp(`resources: [${resource}, ${resource}]`)).toBe(
      'access.yaml:4:65: apps[0].resources[1] is the same as apps[0].resources[0]; keep one of the two.',
    );
  });

  it.each([['javascript:alert({id})'], ['https://acme.example/{task}'], ['task/{id}']])(
    'the link %s is refused',
    (link) => {
      expect(refusalOf(`${minimal}governance: { taskUrl: "${link}" }`)).toContain('governance.taskUrl is ');
    },
  );

  it('never throws, whatever the text is', () => {
    const piece = fc.constantFrom(
      'apps',
      ':',
      ' ',
      '\n',
      '  - ',
      '[',
      '{',
      '}',
      '&a',
      '*a',
      '!t',
      '"',
      '1h',
      '---',
      '?',
      '<<',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const result = read(pieces.join(''));
        const places = result.ok ? [] : result.refusal.map((mistake) => mistake.place);
        expect(places.filter((place) => !/^access\.yaml:\d+:\d+$/.test(place))).toEqual([]);
      }),
    );
  });
});

describe('the directory file', () => {
  const text = `${minimal}identity: { directory: people.yaml }\n`;

  it('has its mistakes named in its own name, together with those of the other file', () => {
    const directory = `- { email: ana@acme.example, identityUserId: user-ana }
- { email: ANA@acme.example, identityUserId: user-other }
- { email: ben, identityUserId: user-ana }
- { mail: chen@acme.example, identityUserId: 7 }
`;
    expect(refusalOf(`${text}admins: [ana]\n`, { 'people.yaml': directory }).split('\n')).toEqual([
      expect.stringContaining('access.yaml:3:10: admins[0]'),
      'people.yaml:3:12: [2].email is "ben"; write the person’s email address, like ana@acme.example.',
      'people.yaml:4:3: [3].email is missing; write the person’s email address, like ana@acme.example.',
      'people.yaml:4:46: [3].identityUserId is 7; write the id of the person’s identity user in the governance service.',
      'people.yaml:4:5: [3].mail is not a setting; did you mean email?',
      'people.yaml:2:12: [1].email stands in [0] already; keep one of the two.',
      'people.yaml:3:33: [2].identityUserId stands in [0] already; keep one of the two.',
    ]);
  });

  it('must be a list, and valid YAML', () => {
    expect(refusalOf(text, { 'people.yaml': 'ana: user-ana' })).toContain(
      'people.yaml:1:1: the file is a group of settings',
    );
    expect(refusalOf(text, { 'people.yaml': '' })).toContain(
      'people.yaml:1:1: the file is empty; write a list of people',
    );
    expect(refusalOf(text, { 'people.yaml': '[' })).toContain('people.yaml:1:2: this is not valid YAML');
  });
});
