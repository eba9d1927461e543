/** The doctor and one fault at a time: it names the cause, once, and what mends it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DoctorWorld, openDoctorWorld } from '../support/doctor-world.ts';
import { testSettings } from '../support/test-settings.ts';

const grant = { method: 'POST', path: '/api/v1/task/grant' } as const;

describe('the doctor of a tenant', () => {
  let world: DoctorWorld;
  beforeAll(async () => {
    world = await openDoctorWorld();
  });
  afterAll(() => world?.close());

  it('says whether people can ask for access, and makes no request to find that out', async () => {
    const before = world.governance.tasks().length;
    expect((await world.findings({})).get('requesting access')).toMatch(
      /^ok: not forbidden: .* answered with “invalid”$/,
    );
    world.governance.fault({ ...grant, kind: 'status', status: 403, message: 'no right' });
    expect((await world.findings({})).get('requesting access')).toMatch(
      /^error: nobody can ask for anything: .*forbidden, “no right”.* Give the owner of the credentials/,
    );
    expect(world.governance.tasks()).toHaveLength(before);
  });

  it.each([
    { kind: 'status', status: 500 },
    { kind: 'answer', body: { taskView: { task: { id: 'task-made' } } } },
  ] as const)(
    'does not guess whether people can ask when the tenant answers oddly: %o',
    async (fault) => {
      world.governance.fault({ ...grant, ...fault });
      expect((await world.findings({})).get('requesting access')).toMatch(
        /^warning: not checkable: /,
      );
    },
  );

  it.each(['/api/v1', '/api/v1/', '/api'])(
    'names an address that ends in %s once, and nothing that follows from it',
    async (ending) => {
      const governanceUrl = `${world.governance.url}${ending}`.replace(/\/$/, '');
      const findings = await world.findings({ governanceUrl });
      const errors = [...findings].filter(([, says]) => says.startsWith('error'));
      expect(errors).toHaveLength(1);
      expect(findings.get('governance tenant')).toBe(
        `error: GOVERNANCE_BASE_URL ends in ${ending.replace(/\/$/, '')}, which the bot adds itself. Set it to ${world.governance.url}.`,
      );
    },
  );
});

describe('the doctor of what cannot be reached', () => {
  let world: DoctorWorld;
  beforeAll(async () => {
    world = await openDoctorWorld();
  });
  afterAll(() => world?.close());
  const nowhere = 'http://127.0.0.1:9';

  it('waits as Slack asks with a 429', async () => {
    const rateLimited = { kind: 'ratelimited', retryAfterSeconds: 0 } as const;
    world.slack.fault({ ...rateLimited, method: 'conversations.info', times: 2 });
    const findings = await world.findings({});
    expect(findings.get('channel C0REVIEWS (apps app-github)')).toBe(
      'ok: #access-reviews can be used',
    );
  });

  it.each([
    [{ governanceUrl: nowhere }, 'governance tenant', /^error: /, /^app /],
    [{ slackApiUrl: `${nowhere}/api/` }, 'Slack token', /^error: /, /^Slack scopes$/],
    [{ secret: 'wrong' }, 'governance tenant', /Look at GOVERNANCE_BASE_URL/, /^app /],
    [{ token: 'xoxb-another' }, 'Slack token', /Set SLACK_BOT_TOKEN to the bot/, /^Slack scopes$/],
  ])('has one error for one cause, and asks no more: %o', async (wrong, cause, words, more) => {
    const findings = await world.findings(wrong);
    const errors = [...findings].filter(([, says]) => says.startsWith('error'));
    expect(errors).toEqual([[cause, expect.stringMatching(words)]]);
    expect([...findings.keys()].filter((what) => more.test(what))).toEqual([]);
    expect(findings.get('administrators and extras')).toMatch(/^warning: not checked: /);
  });
});

describe('the doctor of a tenant with the documented endpoints alone', () => {
  let world: DoctorWorld;
  beforeAll(async () => {
    world = await openDoctorWorld({ documentedOnly: true });
  });
  afterAll(() => world?.close());

  it.each(['taskRead', 'taskActions', 'taskRevoke', 'policyRead', 'taskSearch'] as const)(
    'finds that %s of access.yaml is not there',
    async (operation) => {
      const governance = { ...testSettings().governance, operations: [operation] };
      const findings = await world.findings({ settings: { governance } });
      expect(findings.get(`operation ${operation}`)).toBe(
        'error: the tenant does not have it: it answers as at a path that nobody serves. Take it out of governance.operations.',
      );
    },
  );
});
