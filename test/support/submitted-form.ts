import type { SubmittedForm } from '../../src/use-cases/form/submit-request.ts';
import { github } from './request-forms.ts';
import { actor, entitlement } from './samples.ts';

/** Ben requests GitHub for four hours, as a listener passes it on. */
export function submittedForm(change: Partial<SubmittedForm> = {}): SubmittedForm {
  return {
    key: 'view-1',
    requester: actor('U0BEN'),
    app: github,
    entitlements: [entitlement()],
    isSomethingGone: false,
    justification: 'INC-42: the timetable build is red',
    durationSeconds: 14_400,
    timeText: '',
    emergency: false,
    targetSlackId: null,
    account: null,
    answers: new Map(),
    extendsRequestId: null,
    correctsRequestId: null,
    conversationId: 'C0GENERAL',
    conversationUrl: 'https://acme.slack.com/archives/C0GENERAL',
    messageAuthor: null,
    language: 'en',
    timeZone: 'Europe/Berlin',
    ...change,
  };
}
