/** Long because every command of the chat, and who may give it, is tried here. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OutwardFailure } from '../../../src/domain/outward/outward-failure.ts';
import { ok } from '../../../src/domain/result.ts';
import { splitLine } from '../../../src/operator/admin/desk-in-chat.ts';
import { TenantCapabilities } from '../../../src/service/capabilities.ts';
import type { GovernanceClient } from '../../../src/service/client/client.ts';
import { adminMessage, readAdminButton } from '../../../src/slack/admin/admin.ts';
import type { AdminAnswer } from '../../../src/slack/admin/admin-answer.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { chatDesk, englishOf, labelsOf, unasked } from '../../support/admin-chat.ts';
import { anyText, messageMistakes } from '../../support/slack-limits.ts';

const taking = 'take-away GitHub "Platform: admin" from <@U0BEN|ben> because left the team';

/** A service that takes what it is asked to revoke. */
function revoking() {
  const sent: unknown[] = [];
  const call: GovernanceClient['call'] = async (one, { body }) => {
    sent.push(body);
    return ok(one.answer.parse({ taskView: { task: { id: 'task-7', numericId: '1042' } } }));
  };
  return { sent, client: { call, close: async () => undefined } };
}

describe('splitting a line into words', () => {
  it.each([
    ['a  b\tc\n', ['a', 'b', 'c']],
    ['"Platform: write" x', ['Platform: write', 'x']],
    ['“smart quotes” ‘single ones’ „low ones“', ['smart quotes', 'single ones', 'low ones']],
    ["o'brien it’s", ["o'brien", 'it’s']],
    ['""', ['']],
    ['"open', null],
  ])('splits %s', (line, words) => {
    expect(splitLine(line)).toEqual(words);
  });
});

describe('what can be typed', () => {
  it.each(['', 'help', 'HILFE'])('is listed for “%s”', async (typed) => {
    const words = englishOf(await chatDesk(unasked).administer('U0HANA', typed));
    for (const usage of ['status', 'find <', 'stuck', 'who-has <app>', 'take-away <app>'])
      expect(words).toContain(`${usage}`);
  });

  it.each([
    ['stcuk', 'Did you mean stuck?'],
    ['xyzzy', 'There is no command “xyzzy” here: help lists them'],
    ['who-has "GitHub', 'A quotation mark is not closed.'],
    ['routing-rule rule-1', 'npm run admin -- --help those of the command line'],
    ['find', 'Say what: find 1042, or find @ben'],
    ['take-away GitHub ent-1 from user-ben', 'Say why: ... because left the team'],
  ])('is told of “%s”', async (typed, says) => {
    expect(englishOf(await chatDesk(unasked).administer('U0HANA', typed))).toContain(says);
  });

  it('never throws for any text', async () => {
    const desk = chatDesk(unasked);
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        expect((await desk.administer('U0HANA', `find ${text}`)).says.length).toBeGreaterThan(0);
        expect((await desk.administer('U0HANA', text)).says.length).toBeGreaterThan(0);
      }),
    );
  });
});

