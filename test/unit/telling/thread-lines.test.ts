/** Long because each thing that can happen after a card was posted has its row: what its thread is told. */
import { describe, expect, it } from 'vitest';
import type { ActionKind } from '../../../src/domain/action/action.ts';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import {
  isLineTold,
  type ThreadLine,
  type ToldThread,
  threadLines,
} from '../../../src/domain/telling/thread-lines.ts';
import { lineMessage } from '../../../src/slack/show/thread-line-posts.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import {
  accessRequest,
  cardModel,
  closedSnapshot,
  noon,
  person,
  snapshot,
  untoldSnapshot,
} from '../../support/samples.ts';
import { textsIn } from '../../support/slack-limits.ts';
import { ben, deed, ended, forDee, readable, toldGrant } from '../../support/told-requests.ts';

/** A line: its key, whom it calls, and what it says below its card. */
type Row = readonly [what: string, change: Partial<ToldThread>, line: string];

function thread(change: Partial<ToldThread>): ToldThread {
  const request = accessRequest();
  const nothing = { grant: null, isCorrected: false, isUndecided: false, deeds: [] };
  return { request, task: snapshot(), onCall: null, ...nothing, ...change };
}

function lineText(line: ThreadLine, { request, task }: ToldThread): string {
  const card = cardModel({ request, task, mentions: new Map() });
  const emergency = { channel: 'C0INCIDENTS', onCall: null };
  const texts = textsFor('en', ['U0HANA']);
  const { blocks } = lineMessage(texts, {
    line,
    card,
    actorNames: new Map(),
    cardUrl: null,
    emergency,
  });
  return readable(textsIn(blocks).join(' / ')).replaceAll(/<@U0(\w+)>/g, '@$1');
}

/** The lines of this kind. */
function linesOf(kind: 'deed' | 'step' | 'over' | 'access', change: Partial<ToldThread>): string {
  const about = thread(change);
  return threadLines(about)
    .filter(({ key }) => key.startsWith(kind))
    .map((line) => {
      const calls = line.callsReviewers ? ', calls' : '';
      return `${line.key}${calls}: ${lineText(line, about)}`;
    })
    .join('\n');
}

const ana = 'U0ANA';
const by = (...of: Parameters<typeof deed>) => ({ deeds: [deed(...of)] });
const withdrawn = (change: Partial<ToldThread> = {}) => ({
  request: accessRequest({ state: 'withdrawn' }),
  ...by('withdraw', ben),
  ...change,
});
/** At a step that is no review. */
const step = (otherStep: NonNullable<TaskSnapshot['otherStep']>) => ({
  task: snapshot({ stepApprovers: [], otherStep }),
});
const cancelled = { task: closedSnapshot({ outcome: 'cancelled' }) };

