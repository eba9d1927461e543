/** Long because every line of the card has its test. */
import { describe, expect, it } from 'vitest';
import type { AccessRequest } from '../../../src/domain/request/access-request.ts';
import { taskToCome } from '../../../src/domain/request/subject.ts';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { taskCard } from '../../../src/slack/card/task-card.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import type { CardModel } from '../../../src/use-cases/ports/card-contents.ts';
import type { GrantRow } from '../../../src/use-cases/ports/rows/due-rows.ts';
import {
  accessRequest,
  cardModel,
  closedSnapshot,
  grantRow,
  noon,
  person,
  reviewRecord,
  snapshot,
} from '../../support/samples.ts';
import { messageMistakes, pingsIn, textsIn } from '../../support/slack-limits.ts';

const texts = textsFor('en');

const cardOf = (change: Partial<CardModel>) => taskCard(texts, cardModel(change));
const headerOf = (change: Partial<CardModel>) => textsIn(cardOf(change).blocks)[0] ?? '';
/** Ids of its blocks; `actions` for its buttons. */
const orderOf = (change: Partial<CardModel>) =>
  cardOf(change).blocks.map(({ type, block_id }) => (type === 'actions' ? type : block_id));

/** A block's words by its id, with `DATE` for each moment; `''` where the card has no such block. */
const partOf = (id: string, change: Partial<CardModel>) =>
  wholePartOf(id, change).replaceAll(/<!date[^>]*>/g, 'DATE');

const wholePartOf = (id: string, change: Partial<CardModel>) =>
  textsIn(cardOf(change).blocks.filter(({ block_id }) => block_id === `card.${id}`)).join('\n');

describe('a card about a person whose account is not enabled', () => {
  const disabled = { target: person('user-ben'), targetStatus: 'DISABLED' };

  it('warns its reviewers', () => {
    expect(partOf('target-status', { task: snapshot(disabled) })).toBe(
      '⚠️ In the access service, the account of <@U0BEN> is DISABLED.',
    );
  });

  it('says nothing of it when it is decided, or when nothing says so', () => {
    expect(partOf('target-status', { task: closedSnapshot(disabled) })).toBe('');
    expect(partOf('target-status', {})).toBe('');
  });
});

describe('a card about what a program drafted', () => {
  const drafted = (kind: string, name: string) => ({
    request: accessRequest({ draftedBy: { kind, name, draftId: 'draft-1', identityId: 'ben' } }),
  });

  it('says so, so that a reviewer knows whose words these may be', () => {
    expect(partOf('drafted', drafted('slackbot', 'Slackbot'))).toBe(
      'Drafted by Slackbot: the words may be a machine’s',
    );
    expect(partOf('drafted', {})).toBe('');
  });

  it('shows the name of an agent as it was typed, without mention or markup', () => {
    const named = drafted('token', '<!channel> *now*');
    expect(pingsIn(cardOf(named))).toEqual(new Set(['<@U0ANA>', '<@U0BEN>']));
    expect(partOf('drafted', named)).toBe(
      'Drafted by an agent named &lt;!channel&gt; ∗now∗: the words may be a machine’s',
    );
  });
});

