import { describe, expect, it } from 'vitest';
import { readForm, untickedBlock } from '../../../src/slack/form/read-form.ts';
import { viewOf } from '../../../src/slack/platform/payloads.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { submitRequest } from '../../../src/use-cases/form/submit-request.ts';
import { catalogueOf } from '../../support/catalogue-of.ts';
import { actor, entitlement } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const accounts = [
  { id: 'account-work', name: 'ben' },
  { id: 'account-test', name: 'ben-test' },
];

/** What the version before this one wrote into a window, to the letter. */
const memory03 = {
  v: 1,
  mode: 'request',
  conversationId: 'C0GENERAL',
  conversationUrl: 'https://acme.slack.com/archives/C0GENERAL/p1',
  messageAuthor: 'U0ANA',
  extends: null,
  corrects: null,
  candidates: [],
  elsewhere: [],
  hidden: ['ent-write'],
  accounts: { app: 'app-github', target: 'U0DEE', list: accounts },
  typedTime: '',
  isTimeChosen: true,
  spoken: { language: 'de', timeZone: 'Europe/Berlin' },
};

const values = {
  app: { 'request.app': { selected_option: { value: 'app-github' } } },
  'entitlement-app-github': {
    'request.entitlement': { selected_options: [{ value: 'ent-write' }] },
  },
  'anyway-ent-write': { 'request.anyway': { selected_options: [{ value: 'anyway' }] } },
  'account-app-github+U0DEE': {
    'request.account': { selected_option: { value: 'account-test' } },
  },
  'duration-app-github+ent-write': { 'request.duration': { selected_option: { value: '14400' } } },
  justification: { 'request.justification': { value: 'INC-42' } },
  target: { 'request.target': { selected_user: 'U0DEE' } },
};

async function submitWindow(memory: object, inputs: object) {
  const { deps } = desk();
  const view = viewOf({
    view: { id: 'V1', private_metadata: JSON.stringify(memory), state: { values: inputs } },
  });
  const texts = textsFor('en');
  const languages = {
    readerFrom: (spoken: { language: 'en' | 'de'; timeZone: string | null } | null) => ({
      ...(spoken ?? { language: 'en', timeZone: null }),
      texts,
    }),
  };
  const form = readForm({ catalogue: await catalogueOf([entitlement()]), languages }, view);
  if (form === null) throw new Error('the window is read');
  expect(untickedBlock(view)).toBeNull();
  const submission = { ...form, key: view.submissionKey, requester: actor('U0BEN') };
  expect(await submitRequest(deps, submission)).toEqual({ ok: true, value: undefined });
  const request = await deps.store.transaction((tx) => tx.requests.find('id-0001'));
  return { form, request };
}

describe('a window that was opened before an upgrade', () => {
  it('submits all that was filled in', async () => {
    const { form, request } = await submitWindow(memory03, values);
    expect(form.askedAnyway).toEqual(new Set(['ent-write']));
    expect(form.language).toBe('de');
    expect(request).toMatchObject({
      appId: 'app-github',
      entitlementId: 'ent-write',
      justification: 'INC-42',
      durationSeconds: 14_400,
      timeText: '',
      emergency: false,
      targetSlackId: 'U0DEE',
      account: { id: 'account-test', name: 'ben-test' },
      conversationId: 'C0GENERAL',
      conversationUrl: 'https://acme.slack.com/archives/C0GENERAL/p1',
      messageAuthor: 'U0ANA',
      extendsRequestId: null,
      correctsRequestId: null,
    });
  });

  it('corrects the request that it was opened for', async () => {
    await desk().ask({ id: 'request-1' });
    const corrects = { requestId: 'request-1', numericId: '1042' };
    const { request } = await submitWindow({ ...memory03, corrects }, values);
    expect(request).toMatchObject({ correctsRequestId: 'request-1' });
  });

  it('submits what the first version wrote, with a typed time that counts', async () => {
    const first = { v: 1, conversationId: 'C0GENERAL', teamDomain: 'acme', appPicks: 0 };
    const { anyway: _, ...inputs } = { ...values, anyway: null };
    const typed = { ...inputs, time: { 'request.time': { value: '90m' } } };
    const { request } = await submitWindow(first, typed);
    expect(request).toMatchObject({
      durationSeconds: 5_400,
      timeText: '90m',
      account: null,
      messageAuthor: null,
    });
  });
});