describe('an administrator', () => {
  it('reads what is wrong with the bot', async () => {
    const words = englishOf(await chatDesk(unasked).administer('U0HANA', 'status'));
    expect(words).toBe('1 of 2 checks are fine.\nerror: access service: does not answer');
  });

  it('reads what waits longer than it should and why, and has it tried again', async () => {
    const tried: string[] = [];
    const work = {
      kind: 'create-task',
      count: 2,
      since: new Date('2026-11-29T03:00:00Z'),
    } as const;
    const desk = chatDesk(unasked, {
      stuck: async () => [{ ...work, why: 'governance', code: 'timeout', refused: [null] }],
      tryAgain: async () => void tried.push('all'),
    });
    const answer = await desk.administer('U0HANA', 'stuck');
    expect(englishOf(answer)).toBe(
      'Requests to the access service: 2, since 2026-11-29 03:00 UTC: the access service does not answer (timeout).',
    );
    const [again] = answer.buttons ?? [];
    expect(again?.label[0]).toBe('Try again');
    expect(englishOf(await desk.administer('U0HANA', again?.words ?? []))).toContain(
      'I try it all now',
    );
    const nothing = await chatDesk(unasked).administer('U0HANA', 'stuck');
    expect(englishOf(nothing)).toBe('Nothing that I have to do waits longer than it should.');
  });

  it('finds the story of a request by its number', async () => {
    const asked: string[] = [];
    const desk = chatDesk(unasked, {
      async story(number) {
        asked.push(number);
        return { sentences: Array.from({ length: 17 }, (_, at) => `entry ${at + 1}`) };
      },
    });
    const words = englishOf(await desk.administer('U0HANA', 'find #1042'));
    expect(asked).toEqual(['1042']);
    expect(words).toMatch(/^2 earlier ones: npm run audit -- --request 1042\nentry 3\n/);
    expect(englishOf(await chatDesk(unasked).administer('U0HANA', 'find 7'))).toBe(
      'Nothing is known of #7.',
    );
  });

  it.each(['<@U0BEN|ben>', 'Ben Okafor', 'user-ben'])(
    'finds what somebody asked for and has: %s',
    async (typed) => {
      const answer = await chatDesk(unasked).administer('U0HANA', `find ${typed}`);
      expect(englishOf(answer)).toBe('"Ben Okafor" (ben@acme.example, user-ben)');
      expect(answer.requests).toBeDefined();
    },
  );

  it('picks what a part of a name may mean, and the pick is an id', async () => {
    const capabilities = new TenantCapabilities(new Set(['entitlementHolders']));
    const call: GovernanceClient['call'] = async (one) =>
      ok(
        one.answer.parse({
          list: [{ appUserId: 'a', user: { id: 'user-ben', displayName: 'Ben' } }],
        }),
      );
    const desk = chatDesk({ call, close: async () => undefined }, { capabilities });
    const choice = await desk.administer('U0HANA', 'who has GitHub platform');
    expect(englishOf(choice)).toBe(
      'I know no entitlement called "platform": it takes the whole name or the id.',
    );
    expect(labelsOf(choice)).toEqual(['"Platform: admin" (ent-1)', '"Platform: write" (ent-2)']);
    const [, write] = choice.buttons ?? [];
    expect(write?.words).toEqual(['who-has', 'GitHub', 'id:ent-2']);
    const answer = await desk.administer('U0HANA', write?.words ?? []);
    expect(englishOf(answer)).toBe(
      '"GitHub" (app-github) · "Platform: write" (ent-2)\n"Ben" (user-ben)',
    );
    expect(labelsOf(await desk.administer('U0HANA', 'who-has'))).toEqual(['"GitHub" (app-github)']);
  });

  it('reads the operation that the tenant lacks', async () => {
    const capabilities = new TenantCapabilities(new Set());
    const answer = await chatDesk(unasked, { capabilities }).administer(
      'U0HANA',
      'who-has app-github ent-1',
    );
    expect(englishOf(answer)).toContain('access.yaml does not name entitlementHolders');
  });
});

describe('taking access away', () => {
  it('asks first, by ids, and is kept before it is sent and after', async () => {
    const { sent, client } = revoking();
    const desk = chatDesk(client);
    const question = await desk.administer('U0HANA', taking);
    expect(englishOf(question)).toBe(
      '"Ben Okafor" (ben@acme.example, user-ben) loses "GitHub" (app-github) · "Platform: admin" (ent-1). The reason goes to the person and the service: left the team',
    );
    expect([sent, desk.kept]).toEqual([[], []]);
    const [order] = question.buttons ?? [];
    expect(order).toMatchObject({
      words: ['take-away', 'id:app-github', 'id:ent-1', 'id:user-ben', 'left the team'],
      isConfirmed: true,
    });
    const done = await desk.administer('U0HANA', order?.words ?? [], true);
    expect(englishOf(done)).toContain('until the service says that it is gone');
    expect(sent).toEqual([
      {
        appId: 'app-github',
        appEntitlementId: 'ent-1',
        identityUserId: 'user-ben',
        description: 'Taken away by Slack user U0HANA. left the team',
      },
    ]);
    expect(desk.takenAway).toMatchObject([{ by: 'U0HANA', reason: 'left the team' }]);
    expect(desk.kept).toMatchObject([
      { actor: 'U0HANA', detail: { command: 'take-away', outcome: 'begun' } },
      { detail: { outcome: 'done', id: desk.kept[0]?.detail.id } },
    ]);
  });

  it('says that nobody knows whether it was done, where the answer was lost', async () => {
    const failure = { system: 'governance', kind: 'timeout', message: 'POST /x: why' } as const;
    const lost = new OutwardFailure({ ...failure, certainlyNotDone: false });
    const desk = chatDesk({ ...unasked, call: () => Promise.reject(lost) });
    expect(englishOf(await desk.administer('U0HANA', taking, true))).toContain(
      'Nobody knows whether it was done: look before you repeat it.',
    );
    expect(desk.kept.at(-1)?.detail.outcome).toBe('failed');
  });

  it('does not send what it could not keep', async () => {
    const audit = () => Promise.reject(new Error('disk full'));
    const desk = chatDesk(unasked, { audit });
    await expect(desk.administer('U0HANA', taking, true)).rejects.toThrow('disk full');
  });

  it('does nothing at a button that does not confirm', async () => {
    const { sent, client } = revoking();
    const words = ['take-away', 'id:app-github', 'id:ent-1', 'id:user-ben', 'left'];
    await chatDesk(client).administer('U0HANA', words);
    expect(sent).toEqual([]);
  });
});

