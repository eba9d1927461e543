/** Long because each choice between the words of a message has its row. */
import { describe, expect, it } from 'vitest';
import type { MessageReader } from '../../../src/domain/message/message-context.ts';
import type { NoticeBody } from '../../../src/domain/message/notice.ts';
import type { NoticeContext } from '../../../src/use-cases/ports/chat-ports.ts';
import { wordsOf } from '../../support/notice-words.ts';
import { accessRequest, noon } from '../../support/samples.ts';

type Case = readonly [string, NoticeBody, MessageReader, Partial<NoticeContext>, string];

describe('words about a request under way', () => {
  it.each<Case>([
    [
      'with a form, of which nothing was read',
      { kind: 'form-due' },
      'anybody',
      { task: null },
      'The request by <@U0BEN> for *GitHub · Platform: write* continues after you fill in a form.',
    ],
  ])('%s', (_what, body, reader, change, expected) => {
    expect(wordsOf(body, reader, change)).toBe(expected);
  });
});

it('words to administrators about what was not sent name the requester', () => {
  const stopped: NoticeBody = {
    kind: 'trouble',
    what: 'request-stopped',
    refusal: { code: 'external' },
  };
  expect(wordsOf(stopped, 'anybody', {})).toBe(
    'I did not send the request by <@U0BEN> for *GitHub · Platform: write*. <@U0BEN>: I cannot take this Slack account for the right person here. Ask <@U0HANA>. Reason: external.',
  );
});

describe('words about an emergency', () => {
  const elsewhere: NoticeBody = { kind: 'emergency-elsewhere', onCall: 'S0ONCALL' };
  it.each<Case>([
    [
      'in a channel of two companies',
      elsewhere,
      'anybody',
      {},
      '<!subteam^S0ONCALL>: An emergency request is waiting for a decision. I sent it to its reviewers directly, because this channel may be shared with another company.',
    ],
  ])('%s', (_what, body, reader, change, expected) => {
    expect(wordsOf(body, reader, change)).toBe(expected);
  });
});

describe('words about access that is over', () => {
  const removed = (change: Partial<NoticeBody<'access-removed'>>): NoticeBody => ({
    kind: 'access-removed',
    by: ['U0ANA'],
    byNames: ['Cho'],
    removedAt: noon.toISOString(),
    taken: [
      { id: 'ent-write', name: 'Platform: write' },
      { id: 'ent-read', name: 'Platform: read' },
    ],
    ...change,
  });
  it.each<Case>([
    [
      'removed',
      removed({}),
      'requester',
      {},
      'Your access to *GitHub · Platform: write* was taken away DATE. The removal was approved by <@U0ANA> and Cho. With it: Platform: read.',
    ],
    [
      'removed, approved by more than are named',
      removed({ byNames: ['Cho', 'Dee', 'Eve', 'Fay', 'Gil'], taken: [] }),
      'requester',
      {},
      'Your access to *GitHub · Platform: write* was taken away DATE. The removal was approved by <@U0ANA>, Cho, Dee, Eve and Fay.',
    ],
    [
      'removed, approved by nobody who is known',
      removed({ by: [], byNames: [] }),
      'requester',
      { task: null },
      'Your access to *GitHub · Platform: write* was taken away DATE. With it: Platform: read.',
    ],
    [
      'to be removed, at a time that is not told',
      removed({ removedAt: null }),
      'requester',
      {},
      'Your access to *GitHub · Platform: write* is to be taken away, approved by <@U0ANA> and Cho. The access service does not tell me when that is done. With it: Platform: read.',
    ],
    [
      'removed with what the task names',
      removed({}),
      'requester',
      { request: accessRequest({ entitlementId: 'ent-other' }) },
      'Your access to *GitHub · Platform: write* was taken away DATE. The removal was approved by <@U0ANA> and Cho. With it: Platform: read.',
    ],
  ])('%s', (_what, body, reader, change, expected) => {
    expect(wordsOf(body, reader, change)).toBe(expected);
  });
});
