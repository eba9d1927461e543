/** Follows README's “Try it” and the sandbox's tour, as they are written. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ShownMessage } from '../../sandbox/workspace/client.ts';
import type { SandboxControls } from '../../sandbox/workspace/page/drawer.ts';
import { workspacePage } from '../../sandbox/workspace/page/page.ts';
import { readAccessFileAt } from '../../src/config/configuration.ts';
import type { AccessSettings } from '../../src/domain/settings/access-settings.ts';
import { again, ask, clickCard, wordsOf } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';

const rootFile = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const textOf = (path: string) => readFileSync(rootFile(path), 'utf8');

function sandboxSettings(): AccessSettings {
  const settings = readAccessFileAt(rootFile('sandbox/access.yaml'));
  if (!settings.ok) throw new Error('sandbox/access.yaml has mistakes');
  return settings.value;
}

/** What a page names, so that the test fails when the page is changed and the test is not. */
function named(page: string, pattern: RegExp): string {
  const [, name] = pattern.exec(page) ?? [];
  if (name === undefined) throw new Error(`the page does not say ${pattern.source}`);
  return name;
}

/** The drawer is shown where there is a time to move; nothing here moves it. */
const noControls: SandboxControls = {
  now: () => new Date(),
  forwardTo() {},
  nextDue: async () => null,
  weather() {},
  killBot: async () => {},
  tamper: async () => '',
  report: async () => '',
};

