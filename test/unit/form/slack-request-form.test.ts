/** Long because the form shows each state of one request, with the same samples. */

import type { ModalView } from '@slack/types';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { RequestField } from '../../../src/domain/form/request-answers.ts';
import { readFormMemory } from '../../../src/slack/form/blocks/form-memory.ts';
import type { ShownForm } from '../../../src/slack/form/blocks/form-model.ts';
import { requestForm } from '../../../src/slack/form/blocks/request-form.ts';
import { optionValue } from '../../../src/slack/form/blocks/request-form-fields.ts';
import { withOneTime } from '../../../src/slack/form/blocks/time-blocks.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { blank, github, picked, shownForm } from '../../support/request-forms.ts';
import { accessRequest, entitlement, heldAccess, snapshot } from '../../support/samples.ts';
import { textsIn, viewMistakes } from '../../support/slack-limits.ts';

const texts = textsFor('en');
function show(change: Partial<ShownForm>): ModalView {
  return requestForm(texts, shownForm(change));
}

const blockIds = (view: ModalView) => view.blocks.map((block) => block.block_id);
const wordsOf = (view: ModalView) => textsIn(view).join('\n');

function elementOf(view: ModalView, block: string): unknown {
  const found = view.blocks.find(
    ({ block_id }) => block_id === block || block_id?.startsWith(`${block}-`),
  );
  return found !== undefined && 'element' in found ? found.element : undefined;
}

/** What an input has in it when the form is shown. */
function initialOf(element: unknown): string | null {
  const { initial_option, initial_value } = z
    .object({
      initial_option: z.object({ value: z.string() }).optional(),
      initial_value: z.string().optional(),
    })
    .parse(element);
  return initial_option?.value ?? initial_value ?? null;
}

