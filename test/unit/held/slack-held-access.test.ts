import { describe, expect, it } from 'vitest';
import { heldBlocks, readHeldValue } from '../../../src/extras/held/held-access-blocks.ts';
import type { HeldEntry, HomeHeld } from '../../../src/extras/held/held-on-home.ts';
import type { HeldReturn } from '../../../src/extras/held/rules/held-return.ts';
import { holderButtons } from '../../../src/slack/action/buttons.ts';
import { taskCard } from '../../../src/slack/card/task-card.ts';
import { homeView } from '../../../src/slack/home/home.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { heldReturn } from '../../support/held-elsewhere.ts';
import {
  accessRequest,
  cardModel,
  homeModel,
  homeRequest,
  homeRequests,
} from '../../support/samples.ts';

const texts = textsFor('en');
const key = { appId: 'app-aws', entitlementId: 'ent-staging', accountId: 'account-ben' };
const offer = {
  ...key,
  entitlementName: 'Staging administrator',
  takesAlong: [],
  mayComeBack: false,
};

function entry(change: Partial<HeldEntry> = {}): HeldEntry {
  return {
    ...key,
    appName: 'AWS',
    entitlementName: 'Staging administrator',
    accountName: null,
    endsAt: null,
    isEndUnreadable: false,
    through: [],
    giveBack: offer,
    leaving: null,
    lastReturn: null,
    ...change,
  };
}
function held(shown: readonly HeldEntry[], change: Partial<HomeHeld> = {}): HomeHeld {
  return { shown, left: 0, isCut: false, oldFrom: null, alsoTaken: [], ...change };
}
const words = (one: HomeHeld, room = 100) => JSON.stringify(heldBlocks(texts, one, room));

describe('what somebody holds, on Home', () => {
  it('fits into what is left of Home, and counts the rest', () => {
    const many = held(
      Array.from({ length: 30 }, () => entry()),
      { left: 270 },
    );
    expect(heldBlocks(texts, many, 8)).toHaveLength(7);
    expect(words(many, 8)).toContain('… 295 more');
    expect(words(held([entry()], { isCut: true }))).toContain('… and more');
  });

  it('says nothing where nothing is held', () => {
    expect(heldBlocks(texts, held([]), 50)).toEqual([]);
  });

  it('names the sources and the account, and says that an end cannot be read', () => {
    const shown = entry({ through: ['Engineers', 'Staff'], accountName: 'ben-admin' });
    expect(words(held([shown]))).toContain('account ben-admin · comes with Engineers and Staff');
    expect(words(held([entry({ isEndUnreadable: true })]))).toContain(
      'I cannot tell safely how this stands now. Look in the governance console.',
    );
  });

  it('tells before giving back what goes with it, a few by name', () => {
    const takesAlong = ['One', 'Two', 'Three', 'Four', 'Five'];
    const shown = words(held([entry({ giveBack: { ...offer, takesAlong } })]));
    expect(shown).toContain('You will lose One, Two, Three and 2 more as well.');
    expect(shown).not.toContain('it may come back');
    const inDoubt = words(held([entry({ giveBack: { ...offer, mayComeBack: true } })]));
    expect(inDoubt).toContain('If you have it through a group, it may come back.');
  });

  it('says what came of giving it back', () => {
    const said = (change: Partial<HeldReturn>) =>
      words(held([entry({ giveBack: null, lastReturn: heldReturn(change) })]));
    expect(said({ state: 'sending' })).toContain('being given back');
    expect(said({ alsoRevoked: ['Engineers'] })).toContain('together with Engineers');
    const kept = { state: 'refused', refusal: { code: 'kept' } } as const;
    expect(said(kept)).toContain('This changes nothing any more.');
    const identity = { code: 'deactivated' } as const;
    expect(said({ state: 'refused', refusal: identity })).toContain('not given back');
    const perhaps = said({ state: 'refused', refusal: { code: 'perhaps-sent' } });
    expect(perhaps).toContain('I cannot tell safely');
    expect(perhaps).not.toContain('not given back');
  });

  it('has buttons that name the thing, and reads no others', () => {
    const [, block] = heldBlocks(texts, held([entry()]), 50);
    const accessory = block?.type === 'section' ? block.accessory : undefined;
    const value = accessory?.type === 'button' ? (accessory.value ?? '') : '';
    expect(readHeldValue(value)).toEqual(key);
    expect(readHeldValue('request-1')).toBeNull();
    const long = { ...offer, entitlementId: 'x'.repeat(2_000) };
    expect(words(held([entry({ giveBack: long })]))).not.toContain('held.give-back');
  });
});

it('says before a request is given back what may be taken away as well', () => {
  const subject = {
    request: { id: 'request-1', appName: 'AWS', entitlementName: 'Staging read-only' },
    task: null,
  };
  const asked = (alsoTaken: readonly string[]) =>
    holderButtons(texts, { ...subject, alsoTaken }, null)['give-back'].confirm?.text?.text;
  expect(asked(['Engineers'])).toContain('This may take away Engineers as well.');
  expect(asked([])).toBe(texts.home.giveBackWarning({ what: 'AWS · Staging read-only' }));
});

it('says so on Home of the request that it is known of, and of no other', () => {
  const can = { ...homeRequest().can, 'give-back': true };
  const requests = ['ent-write', 'ent-read'].map((entitlementId) =>
    homeRequest({ request: accessRequest({ id: entitlementId, entitlementId }), can }),
  );
  const alsoTaken = [{ appId: 'app-github', entitlementId: 'ent-write', names: ['Engineers'] }];
  const besides = [{ place: 'access' as const, blocks: () => [], alsoTaken }];
  const view = homeView(texts, homeModel({ requests: homeRequests(requests), besides }));
  const blocks = view.blocks.map((block) => JSON.stringify(block));
  const mentioning = blocks.filter((block) => block.includes('take away Engineers as well'));
  expect(mentioning).toHaveLength(1);
  expect(mentioning[0]).toContain('request.ent-write');
});

it('names the account of a request on Home and on its card', () => {
  const request = accessRequest({ account: { id: 'account-admin', name: 'ben-admin' } });
  const home = homeModel({ requests: homeRequests([homeRequest({ request })]) });
  expect(JSON.stringify(homeView(texts, home))).toContain('account ben-admin');
  const card = taskCard(texts, cardModel({ request }));
  expect(JSON.stringify(card.blocks)).toContain('Account: ben-admin');
});
