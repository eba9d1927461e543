import { describe, expect, it } from 'vitest';
import { type CallMade, called, type NextCall } from '../../../src/domain/due/calls.ts';
import type { StepWatch } from '../../../src/domain/due/step-watch.ts';
import { type ToldThread, threadLines } from '../../../src/domain/telling/thread-lines.ts';
import { taskCard } from '../../../src/slack/card/task-card.ts';
import { lineMessage } from '../../../src/slack/show/thread-line-posts.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import type { CardModel } from '../../../src/use-cases/ports/card-contents.ts';
import {
  accessRequest,
  cardModel,
  closedSnapshot,
  noon,
  reviewRecord,
  snapshot,
  untoldSnapshot,
} from '../../support/samples.ts';
import { textsIn } from '../../support/slack-limits.ts';
import { approvedBy, deed, readable } from '../../support/told-requests.ts';

const channel = 'C0INCIDENTS';
const task = snapshot({ emergency: true });
const minute = (count: number) => noon.getTime() + count * 60_000;
const reminded = (minutes: number, times = 1): CallMade => ({
  kind: 'reminded',
  times,
  atMs: minute(minutes),
  ...called(['U0ANA'], []),
});
const told = (minutes: number, ...channels: readonly string[]): CallMade => ({
  kind: 'told',
  atMs: minute(minutes),
  ...called(['U0HANA'], channels),
});
const next: NextCall = { atMs: minute(30), ...called(['U0DEE'], []) };

/** What is stored of a step that waits since noon. */
function waits(made: readonly CallMade[], change: Partial<StepWatch> = {}): StepWatch {
  return {
    stepId: 'step-1',
    occurrence: '',
    emergency: true,
    beganMs: noon.getTime(),
    tiersTold: 0,
    reviewers: {},
    calls: { made, next, offersEmergency: false },
    ...change,
  };
}

/** What the thread of the emergency’s card is told, with its keys. */
function linesOf(watch: StepWatch | null, change: Partial<ToldThread> = {}): readonly string[] {
  const request = accessRequest({ emergency: true });
  const nothing = { grant: null, isCorrected: false, isUndecided: false, deeds: [] };
  const about = { request, task, ...nothing, onCall: { channel, watch }, ...change };
  const emergency = { channel, onCall: 'S0ONCALL' };
  return threadLines(about)
    .filter(({ key }) => /^(?:arrived|call)/.test(key))
    .map((line) => {
      const card = cardModel({ request: about.request, task: about.task, onCall: 'S0ONCALL' });
      const { blocks } = lineMessage(textsFor('en'), {
        line,
        card,
        actorNames: new Map(),
        cardUrl: null,
        emergency,
      });
      const key = line.key.replace(/\d+/, (ms) => `${(Number(ms) - noon.getTime()) / 60_000}`);
      return `${key}: ${readable(textsIn(blocks).join(''))}`;
    });
}

describe('on-call is called in the thread of an emergency', () => {
  const arrived = 'arrived: <!subteam^S0ONCALL>: It reached the reviewers: <@U0ANA> and Cho.';

  it.each<readonly [string, Partial<ToldThread>, readonly string[]]>([
    ['when somebody can decide', {}, [arrived]],
    [
      'when somebody can, and the service does not say who',
      { task: { ...untoldSnapshot(), emergency: true } },
      ['arrived: <!subteam^S0ONCALL>: It reached the reviewers.'],
    ],
    ['not while nobody can', { task: { ...task, stepApprovers: [] } }, []],
    ['not once somebody approved', approvedBy, []],
    ['not once it is withdrawn', { request: accessRequest({ state: 'withdrawn' }) }, []],
    ['not once it is over', { task: closedSnapshot({ emergency: true }) }, []],
    ['not below another card', { onCall: null }, []],
  ])('%s', (_what, change, lines) => {
    expect(linesOf(null, change)).toEqual(lines);
  });

  it('by whoever made it one, below a card that stood there before', () => {
    const deeds = [deed('escalate', 'U0BEN')];
    const called = (change: Partial<ToldThread>) => {
      const request = accessRequest();
      const nothing = { grant: null, isCorrected: false, isUndecided: false };
      return threadLines({ request, task, ...nothing, deeds, onCall: null, ...change })
        .filter(({ key }) => key.startsWith('deed'))
        .map(({ callsOnCall, alsoTells }) => [callsOnCall, alsoTells.includes('arrived')]);
    };
    expect(called({ onCall: { channel, watch: null } })).toEqual([[true, true]]);
    expect(called({})).toEqual([[false, false]]);
  });

  it('which calls the reviewers of the first step with it', () => {
    const onCall = { channel, watch: null };
    const request = accessRequest({ emergency: true });
    const nothing = { grant: null, isCorrected: false, isUndecided: false, deeds: [] };
    const [line, own] = threadLines({ request, task, ...nothing, onCall });
    expect([line?.callsReviewers, line?.alsoTells]).toEqual([true, [own?.key]]);
  });

  it.each<readonly [string, StepWatch, readonly string[]]>([
    [
      'with each reminder',
      waits([reminded(15, 3)]),
      ['call 15 reminded: <!subteam^S0ONCALL>: Reminder 3, after 15 minutes without a decision.'],
    ],
    [
      'not with a tier, which is named',
      waits([told(10)]),
      ['call 10 told: I told <@U0HANA>, after 10 minutes without a decision.'],
    ],
    [
      'not a second time with a tier that calls in the channel at the same time',
      waits([reminded(10), told(10, channel)]),
      [
        'call 10 reminded: Reminder 1, after 10 minutes without a decision.',
        'call 10 told: I told <@U0HANA> and <#C0INCIDENTS>, after 10 minutes without a decision.',
      ],
    ],
    [
      'also with a tier that calls elsewhere',
      waits([reminded(10), told(10, 'C0SECURITY')]),
      [
        'call 10 reminded: <!subteam^S0ONCALL>: Reminder 1, after 10 minutes without a decision.',
        'call 10 told: I told <@U0HANA> and <#C0SECURITY>, after 10 minutes without a decision.',
      ],
    ],
    ['not with a tier that reaches nobody', waits([{ ...told(10), ...called([], []) }]), []],
  ])('%s', (_what, watch, lines) => {
    expect(linesOf(watch).slice(1)).toEqual(lines);
  });
});

describe('the card of an emergency', () => {
  const lineOn = (change: Partial<CardModel>, language: 'en' | 'de' = 'en') =>
    readable(
      textsIn(
        taskCard(textsFor(language), cardModel({ task, ...change })).blocks.filter(
          ({ block_id }) => block_id === 'card.calls',
        ),
      ).join(''),
    );

  it('says how often somebody was reminded, and who is next', () => {
    const watch = waits([told(10), reminded(15, 6)]);
    expect(lineOn({ watch })).toBe('Reminded 6 times, last TIME. Next: <@U0DEE>, TIME.');
    expect(lineOn({ watch }, 'de')).toBe(
      '6-mal erinnert, zuletzt TIME. Als Nächstes: <@U0DEE>, TIME.',
    );
    const calls = { made: [reminded(5)], next: null, offersEmergency: false };
    expect(lineOn({ watch: waits([], { calls }) })).toBe('Reminded once, TIME.');
  });

  it('says nothing of it before anybody was called, and once somebody decides', () => {
    const watch = waits([reminded(5)]);
    expect(lineOn({ watch: null })).toBe('');
    expect(lineOn({ watch, reviews: [reviewRecord({ state: 'sending' })] })).toBe('');
  });
});