describe('the request form', () => {
  it('starts with an app, a justification and a target', () => {
    expect(blockIds(requestForm(texts, blank))).toEqual(['app', 'justification', 'target']);
  });

  it('with an app it has entitlements and durations; a new app makes new fields', () => {
    const rest = ['ends', 'justification', 'target'];
    const fields = ['app', 'entitlement-app-github', 'duration-app-github', ...rest];
    expect(blockIds(show({}))).toEqual(fields);
    const another = show({ app: { ...github, id: 'app-aws' } });
    expect(blockIds(another)).toEqual(['app', 'entitlement-app-aws', 'duration-app-aws', ...rest]);
  });

  it('keeps the chosen time only while the choices are the same', () => {
    const durationOf = (change: Partial<ShownForm>) =>
      blockIds(show(change)).find((id) => id?.startsWith('duration'));
    const several = Array.from({ length: 5 }, (_, index) => picked({ id: `${index}`.repeat(200) }));
    const ids = [
      durationOf({ picked: [picked()] }),
      durationOf({ picked: [picked(), picked({ id: 'ent-2' })] }),
      durationOf({ picked: [picked()], emergency: true }),
      durationOf({ picked: several }),
    ];
    expect(new Set(ids).size).toBe(4);
    expect(durationOf({ picked: several })).toBe(ids[3]);
    expect(viewMistakes(show({ picked: several }))).toEqual([]);
  });

  it('describes an entitlement, and says when it is held or requested already', () => {
    const request = accessRequest();
    const goran = { kind: 'users', names: ['Goran'], count: 1 } as const;
    const words = wordsOf(
      show({
        picked: [
          picked(
            { riskLevel: 'high', description: 'Push to main' },
            {
              owners: ['Ana', 'Ben', 'Cho', 'Dee'],
              deciders: { ordinary: [goran], emergency: null },
              held: heldAccess({ until: new Date('2026-03-03T10:00:00Z') }),
              open: { request, task: snapshot(), standing: 'open', consoleUrl: null },
            },
          ),
        ],
      }),
    );
    expect(words).toContain('Push to main');
    expect(words).toContain('Risk: high · At most 1 day · Owned by Ana, Ben, Cho and Dee');
    expect(words).toContain('Decided by Goran');
    expect(words).toMatch(/You have this until <!date/);
    expect(words).toContain('This was asked for already (#1042). It is waiting for Ana or Cho.');
  });

  it('of several says which is which, and offers what all of them allow', () => {
    const view = show({
      picked: [
        picked({ name: 'Read', longestSeconds: 604_800, mayBePermanent: true }),
        picked({ id: 'ent-2', name: 'Write', longestSeconds: 3_600 }),
      ],
    });
    expect(wordsOf(view)).toContain('Read: Push to main');
    expect(elementOf(view, 'duration')).toMatchObject({
      options: [{ value: '3600' }, { value: 'typed-time' }],
    });
    expect(elementOf(view, 'entitlement')).toMatchObject({
      max_selected_items: 5,
      initial_options: [{ text: { text: 'Read' } }, { text: { text: 'Write' } }],
    });
    expect(wordsOf(view)).not.toContain('until revoked');
  });

  it('keeps what was filled in, and the chosen time where it is still offered', () => {
    const filled = {
      justification: 'INC-42',
      timeText: '90m',
      isTimeTyped: true,
      targetSlackId: 'U0BEN',
      durationSeconds: 14_400,
    };
    const view = show({ picked: [picked()], ...filled });
    expect(elementOf(view, 'justification')).toMatchObject({ initial_value: 'INC-42' });
    expect(elementOf(view, 'time')).toMatchObject({ initial_value: '90m' });
    expect(elementOf(view, 'target')).toMatchObject({ initial_user: 'U0BEN' });
    const chosen = { ...filled, isTimeTyped: false };
    const times = (longestSeconds: number) =>
      initialOf(elementOf(show({ picked: [picked({ longestSeconds })], ...chosen }), 'duration'));
    expect([times(86_400), times(3_600)]).toEqual(['14400', '3600']);
  });

  it('offers the emergency only when every entitlement allows one', () => {
    const can = picked({ emergencyGrantEnabled: true });
    expect(blockIds(show({ picked: [can] }))).toContain('emergency');
    expect(blockIds(show({ picked: [can, picked({ id: 'ent-2' })] }))).not.toContain('emergency');
    expect(blockIds(show({ picked: [] }))).not.toContain('emergency');
  });

  it('as an emergency is short, ends, and says what happens', () => {
    const can = picked({ emergencyGrantEnabled: true, mayBePermanent: true, longestSeconds: null });
    const chosen = show({ picked: [can], emergency: true });
    expect(elementOf(chosen, 'duration')).toMatchObject({
      options: [{ value: '3600' }, { value: 'typed-time' }],
    });
    const view = show({ picked: [can], mode: 'emergency', emergency: true });
    expect([view.title.text, view.submit?.text]).toEqual(['Emergency access', 'Submit']);
    expect(wordsOf(view)).toContain('On-call will be called when you submit.');
    expect(blockIds(view)).not.toContain('emergency');
  });

  it('as an emergency asks why, also for what otherwise needs no reason', () => {
    const app = { ...github, withoutReason: ['ent-write'] };
    expect(blockIds(show({ app, picked: [picked()] }))).not.toContain('justification');
    const urgent = show({ app, picked: [picked()], mode: 'emergency', emergency: true });
    expect(blockIds(urgent)).toContain('justification');
  });

  it('keeps a typed time while the app is still to be picked', () => {
    const typed = requestForm(texts, {
      ...blank,
      timeText: '4h',
      isTimeTyped: true,
    });
    expect(elementOf(typed, 'time')).toMatchObject({ initial_value: '4h' });
    expect(blockIds(requestForm(texts, blank))).not.toContain('time');
  });

  it('stays an emergency while it is chosen', () => {
    const can = picked({ id: 'ent-deploy', name: 'Deploy', emergencyGrantEnabled: true });
    const cannot = picked({ id: 'ent-read', name: 'Read', emergencyGrantEnabled: false });
    const both = show({ picked: [can, cannot], emergency: true });
    expect(elementOf(both, 'emergency')).toMatchObject({
      initial_options: [{ value: 'emergency' }],
    });
    expect(blockIds(show({ picked: [can, cannot] }))).not.toContain('emergency');
  });

  it('asks for confirmation of an emergency, not of an ordinary request', () => {
    const can = picked({ emergencyGrantEnabled: true });
    expect(elementOf(show({ picked: [can] }), 'emergency')).toHaveProperty('confirm');
    const chosen = show({ picked: [can], emergency: true });
    expect(elementOf(chosen, 'emergency')).not.toHaveProperty('confirm');
  });

  it('says that on-call will be called only where a group is configured', () => {
    const can = picked({ emergencyGrantEnabled: true });
    const words = (mode: 'request' | 'emergency', onCall: string | null) => {
      const emergencies = { channel: 'C0INCIDENTS', onCall, durationsSeconds: [3_600] };
      const emergency = mode === 'emergency';
      return wordsOf(show({ picked: [can], emergencies, mode, emergency }));
    };
    for (const mode of ['request', 'emergency'] as const) {
      expect(words(mode, 'S0ONCALL')).toContain('On-call will be called when you submit.');
      expect(words(mode, null)).not.toContain('On-call');
    }
    expect(words('request', null)).toContain('Ask for emergency access?');
  });

  it('shows one time: a choice that is offered, else what was typed in words that are understood there', () => {
    const times = (change: Partial<ShownForm>) => {
      const form = shownForm({ picked: [picked()], ...change });
      const view = requestForm(texts, { ...form, ...withOneTime(texts, form, form.emergencies) });
      const [select, typed] = ['duration', 'time'].map((block) =>
        initialOf(elementOf(view, block) ?? {}),
      );
      return [select, typed];
    };
    expect(times({})).toEqual(['3600', null]);
    expect(times({ durationSeconds: 14_400, timeText: '4h' })).toEqual(['14400', null]);
    expect(times({ durationSeconds: 5_400, timeText: '90m' })).toEqual(['typed-time', '90m']);
    expect(times({ durationSeconds: 5_400 })).toEqual(['typed-time', '90 minutes']);
    expect(times({ timeText: 'until 18:00' })).toEqual(['typed-time', 'until 18:00']);
    expect(times({ durationSeconds: null })).toEqual(['3600', null]);
    expect(times({ durationSeconds: null, timeText: 'until revoked' })).toEqual([
      'typed-time',
      'until revoked',
    ]);
  });

  describe('for how long', () => {
    const said = (
      change: Partial<ShownForm>,
      one = picked({ longestSeconds: 604_800, mayBePermanent: true }),
    ) => {
      const view = show({ timeZone: 'Europe/Berlin', picked: [one], ...change });
      const ends = view.blocks.find((block) => block.block_id === 'ends');
      return ends === undefined ? '' : textsIn({ blocks: [ends] }).join('');
    };
    const at = (iso: string) => `<!date^${Date.parse(iso) / 1_000}^`;
    const typed = (timeText: string) => ({ timeText, isTimeTyped: true });

    it('has a text field only when another time is chosen', () => {
      expect(elementOf(show({ picked: [picked()] }), 'time')).toBeUndefined();
      const view = show({ picked: [picked()], isTimeTyped: true });
      expect(elementOf(view, 'time')).toMatchObject({ type: 'plain_text_input' });
      expect(initialOf(elementOf(view, 'duration'))).toBe('typed-time');
    });

    it('says how long the access lasts from its approval', () => {
      expect(said({})).toBe('1 hour from approval.');
      expect(said({ durationSeconds: 14_400 })).toBe('4 hours from approval.');
      expect(said({ durationSeconds: null })).toBe('Does not end until it is revoked.');
    });

    it('says when a typed time ends, in the time zone of the person who typed it', () => {
      expect(said(typed('90m'))).toBe('90 minutes from approval.');
      const friday = said(typed('until Friday 18:00'));
      expect(friday).toContain(`Ends ${at('2026-03-06T17:00:00Z')}`);
      expect(friday).toContain('If a late approval cannot keep that');
      for (const evening of ['until tomorrow evening', 'bis morgen Abend']) {
        expect(said(typed(evening))).toContain(`Ends ${at('2026-03-03T19:00:00Z')}`);
      }
    });

    it('says before the submission that a typed time cannot be taken', () => {
      expect(said(typed('a while'))).toContain('“a while”: Take a time that fits');
      expect(said(typed('30 days'))).toContain('At most 7 days.');
      expect(said(typed('until revoked'), picked())).not.toContain('Does not end');
      expect(said({ ...typed('2 hours'), emergency: true })).toContain('At most 1 hour.');
      expect(said(typed(''))).toBe('');
    });

    it('remembers what was typed while a duration is picked instead', () => {
      const view = show({ timeText: '90m', durationSeconds: 3_600 });
      expect(readFormMemory(view.private_metadata ?? '')?.typedTime).toBe('90m');
      expect(elementOf(view, 'time')).toBeUndefined();
    });
  });

  it('to extend offers nothing else', () => {
    const view = show({
      picked: [picked()],
      extends: {
        requestId: 'request-1',
        appId: 'app-github',
        entitlementId: 'ent-write',
        targetSlackId: null,
        endsAt: null,
      },
    });
    expect(view.title.text).toBe('Extend access');
    expect(blockIds(view)).toEqual([
      'extend.intro',
      'described.0',
      'facts.0',
      'duration-app-github+ent-write',
      'ends',
      'justification',
    ]);
  });

  it('repeats the whole name of what is picked where its option is cut', () => {
    const name = `Reader of ${'the ledger of the harbour '.repeat(20)}in Kiel`;
    const app = { ...github, name: `${'GitHub of the ferries '.repeat(5)}in the north` };
    const view = show({ app, picked: [picked({ name, description: 'All of it.' })] });
    expect(viewMistakes(view)).toEqual([]);
    expect(wordsOf(view)).toContain(app.name);
    expect(wordsOf(view)).toContain(`${name}: All of it.`);
    const short = show({ picked: [picked({ description: 'All of it.' })] });
    expect(textsIn(short)).toContain('All of it.');
  });

  it('asks which entitlement is meant when words match several', () => {
    const candidates = [
      { app: github, entitlement: entitlement({ name: 'Admin' }) },
      { app: { ...github, name: 'Lantern' }, entitlement: entitlement({ name: 'Administrator' }) },
    ];
    const view = requestForm(texts, { ...blank, candidates });
    expect(elementOf(view, 'candidates')).toMatchObject({
      options: [
        { text: { text: 'GitHub · Admin' }, value: '0' },
        { text: { text: 'Lantern · Administrator' }, value: '1' },
      ],
    });
  });

  it('asks the configured questions of the app and of what is picked', () => {
    const field = (id: string, change: Partial<RequestField> = {}): RequestField => ({
      id,
      label: id,
      type: 'text',
      required: false,
      hint: null,
      options: [],
      entitlements: null,
      ...change,
    });
    const fields = [
      field('ticket', { required: true, hint: 'Like OPS-1' }),
      field('about', { type: 'multiline' }),
      field('where', { type: 'choice', options: ['North rock', 'South rock'] }),
      field('seats', { type: 'number' }),
      field('audited', { type: 'yesNo' }),
      field('elsewhere', { entitlements: ['ent-of-others'] }),
    ];
    const answers = new Map([
      ['ticket', 'OPS-1'],
      ['where', 'South rock'],
      ['audited', 'no'],
    ]);
    const view = show({
      app: { ...github, fields },
      picked: [picked()],
      answers,
    });
    expect(viewMistakes(view)).toEqual([]);
    expect(blockIds(view).filter((id) => id?.startsWith('answer.'))).toEqual([
      'answer.ticket',
      'answer.about',
      'answer.where',
      'answer.seats',
      'answer.audited',
    ]);
    expect(elementOf(view, 'answer.ticket')).toMatchObject({ initial_value: 'OPS-1' });
    expect(elementOf(view, 'answer.where')).toMatchObject({
      initial_option: { text: { text: 'South rock' } },
    });
    expect(elementOf(view, 'answer.audited')).toMatchObject({ initial_option: { value: 'no' } });
  });

  it('shows the message first', () => {
    expect(blockIds(requestForm(texts, { ...blank, remark: 'Please pick again.' }))[0]).toBe(
      'remark',
    );
  });

  it('remembers its memory, and reads no other version of it', () => {
    expect(readFormMemory(show({}).private_metadata ?? '')).toEqual({
      v: 1,
      mode: 'request',
      conversationId: 'C0GENERAL',
      conversationUrl: '',
      messageAuthor: null,
      extends: null,
      corrects: null,
      draftedBy: null,
      candidates: [],
      accounts: null,
      typedTime: '',
      isTimeChosen: false,
      spoken: { language: 'en', timeZone: null },
    });
    expect(readFormMemory('{"v":2}')).toBeNull();
    expect(readFormMemory('no JSON')).toBeNull();
  });

  it('stands for a long id by its hash, always the same', () => {
    expect(optionValue('x'.repeat(75))).toBe('x'.repeat(75));
    expect(optionValue('x'.repeat(76))).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(optionValue('x'.repeat(76))).toBe(optionValue('x'.repeat(76)));
    expect(optionValue('x'.repeat(76))).not.toBe(optionValue('x'.repeat(77)));
  });
});
