import { beforeEach, describe, expect, it } from 'vitest';
import type { Answerers } from '../../../src/domain/settings/answerers.ts';
import { answererLooks } from '../../../src/extras/webhooks/webhook-checks.ts';
import { lookUp } from '../../../src/use-cases/people/resolve-identity.ts';
import { failing } from '../../support/failures.ts';
import { FakeReviewerLists } from '../../support/fake-reviewer-lists.ts';
import { people, person } from '../../support/samples.ts';
import { defaultWebhook, testSettings } from '../../support/test-settings.ts';
import { judged } from '../../support/told-checks.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const leads = { kind: 'group', appId: 'app-okta', entitlementId: 'ent-leads' } as const;

describe('the doctor, asked who answers delivered steps', () => {
  const desk = useCaseDesk();
  let lists = new FakeReviewerLists();
  beforeEach(() => {
    lists = new FakeReviewerLists();
  });
  /** What the doctor says of the first app alone, whose fallback is Dee. */
  async function says(change: Partial<Answerers>, areStepsTaken = false) {
    const [app] = testSettings().apps;
    if (app === undefined) throw new Error('no app');
    const webhook: Answerers = { ...defaultWebhook, fallback: ['U0DEE'], ...change };
    desk().settings = testSettings({ apps: [{ ...app, webhook }], admins: [] });
    return looked(areStepsTaken);
  }
  async function looked(areStepsTaken: boolean) {
    const { deps } = desk();
    const identityOf = async (userId: string) => (await lookUp(deps, userId, 'in-turn')).identity;
    const checks = await judged(
      answererLooks({ ...deps, reviewerLists: lists, identityOf, areStepsTaken }),
    );
    return checks.map((one) => `${one.state} ${one.what}: ${one.says}`);
  }
  const decides = 'delivered steps of GitHub, who decides:';

  it('names the owners of each resource, and at most five people', async () => {
    desk().governance.owners = people(7).map((one) => ({ ...one, name: one.name.slice(0, 20) }));
    const [reviewers, setUpBy] = await says({ setUpBy: [{ kind: 'people', people: ['U0CHO'] }] });
    expect(reviewers).toMatch(
      /^ok delivered steps of GitHub, who decides: team\/platform: (?:[^,]+, ){4}[^,]+ and 2 more$/,
    );
    expect(setUpBy).toMatch(/^ok delivered steps of GitHub, who sets up: /);
  });

  it('warns of a list that leaves the answer to the fallback, with the reason', async () => {
    expect((await says({}))[0]).toMatch(
      `warning ${decides} the list of team/platform holds nobody, or the service hides it from the bot, so the fallback answers: `,
    );
    lists.holders.set('ent-leads', people(129));
    expect((await says({ reviewers: [leads] }))[0]).toMatch(
      `warning ${decides} the list holds more than 128 people, so the fallback answers: `,
    );
  });

  it('says that nobody could answer, and what to do', async () => {
    expect((await says({ fallback: null }))[0]).toMatch(
      `error ${decides} nobody: neither the list nor the fallback has somebody who may answer. Name people in webhook.fallback`,
    );
  });

  it('says that managers differ from request to request', async () => {
    desk().governance.managers.set('user-ben', [person('user-cho')]);
    expect((await says({ reviewers: [{ kind: 'manager' }] }))[0]).toMatch(
      `ok ${decides} the manager of the target; without one `,
    );
  });

  it('says of which sources everybody may answer, and who does without one', async () => {
    const sources = [{ kind: 'owners', of: 'resource' }, { kind: 'manager' }] as const;
    expect((await says({ reviewers: sources }))[0]).toBe(
      `ok ${decides} everybody of owners, manager; where these hold nobody Dee`,
    );
  });

  it('names the owners of the app', async () => {
    lists.ownersById.set('app-github', [person('user-cho')]);
    const reviewers = [{ kind: 'owners', of: 'app' }] as const;
    expect((await says({ reviewers }))[0]).toBe(`ok ${decides} Cho`);
    lists.ownersById.clear();
    expect((await says({ reviewers }))[0]).toMatch(
      `warning ${decides} the list holds nobody, or the service hides it from the bot`,
    );
  });

  it('says that owners differ from entitlement to entitlement', async () => {
    expect((await says({ reviewers: [{ kind: 'owners', of: 'entitlement' }] }))[0]).toMatch(
      `ok ${decides} the owners of the entitlement; without one `,
    );
  });

  it('says what to look at when a list cannot be read', async () => {
    desk().governance.ownerLists.next(failing('timeout', true));
    expect((await says({}))[0]).toMatch(
      `error ${decides} timeout in a test. Look at reviewers and fallback in webhook of app-github`,
    );
  });

  it('looks at apps without a setting only if the bot receives webhooks, and at no more than 20', async () => {
    desk().settings = testSettings();
    expect(await looked(false)).toEqual([]);
    expect(await looked(true)).toHaveLength(4);
    const [app] = testSettings().apps;
    if (app === undefined) throw new Error('no app');
    const apps = Array.from({ length: 23 }, (_, at) => ({ ...app, id: `app-${at}` }));
    desk().settings = testSettings({ apps });
    expect((await looked(true)).slice(40)).toEqual([
      'warning delivered steps: not checked: 3 more apps of access.yaml.',
    ]);
  });
});