describe('a line about what somebody did', () => {
  it.each<readonly [verb: ActionKind, who: string, reason: string, says: string]>([
    ['approve', ana, '', ''],
    ['approve', ana, 'Only today', '@ANA approved the request. / Reason: Only today'],
    ['deny', ana, '', ''],
    ['deny', ana, 'Use staging', '@ANA denied the request. / Reason: Use staging'],
    // The question comes first.
    ['ask', ana, 'Why?', 'Why? / @ANA asked about the request.'],
    ['answer', ben, 'So.', 'Ben Okafor answered about their request. / So.'],
    ['answer', ana, 'So.', '@ANA answered about the request. / So.'],
    ['comment', ana, 'Fine.', '@ANA commented on the request. / Fine.'],
    ['shorten', ana, '', '@ANA shortened the request.'],
    ['fill-in', ben, '', 'Ben Okafor filled in the form for their request.'],
    ['set-up', ana, '', ''],
    ['set-up', ana, 'As key 7', '@ANA set up the access for the request. / As key 7'],
    ['cannot-set-up', ana, '', '@ANA could not set up the access for the request.'],
    ['skip-step', ana, '', '@ANA skipped a step of the request.'],
    ['restart', ana, '', '@ANA restarted the review of the request.'],
    ['retry-provisioning', ana, '', '@ANA retried the set-up of the request.'],
    ['close', ana, 'A mistake', '@ANA closed the request. / A mistake'],
    ['give-back', ben, '', ''],
  ])('%s by %s, with “%s”, calls nobody', (verb, who, reason, says) => {
    expect(linesOf('deed', by(verb, who, { reason }))).toBe(says && `deed ${verb}: ${says}`);
  });

  it.each([
    ['approve', '', ''],
    ['approve', 'Only today', 'approved the request. New time: 2 hours. / Reason: Only today'],
    ['shorten', '', 'shortened the request. New time: 2 hours.'],
  ] as const)('%s to less time, with “%s”', (verb, reason, says) => {
    const line = linesOf('deed', by(verb, ana, { reason, durationSeconds: 7_200 }));
    expect(line).toBe(says && `deed ${verb}: @ANA ${says}`);
  });

  it.each<Row>([
    [
      'nudged',
      by('nudge', ben),
      'deed nudge, calls: Ben Okafor asked again for a decision on their request. It reached the reviewers: Ana and Cho.',
    ],
    [
      'nudged, and nobody decides any more',
      { task: closedSnapshot(), ...by('nudge', ben) },
      'deed nudge, calls: Ben Okafor asked again for a decision on their request.',
    ],
    [
      'escalated',
      by('escalate', ben),
      'deed escalate, calls: Ben Okafor asked for emergency access to *GitHub · Platform: write*. It reached the reviewers: Ana and Cho.',
    ],
    [
      'escalated, and the service does not say who decides',
      { task: untoldSnapshot({ entitlements: snapshot().entitlements }), ...by('escalate', ben) },
      'deed escalate, calls: Ben Okafor asked for emergency access to *Platform: write*. It reached the reviewers.',
    ],
    [
      'handed on',
      by('reassign', ana, { reason: 'Lunch', input: { people: ['U0CHO', 'U0DEE'] } }),
      'deed reassign, calls: @ANA handed the request on to @CHO and @DEE. / Lunch',
    ],
    [
      'handed on to nobody who is known',
      by('reassign', ana),
      'deed reassign, calls: @ANA handed the request on.',
    ],
  ])('calls the reviewers: %s', (_what, change, line) => {
    expect(linesOf('deed', change)).toBe(line);
  });

  it.each<Row>([
    [
      'that is still open',
      withdrawn(),
      'deed withdraw, calls: Ben Okafor withdrew their request. The access service did not close it. Asked to deny it on its card: Ana and Cho.',
    ],
    [
      'that is still open, without reviewers',
      withdrawn({ task: snapshot({ stepApprovers: [] }) }),
      'deed withdraw, calls: Ben Okafor withdrew their request. The access service did not close it.',
    ],
    [
      'that the service is closing',
      withdrawn(step({ kind: 'processing' })),
      'deed withdraw, calls: Ben Okafor withdrew their request.',
    ],
    ['that is closed', withdrawn(cancelled), 'deed withdraw: Ben Okafor withdrew their request.'],
    [
      'of somebody else',
      { ...withdrawn(cancelled), ...by('withdraw', 'U0DEE') },
      'deed withdraw: @DEE withdrew the request.',
    ],
    [
      'to correct it',
      { ...withdrawn(cancelled), isCorrected: true },
      'deed withdraw: Ben Okafor corrected their request. The corrected one follows.',
    ],
  ])('says of a withdrawn request %s', (_what, change, line) => {
    expect(linesOf('deed', change)).toBe(line);
  });

  it('names who did it, and comes in its order before all others', () => {
    const deeds = [deed('ask', ana, { reason: 'Why?' }), deed('nudge', ben)];
    const lines = threadLines(thread({ deeds }));
    expect(lines.map(({ key, by: who }) => [key, who])).toEqual([
      ['deed ask', ana],
      ['deed nudge', ben],
      ['step step-1 ', null],
    ]);
  });
});

describe('a line about the step', () => {
  const decide = 'step step-1 , calls: It reached the reviewers: Ana and Cho.';
  const before = { stepId: 'step-0' };
  it.each<Row>([
    ['calls those who decide', {}, decide],
    [
      'is of one occurrence',
      { task: snapshot({ stepOccurrence: 'g/2/a' }) },
      'step step-1 g/2/a, calls: It reached the reviewers: Ana and Cho.',
    ],
    ['comes after an approval', by('approve', ana, before), decide],
    ['comes after a skipped step', by('skip-step', ana, before), decide],
    ['waits for a reading that shows an approval', by('approve', ana), ''],
    ['stays after words about the step', by('comment', ana, { reason: 'Fine.' }), decide],
    ['calls nobody where nobody is known', { task: snapshot({ stepApprovers: [] }) }, ''],
    [
      'calls nobody to decide on their own request',
      { task: snapshot({ stepApprovers: [person('user-ben')] }) },
      '',
    ],
    [
      'is not about a form',
      step({ kind: 'form', people: [], questions: [], inConsole: false }),
      '',
    ],
    ['is not about a set-up', step({ kind: 'set-up' }), ''],
    ['is not about a task without a step', { task: snapshot({ currentStepId: null }) }, ''],
    ['is not about a withdrawn request', withdrawn(), ''],
    ['is not about a closed task', { task: snapshot({ state: 'closed' }) }, ''],
  ])('%s', (_what, change, line) => {
    expect(linesOf('step', change)).toBe(line);
  });

  it.each<[string, Partial<ToldThread>, readonly string[]]>([
    ['tells the new step as well', by('reassign', ana, { stepId: 'step-0' }), ['step step-1 ']],
    ['tells no step while a reading lags', by('reassign', ana), []],
  ])('comes with the line that hands it over, which %s', (_what, change, keys) => {
    const line = threadLines(thread(change)).find(({ key }) => key.startsWith('deed'));
    expect(line?.alsoTells).toEqual(keys);
  });

  it.each([
    ['step step-1 g/2/a/b', true],
    ['step step-1 g/2', false],
    ['step step-2 g/2/a', false],
  ])('is told where more is known of its occurrence since: %s', (key, isTold) => {
    expect(isLineTold({ key }, ['step step-1 g/2/a', 'deed ask'])).toBe(isTold);
  });
});

