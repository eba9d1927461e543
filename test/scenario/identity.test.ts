/** Long because every kind of person in the sandbox requests and decides. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ShownMessage } from '../../sandbox/workspace/client.ts';
import { ok } from '../../src/domain/result.ts';
import type { AccessSettings } from '../../src/domain/settings/access-settings.ts';
import {
  entitlementBlockId,
  requestFormId,
} from '../../src/slack/form/blocks/request-form-fields.ts';
import { ask, wordsOf } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';
import { signedClick, signedPayload } from '../support/signed-payload.ts';
import { identitySettings, testSettings } from '../support/test-settings.ts';
import { requestMemory } from '../support/window-memories.ts';

/** Guests and people of another company are members of the channel with the cards. */
const sharedChannel = 'C0HARBOUR';

function settings(
  change: Pick<AccessSettings, 'identity'> & Partial<AccessSettings>,
): AccessSettings {
  const base = testSettings(change);
  return {
    ...base,
    channels: { allowShared: [sharedChannel] },
    apps: base.apps.map((one) => ({ ...one, channel: sharedChannel })),
  };
}

const cardOf = (world: BotWorld, person: string): Promise<ShownMessage> =>
  until(`the card of ${person}`, () =>
    world
      .cards('U0ANA', sharedChannel)
      .find((one) => wordsOf(one).includes(`Asked by <@${person}>,`)),
  );
/** Runs the command; returns the text that is shown instead of the form. */
async function refusedAtOnce(
  world: BotWorld,
  person: string,
  words: string,
  channel = 'C0GENERAL',
): Promise<string> {
  const command = await world.client.runCommand(person, channel, '/request-access');
  if (!command.ok) throw new Error(command.sentence);
  const shown = () =>
    world.client.openViews(person).map((view) => wordsOf({ blocks: view.blocks, text: '' }));
  const heard = await until(`${person} reads “${words}”`, () =>
    shown().find((text) => text.includes(words)),
  );
  await world.client.closeView(person, world.form(person).id);
  return heard;
}

const askedFor = (world: BotWorld, identity: string) =>
  world.governance.tasks().filter((task) => task.identityUserId === identity).length;

describe('the identity of a Slack account', () => {
  describe('found by directory file, profile field and search, in this order', () => {
    let world: BotWorld;
    beforeAll(async () => {
      world = await openWorld({
        // The file changed after the settings were read.
        readPeople: () => ok(new Map([['liam@acme.example', { id: 'user-yusuf' }]])),
        grantedScopes: [
          'chat:write',
          'commands',
          'users:read',
          'users:read.email',
          'users.profile:read',
        ],
        settings: settings({
          identity: identitySettings({
            sources: ['directory', 'slackProfileField', 'userSearch'],
            profileField: 'Xf0IDENTITY',
          }),
        }),
      });
    });
    afterAll(() => world?.close());

    it('prefers the current directory file to every other source', async () => {
      await ask(world, { person: 'U0LIAM', entitlement: 'platform read' });
      await cardOf(world, 'U0LIAM');
      expect(askedFor(world, 'user-yusuf')).toBe(1);
      expect(askedFor(world, 'user-liam')).toBe(0);
    });

    const decisions = () =>
      world.governance.requests().filter((call) => call.path.includes('/action/')).length;
    /** What the bot tried to tell a person alone, accepted by Slack or not. */
    const toldAlone = (person: string) =>
      world.slack
        .calls()
        .filter(
          ({ method, args }) =>
            (method === 'chat.postMessage' && args.channel === person) ||
            (method === 'chat.postEphemeral' && args.user === person),
        )
        .map((call) => String(call.args.text));

    it.each([
      ['somebody who left', 'U0WIM', 'Reason: deactivated.'],
      ['an account that Slack does not say is of this workspace', 'U0MARLO', 'Reason: external.'],
    ])('does not let %s decide, even with a forged click', async (_who, person, words) => {
      const card = await cardOf(world, 'U0LIAM');
      expect(await signedClick(world, person, card)).toBe(200);
      await until('the refusal is on its way', () =>
        toldAlone(person).find((text) => text.includes(words)),
      );
      expect(decisions()).toBe(0);
    });

    it.each([
      ['a guest', 'U0VERA', 'Reason: guest.'],
      ['somebody whom the service calls disabled', 'U0ZORA', '(DISABLED)'],
    ])('shows %s a message instead of the form', async (_who, person, words) => {
      const channel = person === 'U0VERA' ? sharedChannel : 'C0GENERAL';
      expect(await refusedAtOnce(world, person, words, channel)).not.toContain('Why you need it');
    });

    it.each(['U0VERA', 'U0EXTERN'])(
      'sends nothing that %s submits without an opened form, for themselves or for others',
      async (person) => {
        const posted = () =>
          world.governance.requests().filter((call) => call.path === '/api/v1/task/grant').length;
        const told = () =>
          world.slack
            .calls()
            .filter((one) => one.method === 'chat.postMessage' && one.args.channel === person);
        const before = { posted: posted(), told: told().length };
        for (const target of [null, 'U0EMIL'])
          expect(await signedPayload(world, submission(person, target))).toBe(200);
        await until('both refusals are told', () => told().length === before.told + 2);
        expect(posted()).toBe(before.posted);
      },
    );

    it('opens the form before a slow identity check, then replaces it when the person may not request', async () => {
      const shown = () =>
        world.client.openViews('U0ZORA').map((view) => JSON.stringify(view.blocks))[0] ?? '';
      // The call, not the form: whoever looks late would find the sentence already.
      const before = world.slack.calls().length;
      const opened = () =>
        world.slack
          .calls()
          .slice(before)
          .find(({ method }) => method === 'views.open');
      world.governance.fault({
        method: 'POST',
        path: '/api/v1/search/users',
        kind: 'delay',
        delayMs: 1_500,
        // Somebody else may be looked up meanwhile.
        times: 'every',
      });
      await world.client.runCommand('U0ZORA', 'C0GENERAL', '/request-access');
      const form = await until('the form is opened', opened);
      expect(JSON.stringify(form.args)).toContain('Why you need it');
      await until('the check is over', () => shown().includes('DISABLED'));
      expect(shown()).not.toContain('Why you need it');
      await world.client.closeView('U0ZORA', world.form('U0ZORA').id);
    });
  });
});

/** A form as nobody was shown it. */
function submission(person: string, target: string | null) {
  const values = {
    app: { 'request.app': { selected_option: { value: 'app-github' } } },
    [entitlementBlockId('app-github', [])]: {
      'request.entitlement': { selected_options: [{ value: 'ent-platform-read' }] },
    },
    'duration-1': { 'request.duration': { selected_option: { value: '3600' } } },
    justification: { 'request.justification': { value: 'INC-42' } },
    target: { 'request.target': { selected_user: target } },
  };
  return {
    type: 'view_submission',
    user: { id: person, team_id: 'T0ACME', username: 'ana' },
    team: { id: 'T0ACME', domain: 'acme' },
    trigger_id: '1.2.3',
    view: {
      id: `V-${person}-${target}`,
      callback_id: requestFormId,
      private_metadata: JSON.stringify(requestMemory),
      state: { values },
    },
  };
}