describe('owners', () => {
  it('may use both commands for what is theirs, without a call for its name', async () => {
    const { sent, client } = revoking();
    const desk = chatDesk(client);
    const [order] = (await desk.administer('U0FATIMA', taking)).buttons ?? [];
    await desk.administer('U0FATIMA', order?.words ?? [], true);
    expect(sent).toMatchObject([{ appEntitlementId: 'ent-1' }]);
  });

  it('are asked which is meant only among what is theirs', async () => {
    const entitlements = () => ['ent-1', 'ent-2', 'ent-3'].map((id) => ({ id, name: 'Release' }));
    const owns: NonNullable<Parameters<typeof chatDesk>[1]>['owns'] = async (_user, _app, id) =>
      id !== 'ent-2';
    const answer = await chatDesk(unasked, { entitlements, owns }).administer(
      'U0FATIMA',
      'who-has GitHub Release',
    );
    expect(labelsOf(answer)).toEqual(['"Release" (ent-1)', '"Release" (ent-3)']);
  });

  it.each([
    ['what is not theirs', 'who-has GitHub "Platform: write"', 'U0FATIMA'],
    [
      'what is not theirs by its id',
      'take-away GitHub id:ent-2 from user-ben because x',
      'U0FATIMA',
    ],
    ['other commands', 'status', 'U0FATIMA'],
    ['finding people', 'find Ben Okafor', 'U0FATIMA'],
    ['what others own', taking, 'U0BEN'],
    ['what is no command', 'xyzzy', 'U0BEN'],
  ])(
    'and everybody else may not use it for %s, and the attempt is kept',
    async (_what, typed, by) => {
      for (const isConfirmed of [false, true]) {
        const desk = chatDesk(unasked);
        const answer = await desk.administer(by, typed, isConfirmed);
        expect(englishOf(answer)).toContain('Nothing was done');
        expect(desk.kept).toMatchObject([{ actor: by, detail: { outcome: 'not-admin' } }]);
      }
    },
  );
});

describe('an answer in Slack', () => {
  const sentence = fc.tuple(anyText, anyText);
  const anyAnswer: fc.Arbitrary<AdminAnswer> = fc.record({
    says: fc.array(sentence, { minLength: 1, maxLength: 40 }),
    buttons: fc.array(fc.record({ label: sentence, words: fc.array(anyText, { maxLength: 6 }) }), {
      maxLength: 8,
    }),
  });
  const texts = { en: textsFor('en'), de: textsFor('de') };

  it('fits Slack’s limits with any content, and its buttons read as their commands', () => {
    fc.assert(
      fc.property(anyAnswer, (answer) => {
        const message = adminMessage(texts.en, 'U0HANA', answer);
        expect(messageMistakes(message)).toEqual([]);
        const actions = message.blocks.flatMap((one) =>
          one.type === 'actions' ? one.elements : [],
        );
        for (const element of actions)
          expect(readAdminButton('value' in element ? (element.value ?? '') : '')).not.toBeNull();
      }),
      { numRuns: 60 },
    );
  });

  it('is in the language of the reader', () => {
    const answer = { says: [['Nobody has it.', 'Niemand hat es.']] } as const;
    expect(JSON.stringify(adminMessage(texts.de, 'U0HANA', answer))).toContain('Niemand hat es.');
  });

  it('has no button that an earlier version or somebody else made', () => {
    for (const value of ['', '{}', '{"v":2,"words":["apps"]}'])
      expect(readAdminButton(value)).toBeNull();
  });
});