describe('a newcomer in the sandbox', () => {
  /** The clock of the bot and both stand-ins runs ahead by this. */
  let aheadMs = 0;
  let world: BotWorld;
  let hint: string;
  let tour: string;
  let tourSteps: readonly string[];
  beforeAll(async () => {
    world = await openWorld({
      clock: () => new Date(Date.now() + aheadMs),
      settings: sandboxSettings(),
      webhooks: true,
      consoleTasks: true,
    });
    const page = await workspacePage(world.client, () => new Date(), noControls).request(
      '/as/U0BEN/C0GENERAL',
    );
    const shown = await page.text();
    hint = shown.slice(shown.indexOf('data-testid="try-this"')).replace(/<[^>]*>/g, '');
    tourSteps =
      shown.slice(shown.indexOf('data-testid="tour"')).split('</ol>')[0]?.split('<li>') ?? [];
    tour = tourSteps.join('\n').replace(/<[^>]*>/g, '');
  });
  afterAll(() => world?.close());

  const channelNamed = (name: string): string => {
    const channel = world.client.channelNames().find((one) => one.name === name);
    if (channel === undefined) throw new Error(`there is no #${name}`);
    return channel.id;
  };

  const cardOf = (channel: string, words: string): Promise<ShownMessage> =>
    until(`a card with ${words} in ${channel}`, () =>
      world.cards('U0ANA', channel).findLast((card) => wordsOf(card).includes(words)),
    );

  /** Clicks the newest card, as often as it changes under the click, until Ben has the access. */
  async function expectAnaApproves(channel: string, entitlement: string): Promise<void> {
    const card = () =>
      world.cards('U0ANA', channel).findLast((one) => {
        const words = wordsOf(one);
        return words.includes(`Ben Okafor wants ${entitlement}`) && words.includes('Approve');
      });
    await until('Ana can approve it', card);
    const message = await again(
      async () => {
        const now = card();
        if (now !== undefined) await clickCard(world, 'U0ANA', now, 'review.approve');
      },
      'Ben has the access',
      () => world.directMessages('U0BEN').find((one) => one.includes(`You have *${entitlement}*`)),
    );
    expect(message).toContain('approved your request');
  }

  it('finds the access, the reviewer and the channel that README names', async () => {
    const readme = textOf('README.md');
    const app = named(readme, /pick \*(\w+)\*/);
    const entitlement = named(readme, /then \*([^*]+)\*/);
    const channel = channelNamed(named(readme, /Become Ana \(top left\), open `#([\w-]+)`/));
    await ask(world, { person: 'U0BEN', app, entitlement });
    await expectAnaApproves(channel, `${app} · ${entitlement}`);
  });

  it('is told by the first page and by the tour to ask for the same as by README', () => {
    const readme = textOf('README.md');
    const pick = [named(readme, /pick \*(\w+)\*/), named(readme, /then \*([^*]+)\*/)].join(
      ' and then ',
    );
    expect(hint).toContain(`pick ${pick}, submit, and become Ana in #access-reviews`);
    expect(tour).toContain(`pick ${pick}.`);
    expect(tour).toContain('As Ana, approve it on the card in #access-reviews.');
  });

  it('finds every channel that the tour names, and as many steps as the pages count', () => {
    for (const [, name = ''] of tour.matchAll(/#([a-z][\w-]*)/g)) channelNamed(name);
    expect(tourSteps.slice(1)).toHaveLength(10);
    expect(textOf('README.md')).toContain('ten steps');
    expect(textOf('sandbox/README.md')).toContain('ten steps');
  });

  it('is led by each step of the tour to the person whom it names first', () => {
    const people = tourSteps.slice(1).flatMap((step) => {
      const [, id = ''] = /href="\/as\/(\w+)/.exec(step) ?? [];
      const [name = ''] = /\b(?:Ana|Ben|Emil)\b/.exec(step.replace(/<[^>]*>/g, '')) ?? [];
      return id === '' ? [] : [[id, name]];
    });
    expect(people).toEqual([
      ['U0BEN', 'Ben'],
      ['U0ANA', 'Ana'],
      ['U0BEN', 'Ben'],
      ['U0BEN', 'Ben'],
      ['U0BEN', 'Ben'],
      ['U0BEN', 'Ben'],
      ['U0ANA', 'Ana'],
      ['U0EMIL', 'Emil'],
    ]);
  });

  it('is led by the tour from Ben’s request to the channel where Ana decides on it', () => {
    const step = tourSteps.find((one) => one.includes('as Ana, approve it'));
    expect(step).toContain('<a href="/as/U0ANA/C0HARBOUR">#harbour-ops</a>');
  });

  it('tells Slackbot what the tour says, sends the draft, and Ana has its card', async () => {
    await world.client.askSlackbot('U0EMIL', named(tour, /tell Slackbot “([^”]+)”/));
    const draft = await until('the draft is there', () =>
      world.client.messages('U0EMIL', 'D0EMIL').at(-1),
    );
    expect(world.client.slackbot('U0EMIL')?.lines.at(-1)?.calls).toHaveLength(2);
    await clickCard(world, 'U0EMIL', draft, 'draft.send');
    const card = await cardOf('C0REVIEWS', 'Emil Novák wants GitHub · Platform: write');
    expect(wordsOf(card)).toContain('INC-42');
  });

  it('is told by Slackbot what they asked for', async () => {
    await world.client.askSlackbot('U0BEN', 'What did I ask for?');
    const line = world.client.slackbot('U0BEN')?.lines.at(-1);
    expect(line?.calls).toEqual(['my_access()']);
    expect(line?.text).toContain('GitHub · Platform: write');
  });

  it('can do the tour’s step of a decision that is handed over', async () => {
    const [, entitlement = '', app = '', channel = ''] =
      /ask for ([\w ]+) of (\w+); as Ana, approve it in #([\w-]+)/.exec(tour) ?? [];
    await ask(world, { person: 'U0BEN', app, entitlement });
    await expectAnaApproves(channelNamed(channel), `${app} · ${entitlement}`);
  });

  it('sees who is called by the tour’s emergency', async () => {
    const command = named(tour, /send (\/emergency-access .+?), submit/);
    const channel = channelNamed(named(tour, /see in #([\w-]+) who is called/));
    expect(await world.client.runCommand('U0BEN', 'C0GENERAL', command)).toEqual({ ok: true });
    const form = await until('the form opens', () => world.client.openViews('U0BEN').at(-1));
    expect(await world.client.submitView('U0BEN', form.id, {})).toEqual({ ok: true });
    await world.client.closeView('U0BEN', world.form('U0BEN').id);
    expect(wordsOf(await cardOf(channel, '🚨 Emergency'))).toContain('<!subteam^S0ONCALL>');
  });

  it('gets what was asked for in the tour’s outage when the weather is fair again', async () => {
    const [, entitlement = '', app = ''] = /ask as Ben for ([\w: ]+) of (\w+)/.exec(tour) ?? [];
    const path = '/api/v1/task/grant';
    world.governance.fault({ method: 'POST', path, kind: 'status', status: 503, times: 2 });
    await ask(world, { person: 'U0BEN', app, entitlement });
    const card = await cardOf('C0REVIEWS', `Ben Okafor wants ${app} · ${entitlement}`);
    expect(wordsOf(card)).toContain('Approve');
  });

  it('reads what Ben is told at the end of his access, as the tour says', async () => {
    expect(tour).toContain(
      'Press “+1 h” until Ben’s access of the first step ends, and read what he is told.',
    );
    const access = /Your access to \*GitHub · Platform: write\* ended <!date/;
    const told = () => world.directMessages('U0BEN').filter((one) => access.test(one));
    expect(told()).toEqual([]);
    // As “+1 h” does, over and over.
    const message = await again(
      async () => {
        aheadMs += 3_600_000;
        await world.quiet();
      },
      'Ben reads that it ended',
      () => told().at(0),
    );
    expect(message).toMatch(access);
  });

  it('sees the reminder of the tour, of what Ben asked for in the outage', async () => {
    const [, entitlement = '', app = ''] =
      /Press “\+1 day”, then “To the next due thing” until Ana is reminded of ([\w: ]+) of (\w+)/.exec(
        tour,
      ) ?? [];
    const reminder = () =>
      world
        .directMessages('U0ANA')
        .find(
          (one) =>
            one.includes('This is waiting for your decision:') &&
            one.includes(`\n• *${app} · ${entitlement}*`),
        );
    aheadMs += 86_400_000;
    await world.quiet();
    // On a Friday evening the emergency is due some times before Monday comes.
    for (let press = 0; press < 20 && reminder() === undefined; press += 1) {
      const due = await world.nextDue();
      if (due !== null) aheadMs = Math.max(aheadMs, due.getTime() - Date.now());
      await world.quiet();
    }
    expect(reminder()).toBeDefined();
  });
});
