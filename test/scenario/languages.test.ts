import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ShownMessage } from '../../sandbox/workspace/client.ts';
import { ask, clickCard, fillForm, wordsOf } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';
import { testSettings } from '../support/test-settings.ts';

/** Jonas has a German Slack, everybody else an English one. */
const german = 'U0JONAS';

describe('two languages', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world?.close());

  const cardOf = (requester: string): Promise<ShownMessage> =>
    until(`the card of ${requester}`, () =>
      world.cards('U0ANA', 'C0REVIEWS').find((one) => wordsOf(one).includes(`<@${requester}>`)),
    );
  const openForm = async (person: string) => {
    await world.client.runCommand(person, 'C0GENERAL', '/request-access');
    return until('the form opens', () => world.client.openViews(person).at(-1));
  };

  it('shows a German form, with German errors, to a person whose Slack is in German', async () => {
    const form = await openForm(german);
    expect(form.title).toBe('Zugriff anfragen');
    expect(wordsOf({ text: '', blocks: form.blocks })).toContain('Wofür du es brauchst');
    await world.client.closeView(german, form.id);
    const filled = await fillForm(world, { person: german });
    const refused = await world.client.submitView(german, filled.viewId, {
      justification: { 'request.justification': '   ' },
    });
    expect(JSON.stringify(refused)).toContain('Sag in einem Satz, warum.');
    await world.client.closeView(german, filled.viewId);
    const english = await openForm('U0ANA');
    expect(english.title).toBe('Request access');
    await world.client.closeView('U0ANA', english.id);
  });

  it('sends that person German messages, while the card in the channel stays English', async () => {
    await ask(world, {
      person: german,
      entitlement: 'platform read',
      justification: 'für den Monatsabschluss',
    });
    const card = await cardOf(german);
    const words = wordsOf(card);
    expect(words).toMatch(/^⏳ .+ wants .+ for /);
    expect(words).toContain('*Waiting for* ');
    expect(words).toContain('\nfür den Monatsabschluss\n');
    expect(words).toContain('Approve\nDeny');
    await world.told(german, 'Deine Anfrage für *GitHub · Platform: read* liegt zur Prüfung vor.');

    expect(await clickCard(world, 'U0ANA', card, 'review.approve')).toEqual({ ok: true });
    const decided = await world.told(german, '<@U0ANA> hat deine Anfrage');
    expect(decided).toMatch(/✅ Du hast \*GitHub · Platform: read\* bis <!date/);
    expect(world.directMessages(german).join('\n')).not.toMatch(/Your request|You now have/);
  });
});

describe('a workspace that reads German', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld({ settings: testSettings({ language: 'de' }) });
  });
  afterAll(() => world?.close());

  it('posts German cards to channels, and sends a person their list in their own language', async () => {
    await ask(world, { person: 'U0BEN' });
    const card = await until('the card', () => world.cards('U0ANA', 'C0REVIEWS').at(-1));
    expect(wordsOf(card)).toMatch(/^⏳ Ben Okafor möchte GitHub · Platform: write für 1 Stunde\n/);
    expect(wordsOf(card)).toContain('*Wartet auf* <@U0ANA> oder <@U0FATIMA>');
    expect(wordsOf(card)).toContain('Genehmigen\nAblehnen');

    // The bot is not in the channel of this app, so its reviewers are called directly.
    await ask(world, { person: 'U0BEN', app: 'aws', entitlement: 'production read' });
    const reviewers = ['U0ANA', 'U0FATIMA', 'U0GORAN', 'U0HANA', 'U0CHEN'];
    const direct = await until('the list of a reviewer', () =>
      reviewers.flatMap((one) => world.directMessages(one)).find((one) => one.includes('AWS')),
    );
    expect(direct).toMatch(/^This is waiting for your decision:/);
  });
});
