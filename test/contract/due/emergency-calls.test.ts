import { beforeEach, describe, expect, it } from 'vitest';
import { noticeMessage } from '../../../src/slack/message/notice-messages.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import type { NoticeContext } from '../../../src/use-cases/ports/chat-ports.ts';
import { closedSnapshot, person } from '../../support/samples.ts';
import { testSettings } from '../../support/test-settings.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';
import { waiting } from '../../support/waiting.ts';

const desk = useCaseDesk();
const { waits, reads, live, standStill } = waiting(desk);

const onlyAna = { stepApprovers: [person('user-ana')], emergency: true };
const texts = textsFor('en', ['U0HANA']);

/** As it is read in UTC: dates without Slack's markup. */
function read(context: NoticeContext): string {
  const { text } = noticeMessage(texts, context, 'requester');
  return text.replaceAll(/<!date[^|]*\|2026-03-(\d\d) (\d\d:\d\d) UTC>/g, '$1, $2');
}
const heard = () =>
  desk().chat.notices.flatMap(({ body, context }) =>
    body.kind === 'overdue-told' ? [read(context)] : [],
  );
const updated = () =>
  desk().chat.noticesUpdated.flatMap(({ body, context }) =>
    body.kind === 'overdue-told' ? [read(context)] : [],
  );
const openingOf = (text: string | undefined) => text?.split('\n')[0];

// Tuesday, 3 March 2026, 03:00 UTC: nobody works.
beforeEach(() => {
  desk().settings = testSettings({ escalation: null });
  desk().directory.add('U0HANA');
  standStill('2026-03-03T03:00Z');
});

describe('the requester of an emergency that nobody answers', () => {
  it('reads after five minutes who was called, and who is called next', async () => {
    await waits(1, onlyAna);
    await live('2026-03-03T03:05Z');
    expect(heard()[0]?.split('\n').slice(0, 3)).toEqual([
      'Nobody has decided on your request for *GitHub · Platform: write* yet. Ana will decide.',
      '• 03, 03:05: I reminded <@U0ANA>.',
      'If nobody decides by 03, 03:10, I tell <@U0HANA> and <#C0INCIDENTS>. You can nudge the reviewers, or phone on-call.',
    ]);
  });

  it('has one message, of the first reminder or the latest tier', async () => {
    await waits(1, onlyAna);
    await live('2026-03-09T00:00Z');
    const calls = heard().map((text) => text.split('\n').filter((one) => one.startsWith('•')));
    expect(calls).toEqual([
      ['• 03, 03:05: I reminded <@U0ANA>.'],
      ['• 03, 03:10: I told <@U0HANA> and <#C0INCIDENTS>.'],
    ]);
    expect(updated()).toEqual([]);
    await desk().runJobs('retire-copy');
    const deleted = desk().chat.notices.filter(({ context }) =>
      desk().chat.isDeleted(context.noticeId),
    );
    expect(deleted.filter(({ to }) => to === 'U0BEN').map(({ body }) => body.kind)).toEqual([
      'overdue-told',
    ]);
    expect(heard().at(-1)).toContain('Still urgent? Phone on-call, or message <@U0HANA>.');
  });

  it('reads in it how the request ended', async () => {
    await waits(1, onlyAna);
    await live('2026-03-03T03:30Z');
    await reads(1, closedSnapshot({ emergency: true }));
    await desk().runJobs('send-notice');
    expect(openingOf(updated().at(-1))).toBe('*GitHub · Platform: write* (#1042): Granted.');
    const before = updated().length;
    await live('2026-03-09T00:00Z');
    expect([heard().length, updated().length]).toEqual([2, before]);
  });

  it('reads that the request continues after the step, and gets a new message for the next', async () => {
    await waits(1, onlyAna);
    await live('2026-03-03T03:06Z');
    await reads(1, { ...onlyAna, currentStepId: 'step-2' });
    await desk().runJobs('send-notice');
    expect(openingOf(updated().at(-1))).toBe(
      '*GitHub · Platform: write* (#1042): this step is over, and the next one waits.',
    );
    await live('2026-03-03T03:12Z');
    expect(heard()).toEqual([
      expect.stringContaining('• 03, 03:05: I reminded <@U0ANA>.'),
      expect.stringContaining('• 03, 03:11: I reminded <@U0ANA>.'),
    ]);
  });

  it('hears once of what fell due while nothing ran', async () => {
    await waits(1, onlyAna);
    standStill('2026-03-03T04:30Z');
    await live('2026-03-03T04:31Z');
    expect([heard().length, updated().length]).toEqual([1, 0]);
    expect(heard()[0]?.match(/• 03, 04:30/g)).toHaveLength(2);
  });

  it('is not told this after an ordinary request', async () => {
    await waits(1, { ...onlyAna, emergency: false });
    await live('2026-03-09T00:00Z');
    expect(heard()).toEqual([]);
  });
});

describe('a reviewer of an emergency', () => {
  const reminders = () =>
    desk().chat.notices.flatMap(({ body, context }) =>
      body.kind === 'reminder' ? [read(context)] : [],
    );

  it('reads in the last reminder who is told next', async () => {
    const { reminders: paces } = testSettings();
    const emergency = { ...paces.emergency, atMost: 1 };
    desk().settings = testSettings({ escalation: null, reminders: { ...paces, emergency } });
    await waits(1, onlyAna);
    await live('2026-03-03T03:06Z');
    expect(reminders()[0]).toContain(
      'the last one, after 5 minutes without a decision. If nobody decides by 03, 03:10, I tell <@U0HANA>',
    );
  });
});

describe('an emergency that ran out of time', () => {
  it('can be requested again with one click, from the message about its end alone', async () => {
    await waits(1, onlyAna);
    await live('2026-03-03T03:30Z');
    await reads(1, closedSnapshot({ emergency: true, outcome: 'wait-timed-out' }));
    await desk().runJobs('send-notice');
    const updates = desk().chat.noticesUpdated.map(({ context }) => context.offered);
    expect(desk().chat.shown.flatMap(({ buttons }) => buttons)).toEqual(['request.again']);
    expect(updates.flat()).not.toContain('again');
  });
});
