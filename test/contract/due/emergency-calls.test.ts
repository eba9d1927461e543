import { beforeEach, describe, expect, it } from 'vitest';
import { storedCardOf } from '../../../src/use-cases/card/card-model.ts';
import { closedSnapshot, person } from '../../support/samples.ts';
import { testSettings } from '../../support/test-settings.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';
import { waiting } from '../../support/waiting.ts';

const desk = useCaseDesk();
const { waits, reads, live, standStill } = waiting(desk);

const onlyAna = { stepApprovers: [person('user-ana')], emergency: true };
/** What Ben has about his request, the last as it is now. */
const own = () => desk().chat.shown.flatMap(({ to, text }) => (to === 'U0BEN' ? [text] : []));

// Tuesday, 3 March 2026, 03:00 UTC: nobody works.
beforeEach(() => {
  desk().settings = testSettings({ escalation: null });
  desk().directory.add('U0HANA');
  standStill('2026-03-03T03:00Z');
});

describe('the requester of an emergency that nobody answers', () => {
  it('reads after five minutes, in the message that they have, who was called and who is next', async () => {
    await waits(1, onlyAna);
    await live('2026-03-03T03:05Z');
    await desk().said();
    expect(own()).toHaveLength(1);
    expect(own()[0]).toContain(
      '• TIME: I reminded <@U0ANA>.\nIf nobody decides by TIME, I tell <@U0HANA> and <#C0INCIDENTS>.',
    );
  });

  it('is told anew after an hour and after twelve, and else reads it in what they have', async () => {
    await waits(1, onlyAna);
    const posts: number[] = [];
    for (const time of ['03T03:59Z', '03T04:01Z', '03T14:59Z', '03T15:01Z', '09T00:00Z']) {
      await live(`2026-03-${time}`);
      await desk().said();
      posts.push(own().length);
    }
    expect(posts).toEqual([1, 2, 2, 3, 3]);
    expect(own().at(-1)).toMatch(/^Nobody has decided on your request .* yet\./);
    expect(own().at(-1)).toContain('• TIME: I told <@U0HANA> and <#C0INCIDENTS>.');
    expect(own().at(-1)).toContain('Still urgent? Phone on-call, or message');
  });

  it('reads of the calls of a step no more once it is over', async () => {
    await waits(1, onlyAna);
    await live('2026-03-03T03:06Z');
    await reads(1, { ...onlyAna, currentStepId: 'step-2' });
    await desk().said();
    expect(own().at(-1)).not.toContain('I reminded');
    await live('2026-03-03T03:12Z');
    await desk().said();
    expect(own().at(-1)?.match(/• /g)).toHaveLength(1);
  });

  it('is not alone: the card says it, too, and no more once the step is over', async () => {
    const countOn = async () => {
      const card = await storedCardOf(desk().deps, 'request-1');
      return card?.model.watch?.calls?.made.length;
    };
    await waits(1, onlyAna);
    await live('2026-03-03T03:06Z');
    expect(await countOn()).toBe(1);
    await reads(1, { ...onlyAna, currentStepId: 'step-2' });
    expect(await countOn()).toBeUndefined();
  });

  it('reads once of what fell due while nothing ran', async () => {
    await waits(1, onlyAna);
    standStill('2026-03-03T04:30Z');
    await live('2026-03-03T04:31Z');
    await desk().said();
    expect(
      own()
        .at(-1)
        ?.match(/• TIME: /g),
    ).toHaveLength(2);
  });

  it('reads this of no ordinary request', async () => {
    await waits(1, { ...onlyAna, emergency: false });
    await live('2026-03-09T00:00Z');
    await desk().said();
    expect(own()).toEqual([expect.not.stringContaining('I reminded')]);
  });
});

describe('an emergency that ran out of time', () => {
  it('can be requested again with one click, from the message about its end alone', async () => {
    await waits(1, onlyAna);
    await live('2026-03-03T03:30Z');
    await reads(1, closedSnapshot({ emergency: true, outcome: 'wait-timed-out' }));
    await desk().runJobs('send-notice');
    expect(desk().chat.shown.flatMap(({ buttons }) => buttons)).toEqual(['request.again']);
  });
});
