import { describe, expect, it } from 'vitest';
import {
  type LeavingProfile,
  type ProfileItem,
  type ProfileProgress,
  unenrolments,
} from '../../../src/domain/profiles/access-profile.ts';
import { languages } from '../../../src/domain/text/sentence.ts';
import { heldBlocks } from '../../../src/extras/held/held-access-blocks.ts';
import { newItem } from '../../../src/extras/profiles/rules/item-progress.ts';
import { holderButtons } from '../../../src/slack/action/buttons.ts';
import { taskCard } from '../../../src/slack/card/task-card.ts';
import { requestForm } from '../../../src/slack/form/blocks/request-form.ts';
import { homeView } from '../../../src/slack/home/home.ts';
import { limits } from '../../../src/slack/platform/limits.ts';
import { moment } from '../../../src/slack/platform/text.ts';
import { leavingWords, progressLines } from '../../../src/slack/profiles/profile-words.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import type { ProfileHelp } from '../../../src/use-cases/catalogue/visible-catalogue.ts';
import { picked, shownForm } from '../../support/request-forms.ts';
import { cardModel, homeModel, homeRequest, homeRequests, noon } from '../../support/samples.ts';

const texts = textsFor('en');
const subject = {
  request: { id: 'request-1', appName: 'Lantern ID', entitlementName: 'New deckhand' },
  task: null,
};

function asked(leaving: LeavingProfile | null, change: Partial<typeof subject> = {}, in_ = texts) {
  const buttons = holderButtons(in_, { ...subject, ...change, leaving }, null);
  return buttons['give-back'].confirm?.text?.text ?? '';
}

it('suggests the longest duration for an access profile, and the shortest for anything else', () => {
  const suggested = (profile: ProfileHelp | null) => {
    const one = { ...picked({ mayBePermanent: true, longestSeconds: null }), profile };
    const form = JSON.stringify(requestForm(texts, shownForm({ picked: [one] })).blocks);
    return /"request.duration".*?"initial_option":.*?"value":"(.*?)"/.exec(form)?.[1];
  };
  expect(suggested({ items: ['VPN'], others: 0, held: null })).toBe('until-revoked');
  expect(suggested(null)).toBe('3600');
});

describe('giving back an access profile', () => {
  it('says before what stays, with what the person has of it', () => {
    expect(asked({ unenrolment: 'stays', held: ['VPN', 'Staff group'] })).toBe(
      'I will ask for Lantern ID · New deckhand to be removed. What is in it stays as it is, until it ends or you give it back. You have VPN and Staff group from it.',
    );
    expect(asked({ unenrolment: 'goes', held: [] })).toContain(
      'I will ask for everything in it to be removed as well.',
    );
    expect(asked({ unenrolment: 'goes-unless-shared', held: [] })).toContain(
      'unless another of your access profiles has it',
    );
    expect(asked({ unenrolment: 'unknown', held: [] })).toContain('may stay; I cannot tell');
  });

  it('says of other access nothing about a profile', () => {
    expect(asked(null)).toBe(texts.home.giveBackWarning({ what: 'Lantern ID · New deckhand' }));
  });

  it.each(languages)('in %s always has room for the claim', (language) => {
    const words = textsFor(language);
    const request = { id: 'request-1', appName: 'A'.repeat(200), entitlementName: 'E'.repeat(200) };
    for (const unenrolment of unenrolments) {
      const held = Array.from({ length: 9 }, (_, at) => `${at}${'x'.repeat(80)}`);
      const shown = asked({ unenrolment, held }, { request }, words);
      expect(shown).toContain(words.profile.leaving[unenrolment]);
      expect(shown.length).toBeLessThanOrEqual(limits.confirmText);
    }
  });

  it('counts what it does not name', () => {
    const held = ['One', 'Two', 'Three', 'Four'];
    expect(leavingWords(texts, { unenrolment: 'stays', held })).toContain(
      'You have One, Two and 2 more from it.',
    );
  });

  it('is announced on Home, also where it was granted elsewhere', () => {
    const leaving: LeavingProfile = { unenrolment: 'goes', held: ['VPN'] };
    const own = homeView(texts, homeModel({ requests: homeRequests([homeRequest({ leaving })]) }));
    expect(JSON.stringify(own)).toContain(`If you give it back:_ ${texts.profile.leaving.goes}`);
    const key = { appId: 'app-lantern', entitlementId: 'ent-enrol', accountId: 'account-ben' };
    const entry = {
      ...key,
      appName: 'Lantern ID',
      entitlementName: 'New deckhand',
      accountName: null,
      endsAt: null,
      isEndUnreadable: false,
      through: [],
      giveBack: { ...key, entitlementName: 'New deckhand', takesAlong: [], mayComeBack: false },
      leaving,
      lastReturn: null,
    };
    const held = { shown: [entry], left: 0, isCut: false, oldFrom: null, alsoTaken: [] };
    const blocks = JSON.stringify(heldBlocks(texts, held, 50));
    expect(blocks).toContain(`If you give it back:_ ${texts.profile.leaving.goes}`);
    expect(blocks).toContain(`removed. ${texts.profile.leaving.goes} You have VPN from it.`);
  });
});

