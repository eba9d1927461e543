import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { optionalOperations } from '../../../src/domain/settings/access-settings.ts';
import { accessRefusal, minimalAccess, readAccess } from '../../support/access-file-in-memory.ts';

/** The refusal of a file whose only app has these additional settings. */
function refusalOfApp(more: string): string {
  return accessRefusal(`apps:\n  - id: app-github\n    name: GitHub\n    ${more}\n`);
}

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
  unconfirmedEmail: yes please
  unknownStatus: alow
review: { mode: lnk, allowOwnRequests: true }
emergency: C0INCIDENTS
admins: U0ADMIN
colour: red
`;
    expect(accessRefusal(text).split('\n')).toEqual([
      'access.yaml:2:26: governance.operations[1] is "taskserch"; did you mean taskSearch?',
      `access.yaml:2:37: governance.operations[2] is 7; write one of ${optionalOperations.join(', ')}.`,
      'access.yaml:4:12: governance.taskUrl is "https://acme.example/task"; write a link with {numericId} or {id}, like https://acme.example/task/{numericId}.',
      'access.yaml:3:3: governance.querycase is not a setting; did you mean queryCase?',
      'access.yaml:8:5: apps[0].name is empty; write the app’s name as people know it.',
      'access.yaml:9:21: apps[0].durations[1] is "soon"; write a time above zero with its unit, like 90m, 4h or 7d.',
      'access.yaml:9:27: apps[0].durations[2] is "0h"; write a time above zero with its unit, like 90m, 4h or 7d.',
      'access.yaml:7:5: apps[0].chanel is not a setting; did you mean channel?',
      'access.yaml:11:11: apps[1].name is 42; write the app’s name as people know it.',
      'access.yaml:12:14: apps[1].channel is "#reviews"; write the id of a Slack channel, like C0REVIEWS (it is at the bottom of the channel’s details).',
      'access.yaml:13:16: apps[1].resources is an empty list; write a list like [{ resourceTypeId: team, resourceId: platform }].',
      'access.yaml:16:21: identity.unconfirmedEmail is "yes please"; write one of refuse, allow.',
      'access.yaml:17:18: identity.unknownStatus is "alow"; did you mean allow?',
      'access.yaml:18:17: review.mode is "lnk"; did you mean link?',
      'access.yaml:18:22: review.allowOwnRequests is gone: the step’s policy in the governance service says whether people may decide on their own requests; leave it out.',
      'access.yaml:19:12: emergency is "C0INCIDENTS"; write settings: channel, onCall, durations, escalation.',
      'access.yaml:20:9: admins is "U0ADMIN"; write a list like [U0ADMIN].',
      'access.yaml:21:1: colour is not a setting; the settings here are: governance, offer, apps, identity, channels, review, webhook, limits, emergency, timeZone, workingHours, reminders, escalation, absence, agents, retention, admins, language. If a later version of the bot knows it, take it out for this one.',
      'access.yaml:10:9: apps[1].id stands in apps[0] already; keep one of the two.',
      'access.yaml:15:14: identity.directory is "nobody.yaml", but there is no such file; write the name of a file next to this one.',
    ]);
  });

  it.each(['ten/1m', '0/1m', '10/soon', '10 a day', 7, true])(
    'has a limit refused that is %j',
    (written) => {
      expect(accessRefusal(`${minimalAccess}limits:\n  requests: ${written}\n`)).toBe(
        `access.yaml:3:13: limits.requests is ${JSON.stringify(written)}; write how often in how long, like 120/1m, or off.`,
      );
    },
  );

  it('has limits refused that are neither settings nor off', () => {
    const limits = (written: string) => readAccess(`${minimalAccess}limits: ${written}\n`);
    expect(accessRefusal(`${minimalAccess}limits: none\n`)).toBe(
      'access.yaml:2:9: limits is "none"; write settings: clicks, refusals, requests, emergencies, agents.',
    );
    const off = limits('off');
    expect(
      off.ok &&
        Object.values(off.value.limits).every(({ most }) => most === Number.POSITIVE_INFINITY),
    ).toBe(true);
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
    expect(refusalOfApp(`durations: ["${duration}"]`)).toContain(
      'access.yaml:4:17: apps[0].durations[0] is ',
    );
  });

  it.each([
    ['1h 30m', 5_400],
    ['1h30m', 5_400],
    ['3 days', 259_200],
    ['2w', 1_209_600],
    ['1.5h', 5_400],
  ])('the duration %s is accepted', (duration, seconds) => {
    const result = readAccess(`apps: [{ id: a, name: A, durations: ["${duration}"] }]`);
    expect(result).toMatchObject({ ok: true, value: { apps: [{ durationsSeconds: [seconds] }] } });
  });

  it('an empty list of durations or of apps is refused', () => {
    expect(refusalOfApp('durations: []')).toContain('apps[0].durations is an empty list');
    expect(accessRefusal('apps: []')).toContain(
      'access.yaml:1:7: apps is an empty list; write a list with at least one app',
    );
  });

  it('an empty file, and one that holds no settings, say what is missing', () => {
    expect(accessRefusal('')).toContain('access.yaml:1:1: apps is missing; write a list');
    expect(accessRefusal('# nothing\n')).toContain('apps is missing');
    expect(accessRefusal('- apps')).toContain(
      'access.yaml:1:1: the file is a list; write settings: governance, offer, apps,',
    );
  });

  it('YAML that cannot be parsed is named with the place of the error', () => {
    expect(accessRefusal('apps:\n  - id: "app\n')).toMatch(
      /^access\.yaml:\d+:\d+: this is not valid YAML: /,
    );
    expect(accessRefusal(`${minimalAccess}---\napps: []\n`)).toMatch(
      /^access\.yaml:\d+:\d+: this is not valid YAML: /,
    );
  });

  it('a repeated setting does not hide other mistakes', () => {
    expect(accessRefusal(`${minimalAccess}admins: []\nadmins: [ana]\n`).split('\n')).toEqual([
      'access.yaml:3:1: the same setting stands here a second time; keep one of the two.',
      expect.stringContaining('admins[0] is "ana"; write the member id of a person in Slack'),
    ]);
  });

  it('aliases of nothing, and those that expand too far, are refused', () => {
    const levels = Array.from(
      { length: 9 },
      (_, level) => `l${level + 1}: &l${level + 1} [${`*l${level}, `.repeat(9)}]`,
    );
    expect(accessRefusal(`l0: &l0 [a]\n${levels.join('\n')}\n`)).toContain(
      'an alias (*) in the file has no anchor',
    );
    expect(accessRefusal(`${minimalAccess}admins: *nobody\n`)).toBe(
      'access.yaml:1:1: an alias (*) in the file has no anchor (&) before it, or repeats too much; write out what it stands for.',
    );
  });

  it('a repeated resource is named', () => {
    const resource = '{ resourceTypeId: team, resourceId: platform }';
    expect(refusalOfApp(`resources: [${resource}, ${resource}]`)).toBe(
      'access.yaml:4:65: apps[0].resources[1] stands in apps[0].resources[0] already; keep one of the two.',
    );
  });

  it('an on-call group without an emergency channel is named, with what to add', () => {
    expect(
      accessRefusal(`${minimalAccess}emergency:\n  durations: [1h]\n  onCall: S0ONCALL\n`),
    ).toBe(
      'access.yaml:4:3: emergency.onCall is called nowhere without emergency.channel; add the channel where emergencies are told, like channel: C0INCIDENTS, or leave it out.',
    );
    const lines = accessRefusal(
      `${minimalAccess}emergency: { channel: , onCall: S0ONCALL }\nadmins: ana\n`,
    ).split('\n');
    expect(lines.map((line) => line.split(' ')[1])).toEqual(['admins', 'emergency.onCall']);
    expect(
      accessRefusal(`${minimalAccess}emergency: { channel: ops, onCall: S0ONCALL }\n`),
    ).not.toContain('onCall');
    expect(
      readAccess(`${minimalAccess}emergency: { channel: C0INCIDENTS, onCall: S0ONCALL }\n`),
    ).toMatchObject({
      ok: true,
    });
    expect(readAccess(`${minimalAccess}emergency: { channel: C0INCIDENTS }\n`)).toMatchObject({
      ok: true,
    });
  });

  it.each([['javascript:alert({id})'], ['https://acme.example/{task}'], ['task/{id}']])(
    'the link %s is refused',
    (link) => {
      expect(accessRefusal(`${minimalAccess}governance: { taskUrl: "${link}" }`)).toContain(
        'governance.taskUrl is ',
      );
    },
  );

  it('never throws for any text', () => {
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
        const result = readAccess(pieces.join(''));
        const places = result.ok ? [] : result.refusal.map((mistake) => mistake.place);
        expect(places.filter((place) => !/^access\.yaml:\d+:\d+$/.test(place))).toEqual([]);
      }),
    );
  });
});
