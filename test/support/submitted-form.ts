import type { Submission } from '../../src/use-cases/form/submit-request.ts';
import { emptyForm } from '../../src/use-cases/form/typed-form.ts';
import { github } from './request-forms.ts';
import { actor, entitlement } from './samples.ts';

export interface SubmittedChange extends Partial<Submission> {
  readonly extendsRequestId?: string;
  readonly correctsRequestId?: string;
}

/** Ben requests GitHub for four hours, as a listener passes it on. A `timeText` is a typed time. */
export function submittedForm({
  extendsRequestId: extended,
  correctsRequestId: corrected,
  ...change
}: SubmittedChange = {}): Submission {
  const of = { appId: 'app-github', entitlementId: 'ent-write', targetSlackId: null, endsAt: null };
  return {
    ...emptyForm,
    key: 'view-1',
    requester: actor('U0BEN'),
    app: github,
    entitlements: [entitlement()],
    justification: 'INC-42: the timetable build is red',
    durationSeconds: 14_400,
    isTimeTyped: change.timeText !== undefined,
    extends: extended === undefined ? null : { requestId: extended, ...of },
    corrects: corrected === undefined ? null : { requestId: corrected, numericId: '' },
    conversationId: 'C0GENERAL',
    conversationUrl: 'https://acme.slack.com/archives/C0GENERAL',
    language: 'en',
    timeZone: 'Europe/Berlin',
    ...change,
  };
}