describe('what an access profile brings', () => {
  const item = (change: Partial<ProfileItem>): ProfileItem => ({
    ...newItem({ appId: 'app-lantern', entitlementId: 'ent-vpn' }, 'Lantern ID · VPN'),
    ...change,
  });
  const items: readonly ProfileItem[] = [
    item({ name: 'One', state: 'given' }),
    item({ name: 'Two', state: 'had' }),
    item({ name: 'Three', state: 'refused', outcome: 'denied' }),
    item({ name: 'Four', state: 'open', waitingFor: ['Ana'] }),
    item({ name: 'Five', state: 'open', waitingFor: ['Ana', 'Cho'] }),
    item({ name: 'Six', state: 'open' }),
    item({ name: '', state: 'unseen' }),
  ];
  const shown = (change: Partial<ProfileProgress> = {}) => {
    const progress = { name: 'New deckhand', items, readAt: noon, endedAt: null, ...change };
    return progressLines(texts, progress);
  };

  it('is one group on Home, with how each item is', () => {
    expect(shown()).toEqual([
      '_It brings:_ 2 of 7 given, 1 not given, 2 waiting for Ana and Cho, 1 under way, 1 not requested as far as I can see',
      '• One: given',
      '• Two: there',
      '• Three: Denied',
      '• Four: waiting for Ana',
      '• Five: waiting for Ana or Cho',
      '• Six: under way',
      '• something that I cannot name: not requested as far as I can see',
    ]);
    const request = homeRequest({
      progress: { name: 'New deckhand', items, readAt: noon, endedAt: null },
    });
    const home = JSON.stringify(homeView(texts, homeModel({ requests: homeRequests([request]) })));
    expect(home).toContain('2 of 7 given');
  });

  it('says from when it is once nobody looks any more', () => {
    expect(shown({ endedAt: noon }).at(-1)).toContain('I no longer follow this. As I read it');
    expect(shown({ endedAt: noon, items: items.slice(0, 3) }).at(-1)).toBe('• Three: Denied');
    expect(shown({ endedAt: noon, items: [], readAt: null })).toEqual([texts.profile.neverRead]);
  });

  it('is counted where it is long', () => {
    const many = Array.from({ length: 30 }, (_, at) => item({ name: `Item ${at}` }));
    expect(shown({ items: many })).toHaveLength(10);
    expect(shown({ items: many }).at(-1)).toBe('• 22 more');
    expect(progressLines(texts, null)).toEqual([]);
  });

  it.each(languages)(
    'in %s leaves room for the claim, and is never cut in the middle',
    (language) => {
      const words = textsFor(language);
      const long = (what: string) => `${what} <&> ${'x'.repeat(200)}`;
      const waitingFor = Array.from({ length: 9 }, (_, at) => long(`Keeper ${at}`));
      const many = Array.from({ length: 30 }, (_, at) =>
        item({ name: long(`Item ${at}`), state: 'open', waitingFor }),
      );
      const progress = { name: 'New deckhand', items: many, readAt: noon, endedAt: noon };
      const leaving: LeavingProfile = { unenrolment: 'goes-unless-shared', held: [] };
      const request = homeRequest({ progress, leaving });
      const view = homeView(words, homeModel({ requests: homeRequests([request]) }));
      const shown = JSON.stringify(view.blocks);
      expect(shown).toContain(words.profile.leaving['goes-unless-shared']);
      expect(shown).toContain(words.profile.noLongerFollowed({ when: moment(noon) }));
      expect(shown).not.toMatch(/&(?!amp;|lt;|gt;)/);
    },
  );

  it('is named on the cards of its tasks', () => {
    const card = taskCard(texts, cardModel({ profileName: 'New <deckhand>' }));
    expect(JSON.stringify(card.blocks)).toContain(
      'Part of the access profile New &lt;deckhand&gt;',
    );
    expect(JSON.stringify(taskCard(texts, cardModel()).blocks)).not.toContain('access profile');
  });
});
