import type { ModalView } from '@slack/types';
import { describe, expect, it } from 'vitest';
import type { ShownForm } from '../../../src/slack/form/blocks/form-model.ts';
import { requestForm } from '../../../src/slack/form/blocks/request-form.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import type { OpenRequest } from '../../../src/use-cases/form/entitlement-help.ts';
import { picked, shownForm } from '../../support/request-forms.ts';
import { accessRequest, heldAccess, snapshot } from '../../support/samples.ts';
import { textsIn } from '../../support/slack-limits.ts';

const texts = textsFor('en');
const show = (change: Partial<ShownForm>) => requestForm(texts, shownForm(change));
const wordsOf = (view: ModalView) => textsIn(view).join('\n');

describe('the entitlement’s help text in the form', () => {
  it('says where another longest may apply, without refusing a longer time', () => {
    const open = picked({ longestSeconds: 3_600, isLongestOpen: true });
    const typed = { timeText: '3 days', isTimeTyped: true };
    const view = show({ picked: [open], ...typed });
    expect(wordsOf(view)).toContain('At most 1 hour, but this may depend on your request');
    expect(JSON.stringify(view)).toContain('"value":"3600"');
    expect(JSON.stringify(view)).not.toContain('"value":"14400"');
    expect(wordsOf(view)).toContain('3 days from approval.');
    const certain = show({ picked: [picked({ longestSeconds: 3_600 })], ...typed });
    expect(wordsOf(certain)).not.toContain('from approval');
    const unlimited = picked({ longestSeconds: null, mayBePermanent: true, isLongestOpen: true });
    expect(wordsOf(show({ picked: [unlimited] }))).toContain(
      'How long is possible may depend on your request',
    );
  });

  it('leaves out the reviewers when they are unknown', () => {
    expect(wordsOf(show({ picked: [picked()] }))).not.toMatch(/Decided by|card/);
  });

  it('names target and requester of an earlier request, and where to look for an unknown end', () => {
    const open = {
      request: accessRequest(),
      task: snapshot(),
      standing: 'open',
      consoleUrl: null,
    } as const;
    const words = (change: Partial<OpenRequest>) =>
      wordsOf(show({ picked: [picked({}, { open: { ...open, ...change } })] }));
    expect(words({})).toContain(
      'This was asked for already (#1042). It is waiting for Ana or Cho.',
    );
    const byOther = accessRequest({ targetSlackId: 'U0CHO' });
    expect(words({ request: byOther })).toContain(
      'This was asked for already (#1042). It is waiting for Ana',
    );
    const byReviewer = { ...byOther, requesterIdentityId: 'user-cho' };
    expect(words({ request: byReviewer })).toContain('It is waiting for Ana.');
    expect(words({ task: null })).toMatch(/This was asked for already\.$/m);
    const console = '<https://acme.example/task/1042|governance console>';
    expect(words({ standing: 'sent', consoleUrl: 'https://acme.example/task/1042' })).toContain(
      `This was asked for already (#1042). The decision is in the ${console}.`,
    );
  });

  it('says who has the access already: the requester or the target', () => {
    const held = picked({}, { held: heldAccess() });
    expect(wordsOf(show({ picked: [held] }))).toContain('You have this');
    const forOther = wordsOf(show({ picked: [{ ...held, isForOther: true }] }));
    expect(forOther).toContain('The person this is for already has it.');
    expect(forOther).not.toContain('You have this');
  });

  it('says that the end cannot be read, and where to look, instead of claiming that there is none', () => {
    const consoleUrl = 'https://acme.example/task/1042';
    const held = heldAccess({ isEndUnreadable: true, consoleUrl });
    const words = wordsOf(show({ picked: [picked({}, { held })] }));
    const console = `<${consoleUrl}|governance console>`;
    expect(words).toContain(
      `You have this. I cannot tell safely how this stands now. Look in the ${console}.`,
    );
    expect(words).not.toContain('revoked');
  });

  it('says what a shorter request would do, and offers more time instead', () => {
    const until = new Date('2026-03-03T10:00:00Z');
    const held = (extendableId: string | null) =>
      show({ picked: [picked({}, { held: heldAccess({ until, extendableId }) })] });
    expect(wordsOf(held(null))).toContain('A request for a shorter time can end it sooner.');
    expect(JSON.stringify(held(null))).not.toContain('request.extend-here');
    expect(JSON.stringify(held('request-1'))).toMatch(/request\.extend-here.*request-1/);
  });

  it('names what was requested elsewhere', () => {
    const openElsewhere = { task: snapshot(), isOwn: true, consoleUrl: null };
    const view = show({ picked: [picked({}, { openElsewhere })] });
    const sentence = 'This was asked for already (#1042). It is waiting for Ana or Cho.';
    expect(wordsOf(view)).toContain(`${sentence} It was made in the governance console;`);
  });

  it('promises to tell its end only to those who follow it', () => {
    const openElsewhere = { task: snapshot(), isOwn: true, consoleUrl: null };
    const said = (isFollowed: boolean) =>
      wordsOf(show({ picked: [{ ...picked({}, { openElsewhere }), isFollowed }] }));
    expect(said(true)).toContain('You will hear here how it ends.');
    expect(said(false)).not.toContain('You will hear');
  });

  it('names which of several is held or requested already', () => {
    const open = {
      request: accessRequest(),
      task: snapshot(),
      standing: 'open',
      consoleUrl: null,
    } as const;
    const held = heldAccess();
    const both = [
      picked({ name: 'Read' }, { held }),
      picked({ id: 'ent-2', name: 'Write' }, { open }),
    ];
    const words = wordsOf(show({ picked: both }));
    expect(words).toContain('*Read*: You have this until it is revoked.');
    expect(words).toContain('*Write*: This was asked for already (#1042).');
    expect(wordsOf(show({ picked: both.slice(1) }))).not.toContain('*Write*');
  });

  it('for more time says only until when the person has it', () => {
    const appId = 'app-github';
    const extended = {
      requestId: 'request-1',
      appId,
      entitlementId: 'ent-write',
      targetSlackId: null,
    };
    const more = { ...extended, endsAt: null };
    const held = heldAccess({ until: new Date('2026-03-03T10:00:00Z'), extendableId: 'request-1' });
    const words = wordsOf(show({ extends: more, picked: [picked({}, { held })] }));
    expect(words).toContain('You have this until');
    expect(words).not.toContain('shorter time');
  });
});