it('a line about anything else is told by its own key alone', () => {
  const line = { key: 'deed as' };
  expect([isLineTold(line, ['deed ask']), isLineTold(line, ['deed as'])]).toEqual([false, true]);
});

describe('a line about the end of a request', () => {
  const over = (outcome: string, change: Partial<ToldThread> = {}) => ({
    task: closedSnapshot({ outcome }),
    ...change,
  });
  const rejected = { kind: 'rejected', said: 'Not in winter.' } as const;
  it.each<Row>([
    ['granted, as the card says', over('granted'), ''],
    ['denied, as the card says', over('denied'), ''],
    [
      'denied by the bot',
      over('denied', { isUndecided: true }),
      'over denied: Nobody decided in time, so I denied the request.',
    ],
    [
      'approved and not set up',
      over('error'),
      'over error: The request was approved, but access could not be set up. Ask @HANA.',
    ],
    [
      'out of time',
      over('wait-timed-out'),
      'over wait-timed-out: The request is over: Ran out of time.',
    ],
    [
      'in a way that nobody knows yet',
      over('GRANT*OUTCOME'),
      'over GRANT*OUTCOME: The request is over: Closed (GRANT∗OUTCOME).',
    ],
    [
      'with the words of a policy that decided by itself',
      { task: closedSnapshot({ outcome: 'cancelled', otherStep: rejected }) },
      'over cancelled: The request is over: Cancelled. The policy turns it down. It says: “Not in winter.”',
    ],
    [
      'cancelled by nobody who is known',
      over('cancelled'),
      'over cancelled: The request is over: Cancelled.',
    ],
    ['withdrawn, which has its line', withdrawn(over('cancelled')), ''],
    ['closed by somebody, which has its line', over('cancelled', by('close', ana)), ''],
    [
      'withdrawn too late',
      withdrawn(over('wait-timed-out')),
      'over wait-timed-out: The request is over: Ran out of time.',
    ],
    ['not yet', {}, ''],
  ])('%s', (_what, change, line) => {
    expect(linesOf('over', change)).toBe(line);
  });
});

describe('a line about the end of access', () => {
  const task = closedSnapshot();
  const urgent = closedSnapshot({ emergency: true });
  const gone = (...of: Parameters<typeof ended>) => ({ task, grant: toldGrant(ended(...of)) });
  const access = "access-ended: @BEN's access to *GitHub · Platform: write*";
  const had = 'access-ended: @BEN had emergency access to *GitHub · Platform: write*';
  it.each<Row>([
    ['that nobody has', { task }, ''],
    ['that somebody has', { task, grant: toldGrant() }, ''],
    ['by its time', gone('expired'), `${access} ended TIME.`],
    ['by its holder', gone('given-back'), `${access} was given back TIME.`],
    ['by somebody else', gone('taken-away'), `${access} was taken away TIME.`],
    [
      'as far as the grant tells',
      gone('unconfirmed'),
      `${access} should have ended TIME, as granted.`,
    ],
    [
      'of another person',
      { ...gone('expired'), ...forDee },
      access.replace('BEN', 'DEE').concat(' ended TIME.'),
    ],
    ['that went on with a later request', gone(null), ''],
    [
      'of an emergency, with its justification',
      {
        task: urgent,
        grant: toldGrant({
          ...ended('given-back'),
          startedAt: new Date(noon.getTime() - 3_600_000),
        }),
      },
      `${had} for 1 hour, from TIME. @BEN's access to *GitHub · Platform: write* was given back TIME. / INC-42: the timetable build is red`,
    ],
    [
      'of an emergency, with who approved it and how long that took',
      {
        task: urgent,
        grant: toldGrant(ended('expired')),
        deeds: [
          deed('approve', 'U0DEE'),
          deed('escalate', ben),
          ...['U0ANA', 'U0CHO', 'U0ANA'].map((id) =>
            deed('approve', id, { at: new Date(noon.getTime() + 300_000) }),
          ),
        ],
      },
      `${had} for 0 seconds, from TIME. Approved by @ANA and @CHO after 5 minutes. / INC-42: the timetable build is red`,
    ],
    [
      'of an emergency that went on with a later request',
      { task: urgent, grant: toldGrant(ended(null)) },
      `${had} for 0 seconds, from TIME. @BEN's access to *GitHub · Platform: write* went on with a later request. / INC-42: the timetable build is red`,
    ],
  ])('%s', (_what, change, line) => {
    expect(linesOf('access', change)).toBe(line);
  });
});
