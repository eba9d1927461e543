import { expect, it } from 'vitest';
import type { NoticeBody } from '../../../src/domain/message/notice.ts';
import { noticeMessage } from '../../../src/slack/show/notice-posts.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import type { NoticeContext } from '../../../src/use-cases/ports/chat-ports.ts';
import { accessRequest, noticeContext, person, snapshot } from '../../support/samples.ts';

const request = accessRequest({ targetSlackId: 'U0DEE' });
const task = snapshot({ target: person('user-dee', { name: 'Dee Park' }) });
const ended = {
  kind: 'ended',
  byNames: ['Ana'],
  follower: { isCreator: false },
} as const;

/** Every message about a request for somebody else, beside the posts of its people. */
const bodies: readonly NoticeBody[] = [
  { ...ended, outcome: 'denied' },
  { ...ended, outcome: 'wait-timed-out', byNames: [] },
  { kind: 'action-refused', refusal: { code: 'nudged-already' } },
  { kind: 'action-waiting', actionId: 'action-1', verb: 'approve', cause: 'governance' },
  { kind: 'action-done', verb: 'deny' },
  { kind: 'form-due' },
  { kind: 'not-gone', outcome: 'denied' },
  { kind: 'overdue', about: [], group: null, at: '2026-03-02T16:00:00.000Z' },
];

const said = (
  body: NoticeBody,
  reader: 'requester' | 'anybody',
  change: Partial<NoticeContext> = {},
): string => {
  const group = 'about' in body ? [{ request, task }] : [];
  const context = noticeContext({ body, request, task, group, ...change });
  return JSON.stringify(noticeMessage(textsFor('en'), context, reader));
};

it.each(bodies)('names the target of another person’s request in $kind', (body) => {
  for (const reader of ['requester', 'anybody'] as const) {
    expect(said(body, reader)).toMatch(/<@U0DEE>|Dee Park/);
  }
});
