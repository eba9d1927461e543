import { describe, expect, it } from 'vitest';
import { requestForm } from '../../../src/slack/form/blocks/request-form.ts';
import { formFields, optionValue } from '../../../src/slack/form/blocks/request-form-fields.ts';
import {
  followedForm,
  pickedSeconds,
  readForm,
  submittedForm,
} from '../../../src/slack/form/read-form.ts';
import { viewOf } from '../../../src/slack/platform/payloads.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { catalogueOf } from '../../support/catalogue-of.ts';
import { blank, github } from '../../support/request-forms.ts';
import { entitlement } from '../../support/samples.ts';
import { viewMistakes } from '../../support/slack-limits.ts';
import { requestMemory } from '../../support/window-memories.ts';

const texts = textsFor('en');
const write = entitlement({ id: 'ent-write' });
const long = entitlement({ id: 'x'.repeat(3_000) });
const languages = {
  readerFrom: () => ({ language: 'en', timeZone: 'Europe/Berlin', texts }) as const,
};

interface Picks {
  readonly app?: string;
  readonly candidate?: string;
  /** Those picked for GitHub. */
  readonly entitlements?: readonly string[];
}

/** The form after these picks, the newest of them in the `touched` field. */
async function followed(memory: object, picks: Picks, touched: keyof typeof formFields) {
  const one = (value: string | undefined) => ({
    selected_option: value === undefined ? null : { value },
  });
  const values = {
    app: { 'request.app': one(picks.app) },
    candidates: { 'request.candidate': one(picks.candidate) },
    'entitlement-app-github': {
      'request.entitlement': {
        selected_options: (picks.entitlements ?? []).map((value) => ({ value })),
      },
    },
  };
  const view = windowOf(memory, values);
  const deps = { catalogue: await catalogueOf([write, long]), languages };
  const form = followedForm(deps, view, formFields[touched].action);
  if (form === null) throw new Error('a form of this version is read');
  return form;
}

function windowOf(memory: object, values: object) {
  return viewOf({
    view: { id: 'V1', private_metadata: JSON.stringify(memory), state: { values } },
  });
}

describe('a form follows what is picked in it', () => {
  it.each(['app', 'target', 'emergency', 'entitlement'] as const)(
    'shows another app without the picks of the one before, also when %s was touched last',
    async (touched) => {
      const { app, entitlements } = await followed(
        requestMemory,
        { app: 'app-aws', entitlements: ['ent-write'] },
        touched,
      );
      expect([app?.id, entitlements]).toEqual(['app-aws', []]);
    },
  );

  it('says that an app is gone after it was removed from the settings', async () => {
    expect(await followed(requestMemory, { app: 'app-gone' }, 'app')).toMatchObject({
      app: null,
      isSomethingGone: true,
    });
  });

  const asked = { ...requestMemory, candidates: [['app-github', 'ent-write']] };

  it.each(['candidates', 'target'] as const)(
    'shows the intended choice, also when %s was touched last',
    async (touched) => {
      const form = await followed(asked, { candidate: '0' }, touched);
      expect([form.app?.id, form.entitlements]).toEqual(['app-github', [write]]);
      expect(form.candidates).toEqual([]);
    },
  );

  it('keeps the later of an app and a suggestion picked at the same time', async () => {
    const both = { app: 'app-aws', candidate: '0' };
    expect((await followed(asked, both, 'app')).app?.id).toBe('app-aws');
    expect((await followed(asked, both, 'candidates')).app?.id).toBe('app-github');
  });

  it('asks which one is meant until something is picked', async () => {
    expect((await followed(asked, {}, 'target')).candidates).toHaveLength(1);
    expect((await followed(asked, { app: 'app-aws' }, 'app')).candidates).toEqual([]);
  });

  it('requests each picked entitlement once, even when a payload repeats it, with any id', async () => {
    const picks = ['ent-write', 'ent-write', optionValue(long.id)];
    const { entitlements } = await followed(
      requestMemory,
      { app: 'app-github', entitlements: picks },
      'entitlement',
    );
    expect(entitlements).toEqual([write, long]);
  });

  it.each(['unavailable', 'ent-gone', 'sha256:nothing'])(
    'says that the pick “%s” is gone, also when another field is touched',
    async (value) => {
      for (const touched of ['entitlement', 'emergency'] as const) {
        const picks = { app: 'app-github', entitlements: [value, 'ent-write'] };
        expect(await followed(requestMemory, picks, touched)).toMatchObject({
          isSomethingGone: true,
          entitlements: [write],
        });
      }
    },
  );

  it('a form for more time keeps its app and its entitlement', async () => {
    const ids = { requestId: 'request-1', appId: 'app-github', entitlementId: long.id };
    const more = { ...ids, targetSlackId: null, endsAt: null };
    const memory = { ...requestMemory, extends: more };
    const { app, entitlements, isSomethingGone } = await followed(
      memory,
      { app: 'app-aws', entitlements: [] },
      'emergency',
    );
    expect([app?.id, entitlements, isSomethingGone]).toEqual(['app-github', [long], false]);
  });
});

