import { describe, expect, it } from 'vitest';
import { viewOf } from '../../src/slack/listeners/payloads.ts';
import { followedForm } from '../../src/slack/listeners/request-form/followed-form.ts';
import { fitting } from '../../src/slack/listeners/request-form/open-form.ts';
import { formFields, optionValue } from '../../src/slack/surfaces/request-form/fields.ts';
import { type FormMemory, newFormMemory } from '../../src/slack/surfaces/request-form/memory.ts';
import { requestForm } from '../../src/slack/surfaces/request-form/request-form.ts';
import { textsFor } from '../../src/slack/texts/texts.ts';
import { catalogueOf } from '../support/catalogue-of.ts';
import { blank, github, withApp } from '../support/request-forms.ts';
import { entitlement } from '../support/samples.ts';
import { viewMistakes } from '../support/slack-limits.ts';

const texts = textsFor('en');
const write = entitlement({ id: 'ent-write' });
const fresh = newFormMemory({ mode: 'request', conversationId: 'C0GENERAL', conversationUrl: '' });
const inGithub: FormMemory = { ...fresh, appId: 'app-github', appPicks: 1 };

interface Picks {
  readonly app?: string;
  readonly candidate?: string;
  readonly entitlements?: readonly string[];
}

/** The form after these picks, the newest of them in the `touched` field. */
async function followed(memory: FormMemory, picks: Picks, touched: keyof typeof formFields) {
  const one = (value: string | undefined) => ({ selected_option: value === undefined ? null : { value } });
  const values = {
    app: { 'request.app': one(picks.app) },
    candidates: { 'request.candidate': one(picks.candidate) },
    [`entitlement-${memory.appPicks}`]: {
      'request.entitlement': { selected_options: (picks.entitlements ?? []).map((value) => ({ value })) },
    },
  };
  const view = viewOf({ view: { id: 'V1', state: { values } } });
  return followedForm(await catalogueOf([write]), memory, view, formFields[touched].action, texts);
}

describe('a form follows what is picked in it', () => {
  it.each(['app', 'target', 'emergency', 'entitlement'] as const)(
    'another app is shown with its fields, also where %s was touched last',
    async (touched) => {
      const { memory, entitlements } = await followed(
        inGithub,
        { app: 'app-aws', entitlements: ['ent-write'] },
        touched,
      );
      expect([memory.appId, memory.appPicks, memory.entitlementPicks, entitlements]).toEqual(['app-aws', 2, 0, []]);
    },
  );

  it('an app that was taken out of the settings is said to be gone', async () => {
    expect(await followed(inGithub, { app: 'app-gone' }, 'app')).toMatchObject({
      memory: { appId: null },
      remark: 'This app cannot be requested any more. Pick another one.',
    });
  });

  const asked: FormMemory = { ...fresh, candidates: [['app-github', 'ent-write']] };

  it.each(['candidates', 'target'] as const)(
    'what was meant is shown, also where %s was touched last',
    async (touched) => {
      const { memory, entitlements } = await followed(asked, { candidate: '0' }, touched);
      expect(memory).toMatchObject({ appId: 'app-github', candidates: [], isAppGiven: true });
      expect(entitlements).toEqual([write]);
    },
  );

  it('of an app and what was meant, picked at once, the later one counts', async () => {
    const both = { app: 'app-aws', candidate: '0' };
    expect((await followed(asked, both, 'app')).memory.appId).toBe('app-aws');
    expect((await followed(asked, both, 'candidates')).memory.appId).toBe('app-github');
  });

  it.each(['entitlement', 'target'] as const)(
    'other entitlements have other times to choose from, also where %s was touched last',
    async (touched) => {
      const first = await followed(inGithub, { app: 'app-github', entitlements: ['ent-write'] }, touched);
      expect([first.memory.entitlementPicks, first.entitlements]).toEqual([1, [write]]);
      const again = await followed(first.memory, { app: 'app-github', entitlements: ['ent-write'] }, touched);
      expect(again.memory).toEqual(first.memory);
      expect((await followed(again.memory, { app: 'app-github' }, touched)).memory.entitlementPicks).toBe(2);
    },
  );

  it.each([
    ['unavailable', 'The access service is not answering'],
    ['ent-gone', 'This is not there any more. Pick again.'],
  ])('picking “%s” is answered with a sentence, which stays when another field is touched', async (value, words) => {
    for (const touched of ['entitlement', 'emergency'] as const) {
      const { remark, entitlements } = await followed(inGithub, { app: 'app-github', entitlements: [value] }, touched);
      expect(remark).toContain(words);
      expect(entitlements).toEqual([]);
    }
  });

  it('a form for more time keeps its app and its entitlement', async () => {
    const more = { requestId: 'request-1', entitlementId: 'ent-write', targetSlackId: null, endsAt: null };
    const memory = { ...inGithub, extends: more };
    expect(await followed(memory, { app: 'app-aws', entitlements: [] }, 'app')).toEqual({
      memory,
      entitlements: [write],
      remark: null,
    });
  });
});

describe('what a form remembers', () => {
  it('goes without the choice of what was meant where very long ids leave no room for it', () => {
    const long = entitlement({ id: 'x'.repeat(3_000) });
    const candidates = [{ app: github, entitlement: long }];
    const memory: FormMemory = { ...fresh, candidates: [[github.id, long.id]] };
    const form = { ...blank, candidates, memory };
    expect(viewMistakes(requestForm(texts, form))).not.toEqual([]);
    expect(viewMistakes(requestForm(texts, fitting(form)))).toEqual([]);
    expect(fitting(form).candidates).toEqual([]);
    expect(fitting(withApp)).toBe(withApp);
  });

  it('has room for five entitlements with very long ids', async () => {
    const long = Array.from({ length: 5 }, (_, index) => entitlement({ id: `${index}`.repeat(2_000) }));
    const picked = long.map((one) => optionValue(one.id));
    const values = {
      'entitlement-1': { 'request.entitlement': { selected_options: picked.map((value) => ({ value })) } },
    };
    const view = viewOf({ view: { id: 'V1', state: { values } } });
    const { memory } = followedForm(await catalogueOf(long), inGithub, view, formFields.entitlement.action, texts);
    expect(memory.shown).toEqual(picked);
    expect(viewMistakes(requestForm(texts, { ...withApp, memory }))).toEqual([]);
  });
});
