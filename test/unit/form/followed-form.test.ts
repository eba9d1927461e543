import { describe, expect, it } from 'vitest';
import { requestForm } from '../../../src/slack/form/blocks/request-form.ts';
import {
  type FormMemory,
  formFields,
  newFormMemory,
  optionValue,
} from '../../../src/slack/form/blocks/request-form-fields.ts';
import {
  filledForm,
  followedForm,
  followedInputs,
  pickedSeconds,
  submittedTime,
} from '../../../src/slack/form/filled-form.ts';
import { viewOf } from '../../../src/slack/platform/payloads.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { catalogueOf } from '../../support/catalogue-of.ts';
import { blank, github } from '../../support/request-forms.ts';
import { entitlement } from '../../support/samples.ts';
import { viewMistakes } from '../../support/slack-limits.ts';

const texts = textsFor('en');
const write = entitlement({ id: 'ent-write' });
const long = entitlement({ id: 'x'.repeat(3_000) });
const fresh = newFormMemory({ mode: 'request', conversationId: 'C0GENERAL' });

interface Picks {
  readonly app?: string;
  readonly candidate?: string;
  /** Of GitHub. */
  readonly entitlements?: readonly string[];
}

/** The form after these picks, the newest of them in the `touched` field. */
async function followed(memory: FormMemory, picks: Picks, touched: keyof typeof formFields) {
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
  const view = viewOf({ view: { id: 'V1', state: { values } } });
  return followedForm(await catalogueOf([write, long]), memory, view, formFields[touched].action);
}

describe('a form follows what is picked in it', () => {
  it.each(['app', 'target', 'emergency', 'entitlement'] as const)(
    'shows another app without the picks of the one before, also when %s was touched last',
    async (touched) => {
      const { app, entitlements } = await followed(
        fresh,
        { app: 'app-aws', entitlements: ['ent-write'] },
        touched,
      );
      expect([app?.id, entitlements]).toEqual(['app-aws', []]);
    },
  );

  it('says that an app is gone after it was removed from the settings', async () => {
    expect(await followed(fresh, { app: 'app-gone' }, 'app')).toMatchObject({
      app: null,
      isSomethingGone: true,
    });
  });

  const asked: FormMemory = { ...fresh, candidates: [['app-github', 'ent-write']] };

  it.each(['candidates', 'target'] as const)(
    'shows the intended choice, also when %s was touched last',
    async (touched) => {
      const { app, memory, entitlements } = await followed(asked, { candidate: '0' }, touched);
      expect([app?.id, entitlements]).toEqual(['app-github', [write]]);
      expect(memory.candidates).toEqual([]);
    },
  );

  it('keeps the later of an app and a suggestion picked at the same time', async () => {
    const both = { app: 'app-aws', candidate: '0' };
    expect((await followed(asked, both, 'app')).app?.id).toBe('app-aws');
    expect((await followed(asked, both, 'candidates')).app?.id).toBe('app-github');
  });

  it('asks which one is meant until something is picked', async () => {
    expect((await followed(asked, {}, 'target')).memory.candidates).toHaveLength(1);
    expect((await followed(asked, { app: 'app-aws' }, 'app')).memory.candidates).toEqual([]);
  });

  it('requests each picked entitlement once, even when a payload repeats it, with any id', async () => {
    const picks = ['ent-write', 'ent-write', optionValue(long.id)];
    const { entitlements } = await followed(
      fresh,
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
        expect(await followed(fresh, picks, touched)).toMatchObject({
          isSomethingGone: true,
          entitlements: [write],
        });
      }
    },
  );

  it('a form for more time keeps its app and its entitlement', async () => {
    const more = { requestId: 'request-1', appId: 'app-github', entitlementId: long.id };
    const memory = newFormMemory({ ...fresh, extends: more });
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
  const now = { ...fresh, typedTime: '' };
  const state = (choice: string | null, typed?: string) => {
    const duration = {
      'request.duration': { selected_option: choice === null ? null : { value: choice } },
    };
    const time = typed === undefined ? {} : { time: { 'request.time': { value: typed } } };
    return viewOf({
      view: { id: 'V1', state: { values: { 'duration-app-github': duration, ...time } } },
    });
  };

  it('the picked one, even while the text field is still there', () => {
    expect(submittedTime(now, state('3600', '90m'))).toEqual({
      timeText: '',
      durationSeconds: 3_600,
    });
    expect(submittedTime(now, state('until-revoked'))).toEqual({
      timeText: '',
      durationSeconds: null,
    });
  });

  it('the typed one if *Another time* is picked, and nothing that is not shown', () => {
    const typed = { timeText: 'until Friday 18:00', durationSeconds: undefined };
    expect(submittedTime(now, state('typed-time', 'until Friday 18:00'))).toEqual(typed);
    const hidden = { ...now, typedTime: '90m' };
    expect(submittedTime(hidden, state('typed-time'))).toEqual({
      timeText: '',
      durationSeconds: undefined,
    });
  });

  it('kept when the choice goes away and comes back', () => {
    const picked = filledForm(now, state('3600', '90m'), github);
    expect(picked).toMatchObject({ timeText: '90m', isTimeTyped: false, durationSeconds: 3_600 });
    const back = filledForm({ ...now, typedTime: '90m' }, state('typed-time'), github);
    expect(back).toMatchObject({ timeText: '90m', isTimeTyped: true });
  });

  it('only suggested until somebody chooses one: the next pick replaces the suggestion', async () => {
    const opened = { ...now, isTimeChosen: false };
    const catalogue = await catalogueOf([write]);
    const afterPick = followedForm(catalogue, opened, state('3600'), 'request.entitlement').memory;
    expect(followedInputs(afterPick, state('3600'), github).durationSeconds).toBeUndefined();
    const chosen = followedForm(catalogue, afterPick, state('3600'), 'request.duration').memory;
    expect(followedInputs(chosen, state('3600'), github).durationSeconds).toBe(3_600);
    expect(submittedTime(afterPick, state('3600')).durationSeconds).toBe(3_600);
  });

  it('the typed one in a form of an earlier version, which said that it counts', () => {
    const old = { timeText: '90m', durationSeconds: undefined };
    expect(submittedTime(fresh, state('3600', '90m'))).toEqual(old);
    expect(submittedTime(fresh, state('3600', ''))).toEqual({
      timeText: '',
      durationSeconds: 3_600,
    });
  });
});

describe('the state of a form', () => {
  it('has room for what was meant, however long its ids are', () => {
    const candidates = [1, 2, 3].map(() => ({ app: github, entitlement: long }));
    expect(viewMistakes(requestForm(texts, { ...blank, candidates }))).toEqual([]);
  });
});