it.each([
  ['until-revoked', null],
  ['3600', 3_600],
  [null, undefined],
  ['', undefined],
  ['0', undefined],
  ['forever', undefined],
])('the duration “%s” is %s seconds: only until revoked has no end', (value, seconds) => {
  expect(pickedSeconds(value)).toBe(seconds);
});

describe('the duration of a form is', () => {
  const state = (choice: string | null, typed?: string) => {
    const duration = {
      'request.duration': { selected_option: choice === null ? null : { value: choice } },
    };
    const time = typed === undefined ? {} : { time: { 'request.time': { value: typed } } };
    return { 'duration-app-github': duration, ...time };
  };
  const inputs = async (memory: object, values: object) =>
    readForm({ catalogue: await catalogueOf([write]), languages }, windowOf(memory, values));

  it('the picked one, even while the text field is still there', async () => {
    expect(await inputs(requestMemory, state('3600', '90m'))).toMatchObject({
      timeText: '90m',
      isTimeTyped: false,
      durationSeconds: 3_600,
    });
    expect(await inputs(requestMemory, state('until-revoked'))).toMatchObject({
      isTimeTyped: false,
      durationSeconds: null,
    });
  });

  it('the typed one if *Another time* is picked, and nothing that is not shown', async () => {
    const deps = { catalogue: await catalogueOf([write]), languages };
    const typed = windowOf(requestMemory, state('typed-time', 'until Friday 18:00'));
    expect(submittedForm(deps, typed)).toMatchObject({
      timeText: 'until Friday 18:00',
      isTimeTyped: true,
    });
    const hidden = windowOf({ ...requestMemory, typedTime: '90m' }, state('typed-time'));
    expect(submittedForm(deps, hidden)).toMatchObject({ timeText: '', isTimeTyped: true });
  });

  it('kept when the choice goes away and comes back', async () => {
    const back = await inputs({ ...requestMemory, typedTime: '90m' }, state('typed-time'));
    expect(back).toMatchObject({ timeText: '90m', isTimeTyped: true });
  });

  it('only suggested until somebody chooses one: the next pick replaces the suggestion', async () => {
    const opened = { ...requestMemory, isTimeChosen: false };
    const deps = { catalogue: await catalogueOf([write]), languages };
    const view = windowOf(opened, state('3600'));
    expect(followedForm(deps, view, 'request.entitlement')).toMatchObject({
      isTimeChosen: false,
      durationSeconds: undefined,
    });
    expect(followedForm(deps, view, 'request.duration')).toMatchObject({
      isTimeChosen: true,
      durationSeconds: 3_600,
    });
    expect(readForm(deps, view)).toMatchObject({ isTimeChosen: false, durationSeconds: 3_600 });
  });
});

describe('the state of a form', () => {
  it('has room for what was meant, however long its ids are', () => {
    const candidates = [1, 2, 3].map(() => ({ app: github, entitlement: long }));
    expect(viewMistakes(requestForm(texts, { ...blank, candidates }))).toEqual([]);
  });
});
