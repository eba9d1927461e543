import { describe, expect, it } from 'vitest';
import { type LeavingProfile, unenrolments } from '../../src/domain/access-profile.ts';
import { languages } from '../../src/domain/language.ts';
import { limits } from '../../src/slack/limits.ts';
import { holderButtons } from '../../src/slack/surfaces/buttons.ts';
import { heldBlocks } from '../../src/slack/surfaces/held-access.ts';
import { homeView } from '../../src/slack/surfaces/home.ts';
import { leavingWords } from '../../src/slack/surfaces/profile-words.ts';
import { textsFor } from '../../src/slack/texts/texts.ts';
import { homeModel, homeRequest, homeRequests } from '../support/samples.ts';

const texts = textsFor('en');
const subject = {
  request: { id: 'request-1', appName: 'Lantern ID', entitlementName: 'New deckhand' },
  task: null,
};

function asked(leaving: LeavingProfile | null, change: Partial<typeof subject> = {}, in_ = texts) {
  const buttons = holderButtons(in_, { ...subject, ...change, leaving }, null);
  return buttons['give-back'].confirm?.text?.text ?? '';
}

describe('giving back an access profile', () => {
  it('says before what stays, with what the person has of it', () => {
    expect(asked({ unenrolment: 'stays', held: ['VPN', 'Staff group'] })).toBe(
      'I ask for Lantern ID · New deckhand to be taken away. What is in it stays as it is, until it ends or you give it back. Of it you have VPN and Staff group.',
    );
    expect(asked({ unenrolment: 'goes', held: [] })).toContain(
      'This asks for what is in it to be taken away as well.',
    );
    expect(asked({ unenrolment: 'goes-unless-shared', held: [] })).toContain(
      'unless another access profile of yours has it',
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
      'Of it you have One, Two and 2 more.',
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
    expect(blocks).toContain(`taken away. ${texts.profile.leaving.goes} Of it you have VPN.`);
  });
});