describe('the header of a card', () => {
  const granted = closedSnapshot();
  const grant = grantRow({ endsAt: new Date(noon.getTime() + 14_400_000) });

  it('says state, who, what and how long in one line', () => {
    expect(headerOf({})).toBe('⏳ Ben Okafor wants GitHub · Platform: write for 4 hours');
    expect(headerOf({ task: snapshot({ emergency: true }) })).toBe(
      '🚨 Emergency: Ben Okafor needs GitHub · Platform: write for 4 hours',
    );
    expect(headerOf({ task: granted, grant })).toBe(
      '✅ Ben Okafor has GitHub · Platform: write for 4 hours',
    );
    expect(headerOf({ task: granted, grant: { ...grant, endedAt: noon } })).toBe(
      '⚪ Ben Okafor had GitHub · Platform: write for 4 hours',
    );
  });

  it.each([
    ['denied', '⛔ Denied'],
    ['error', '⚠️ Could not be set up'],
    ['cancelled', '⚪ Cancelled'],
    ['wait-timed-out', '⚪ Ran out of time'],
    ['none', '⚪ Closed'],
    ['GRANT_OUTCOME_MISLAID', '⚪ Closed (GRANT_OUTCOME_MISLAID)'],
  ])('of a task closed as %s begins with “%s”', (outcome, words) => {
    const header = headerOf({ task: closedSnapshot({ outcome }) });
    expect(header).toBe(`${words}: Ben Okafor wanted GitHub · Platform: write for 4 hours`);
  });

  it('says that nobody decided in time', () => {
    expect(headerOf({ task: closedSnapshot({ outcome: 'denied' }), isUndecided: true })).toMatch(
      /^⛔ Denied: nobody decided in time: Ben Okafor/,
    );
  });

  it('says withdrawn of what its requester withdrew', () => {
    const request = accessRequest({ state: 'withdrawn' });
    expect(headerOf({ request, task: closedSnapshot({ outcome: 'cancelled' }) })).toMatch(
      /^⚪ Withdrawn: Ben Okafor/,
    );
    expect(headerOf({ request, task: closedSnapshot({ outcome: 'denied' }) })).toMatch(
      /^⛔ Denied: Ben Okafor/,
    );
  });

  it('names the person it is for, and later the person who has it', () => {
    const target = { name: 'Goran Vit' };
    expect(headerOf({ target })).toBe(
      '⏳ Ben Okafor wants GitHub · Platform: write (for Goran Vit) for 4 hours',
    );
    expect(headerOf({ target: { name: null } })).toContain('(for somebody else)');
    expect(headerOf({ target, task: granted, grant })).toBe(
      '✅ Goran Vit has GitHub · Platform: write for 4 hours',
    );
  });

  it('names what was asked for when the task names nothing', () => {
    const bare = { appName: ' ', entitlements: [], grantDurationSeconds: null };
    const request = accessRequest({ durationSeconds: null });
    expect(headerOf({ task: snapshot(bare), request })).toBe(
      '⏳ Ben Okafor wants GitHub · Platform: write until revoked',
    );
  });

  it('is cut visibly within what is asked for, and keeps who and how long', () => {
    const entitlements = [
      { appId: 'a', id: 'e', name: 'w'.repeat(300), description: '', riskLevel: '' },
    ];
    const header = headerOf({
      task: snapshot({ entitlements }),
      requesterName: `Ben\n\u202EOkafor ${'x'.repeat(300)}`,
    });
    expect(header).toHaveLength(150);
    expect(header).toMatch(/^⏳ Ben ⟨U\+202E⟩Okafor x{15}… wants GitHub · w+… for 4 hours$/);
  });

  it('is also the notification text, with the justification, and mentions nobody', () => {
    const hostile = { requesterName: '<!here> *Ben*', target: { name: '<@U0EVIL>' } };
    expect(cardOf(hostile).text).toBe(
      '⏳ &lt;!here&gt; ∗Ben∗ wants GitHub · Platform: write (for &lt;@U0EVIL&gt;) for 4 hours\nINC-42: the timetable build is red',
    );
    const task = snapshot({ justification: ' ', hasNoJustification: true });
    expect(cardOf({ task }).text).toMatch(/\nNo justification was given\.$/);
  });
});

describe('what a card says', () => {
  it('comes in this order: header, why, facts, who decides, buttons, history, foot', () => {
    const whole = {
      onCall: 'S0ONCALL',
      task: snapshot({ emergency: true, currentStepId: 'step-2', recommendation: 'review' }),
      reviews: [reviewRecord()],
    };
    expect(orderOf(whole)).toEqual([
      'card.title',
      'card.on-call',
      'card.why',
      'card.facts',
      'card.advice',
      'card.state',
      'actions',
      'card.review.0',
      'card.foot',
    ]);
    expect(messageMistakes(cardOf(whole))).toEqual([]);
  });

  it('has no button before the service has the request, also once it is not going to', () => {
    const shownAs = (change: Partial<AccessRequest>) => {
      const request = accessRequest({ emergency: true, ...change });
      const nothing = { offered: { decisions: [], acts: [], elsewhere: [] } };
      const early = {
        request,
        task: taskToCome(request),
        onCall: 'S0ONCALL',
        consoleUrl: null,
        ...nothing,
      };
      return [headerOf(early), orderOf(early).join(' ')];
    };
    const needs = 'Ben Okafor needs GitHub · Platform: write for 4 hours';
    const wanted = 'Ben Okafor wanted GitHub · Platform: write for 4 hours';
    const order = 'card.title card.why card.facts card.foot';
    expect(shownAs({ state: 'sending' })).toEqual([
      `🚨 Emergency: ${needs}`,
      'card.title card.on-call card.why card.state card.foot',
    ]);
    const refusal = { code: 'forbidden' } as const;
    expect(shownAs({ state: 'refused', refusal })).toEqual([
      `⚪ Did not go through: ${wanted}`,
      order,
    ]);
    expect(shownAs({ state: 'withdrawn' })).toEqual([`⚪ Withdrawn: ${wanted}`, order]);
    expect(shownAs({ state: 'uncertain' })).toEqual([`⚪ Sent, no answer: ${wanted}`, order]);
    const disagrees = { code: 'answer-disagrees', isPerhapsThere: true } as const;
    const perhaps = shownAs({ state: 'refused', refusal: disagrees });
    expect(perhaps).toEqual([`⚪ Sent, no answer: ${wanted}`, order]);
  });

  it('is left out when there is nothing to say', () => {
    const task = closedSnapshot({ numericId: '', approvers: [] });
    expect(orderOf({ task })).toEqual(['card.title', 'card.why', 'actions', 'card.foot']);
  });

  it('mentions on-call without further words while it is open, and nobody anywhere else', () => {
    const typed = 'INC-77: horn broken <!channel>';
    const task = snapshot({ emergency: true, justification: typed });
    const urgent = { onCall: 'S0ONCALL', task };
    const message = cardOf(urgent);
    expect(partOf('on-call', urgent)).toBe('<!subteam^S0ONCALL>');
    expect(textsIn(message.blocks).join('\n').split('horn broken')).toHaveLength(2);
    expect(pingsIn(message)).toEqual(new Set(['<!subteam^S0ONCALL>', '<@U0ANA>', '<@U0BEN>']));
    for (const other of [{ ...urgent, task: closedSnapshot({ emergency: true }) }, {}])
      expect(JSON.stringify(cardOf(other))).not.toContain('subteam');
  });

  it('quotes the justification as typed, and has the answers to extra fields with their labels', () => {
    const answers = [
      { label: 'Ticket', value: 'INC-77 <!here>' },
      { label: 'Rollback tested', value: false },
      { label: 'Nodes', value: 3 },
    ];
    // Rich text, in which nothing is markup.
    expect(cardOf({ answers }).blocks[1]).toMatchObject({
      type: 'rich_text',
      block_id: 'card.why',
    });
    expect(partOf('why', { answers })).toMatch(
      /^INC-42: the timetable build is red\nTicket: \nINC-77 <!here>\s+Rollback tested: \nNo\s+Nodes: \n3$/,
    );
  });

  it('says that there is no justification, and counts answers beyond five', () => {
    const answers = Array.from({ length: 7 }, (_, index) => ({ label: `Q${index}`, value: 'yes' }));
    const why = partOf('why', {
      task: snapshot({ justification: ' \n', hasNoJustification: true }),
      answers,
    });
    expect(why).toMatch(/^No justification was given\./);
    expect(why).toContain('Q4: ');
    expect(why).not.toContain('Q5');
    expect(why).toContain('… 2 more');
  });

  it('marks answers as sent while no reading tells any', () => {
    const answers = [{ label: 'Ticket', value: 'INC-77' }];
    const shown = (task: TaskSnapshot) => textsIn(cardOf({ task, answers }).blocks).join();
    const mark = 'As sent, not confirmed by the access service: the answers';
    expect(shown(snapshot())).toContain(mark);
    expect(shown(snapshot({ answers: [] }))).not.toContain('As sent');
  });

  it('has the facts in one line', () => {
    const task = snapshot({
      entitlements: [
        { appId: 'a', id: 'e', name: 'Admin', description: '', riskLevel: 'risk-high' },
      ],
      lastUsedAt: '2026-02-01T08:00:00Z',
      approvalStep: { number: 1, of: 2 },
      target: person('user-ben'),
    });
    const conversationUrl = 'https://acme.slack.com/archives/C0GENERAL/p1772452800000100';
    const change: Partial<CardModel> = {
      task,
      request: accessRequest({ conversationUrl, messageAuthor: 'U0CHO' }),
      heldUntil: noon,
      target: { name: 'Ben' },
    };
    expect(partOf('facts', change)).toBe(
      `#1042 · Risk: high · Step 1 of 2 · Account last used DATE · Has it until DATE · On behalf of <@U0BEN> · About <${conversationUrl}|a message> by <@U0CHO>`,
    );
    expect(partOf('facts', { request: accessRequest({ conversationUrl }) })).toBe(
      `#1042 · About <${conversationUrl}|a message>`,
    );
    expect(partOf('facts', {})).toBe('#1042');
    expect(partOf('facts', { task: snapshot({ approvalStep: { number: 1, of: 1 } }) })).toBe(
      '#1042',
    );
  });

  it('say the end that was typed', () => {
    const request = accessRequest({ timeText: 'until Friday 18:00', durationSeconds: 3_600 });
    const task = snapshot({ grantDurationSeconds: 3_600 });
    expect(partOf('facts', { request, task })).toBe('#1042 · Wanted until DATE');
  });

  describe('of a request for more time', () => {
    const sentAt = noon.getTime();
    const hour = 3_600_000;
    const extension = (seconds: number): Partial<CardModel> => ({
      request: accessRequest({ extendsRequestId: 'request-0', durationSeconds: 86_400 }),
      task: snapshot({ createdAt: noon.toISOString(), grantDurationSeconds: seconds }),
      heldUntil: new Date(sentAt + hour),
    });
    const closedDenied = closedSnapshot({
      createdAt: noon.toISOString(),
      grantDurationSeconds: 90_000,
      outcome: 'denied',
    });
    const shown = (seconds: number) => wholePartOf('facts', extension(seconds));
    const title = (seconds: number) => partOf('title', extension(seconds));

    it('say how much more is asked for, as the trail does', () => {
      // An hour was left, less the seconds on the way to the service.
      expect(title(90_000 - 20)).toMatch(/ wants .* for 1 day more$/);
    });

    it('say until when with it, and the whole time, which a decision is about', () => {
      const end = (sentAt + 25 * hour) / 1_000;
      expect(shown(90_000)).toMatch(
        new RegExp(`^#1042 · Until <!date\\^${end}\\^[^>]*> \\(1 day 1 hour in all\\)$`),
      );
    });

    it('count what is asked for now where that is less', () => {
      const end = (sentAt + 3 * hour) / 1_000;
      expect(title(10_800)).toMatch(/ for 2 hours more$/);
      expect(shown(10_800)).toMatch(new RegExp(` · Until <!date\\^${end}\\^`));
    });

    it('say until when the access is there where nothing is added', () => {
      expect(title(3_000)).toMatch(/ for 50 minutes$/);
      expect(shown(3_000)).toMatch(/^#1042 · Has it until <!date/);
    });

    it('say the same once it is denied, without an end that nothing will have', () => {
      const denied = { ...extension(90_000), task: closedDenied };
      expect(partOf('title', denied)).toMatch(/wanted .* for 1 day more$/);
      expect(partOf('facts', denied)).toBe('#1042');
    });
  });

  it('says until when it was granted or when it ended, and that it was an emergency', () => {
    const task = closedSnapshot({ emergency: true });
    const later = new Date(noon.getTime() + 3_600_000);
    const shown = (change: Partial<GrantRow>, at = noon) =>
      wholePartOf('facts', { task, at, grant: grantRow({ endsAt: later, ...change }) });
    const facts = '#1042 · 🚨 Emergency';
    expect(shown({})).toContain(`${facts} · Until <!date^1772456400^`);
    const revocationPending = 'given-back';
    expect(shown({ revocationPending })).toBe(`${facts} · Is being given back`);
    expect(shown({ revocationPending: 'taken-away' })).toBe(`${facts} · Is being taken away`);
    expect(shown({ revocationPending, isOrderFailing: true })).toBe(
      `${facts} · Should have been taken away`,
    );
    expect(shown({}, later)).toContain(`${facts} · Should have ended <!date^1772456400^`);
    for (const [endedBy, words] of [
      ['expired', 'Ended'],
      ['given-back', 'Given back'],
      ['taken-away', 'Taken away'],
      [null, 'Went on with a later request'],
      ['unconfirmed', 'Should have ended'],
    ] as const) {
      expect(shown({ endedAt: noon, endedBy })).toContain(`${facts} · ${words} <!date^1772452800^`);
    }
    expect(shown({ endsAt: null })).toBe(facts);
  });

  it('names the target by the service’s account, else by the picked person', () => {
    const request = accessRequest({ targetSlackId: 'U0DEE' });
    const facts = (target: TaskSnapshot['target']) =>
      partOf('facts', { request, task: snapshot({ target }), target: { name: null } });
    expect(facts(person('user-goran'))).toBe('#1042 · On behalf of Goran');
    expect(facts(null)).toBe('#1042 · On behalf of <@U0DEE>');
  });

  it('gives the service’s advice in one line, while there is something to decide', () => {
    const advice = (task: TaskSnapshot) => partOf('advice', { task });
    const insights = ['Nobody on this team has it', ' ', 'Out of hours'];
    expect(advice(snapshot({ recommendation: 'deny', insights }))).toBe(
      'Recommendation: deny · Nobody on this team has it · Out of hours',
    );
    expect(advice(snapshot({ recommendation: 'ask_twice' }))).toBe('Recommendation: ask_twice');
    expect(advice(snapshot({ insights: ['Out of hours'] }))).toBe('Out of hours');
    expect(advice(closedSnapshot({ recommendation: 'deny', insights }))).toBe('');
  });

  it('warns before it recommends to approve, and leaves no warning out', () => {
    const many = Array.from({ length: 20 }, (_, index) => `${index}. The person is an intern`);
    const words = partOf('advice', {
      task: snapshot({ recommendation: 'approve', insights: many }),
    });
    expect(words.match(/\d+\. The person is an intern/g)).toHaveLength(20);
    expect(words).toMatch(/^0\. .* · Recommendation: approve$/);
  });

  it('ends with who asked when, and the link to the console', () => {
    expect(wholePartOf('foot', {})).toMatch(/^Asked by <@U0BEN>, <!date\^1772452800\^/);
    expect(partOf('foot', {})).toBe(
      'Asked by <@U0BEN>, DATE · <https://acme.example/task/1042|Open in the governance console>',
    );
    expect(partOf('foot', { consoleUrl: null })).toBe('Asked by <@U0BEN>, DATE');
  });

  it('says that it shows the time of the request when tasks cannot be read; closed ones do not change', () => {
    const foot = (change: Partial<CardModel>) => partOf('foot', change);
    expect(foot({ task: snapshot({ state: 'unread' }) })).toContain(
      ' · as it was then; this card is not updated · ',
    );
    expect(foot({ task: closedSnapshot() })).not.toContain('as it was then');
    expect(foot({})).not.toContain('as it was then');
  });
});
