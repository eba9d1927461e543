import { describe, expect, it } from 'vitest';
import {
  answerTo,
  type Remembered,
  suggestions,
} from '../../../sandbox/workspace/slackbot/model-stand-in.ts';
import { durationOf, reasonOf, searchWords } from '../../../sandbox/workspace/slackbot/sentence.ts';

const toolNames = ['find_access', 'my_access', 'prepare', 'check_draft'];

/** Says a sentence to the stand-in, in front of an app that answers every call. */
async function say(
  sentence: string,
  {
    names = toolNames,
    answers = {},
    remembered = { draftId: null },
  }: {
    readonly names?: readonly string[];
    readonly answers?: Readonly<Record<string, object>>;
    readonly remembered?: Remembered;
  } = {},
) {
  const calls: (readonly [string, object])[] = [];
  const call = async (tool: string, given: object): Promise<string> => {
    calls.push([tool, given]);
    return JSON.stringify(answers[tool] ?? tool);
  };
  const words = await answerTo(sentence, { names: new Set(names), call }, remembered);
  return { calls, words };
}

const write = { app: 'GitHub', access: 'Platform: write' };
const standing = { number: '1042', says: 'until noon', link: null, canPrepare: ['give-back'] };
const draft = { ...write, id: 'draft-7', says: 'Press Send.', link: null, request: null };
const platformWrite = {
  find_access: {
    access: [
      { ...write, appId: 'app-github', accessId: 'ent-write', says: ['At most 1 day.'] },
      { ...write, appId: 'x', accessId: 'y', says: [] },
    ],
  },
  my_access: {
    requests: [
      { ...standing, id: 'req-1', app: 'AWS', access: 'Staging: read' },
      { ...standing, id: 'req-2', ...write },
      { ...standing, id: 'req-3', ...write, canPrepare: [] },
    ],
  },
  prepare: { draft },
};

describe('the stand-in for a model', () => {
  it('prepares what the sentence asks for: the first that the search offers', async () => {
    const { calls, words } = await say('Get me write on the platform repo for two hours, INC-42', {
      answers: platformWrite,
    });
    expect(calls).toEqual([
      ['find_access', { words: 'write platform' }],
      ['prepare', { app: 'app-github', access: 'ent-write', duration: '2h', reason: 'INC-42' }],
    ]);
    expect(words).toBe('GitHub · Platform: write: Press Send.');
  });

  it('says so where the search offers nothing', async () => {
    const { calls, words } = await say('Get me the moon', { answers: { find_access: {} } });
    expect(calls).toEqual([['find_access', { words: 'moon' }]]);
    expect(words).toBe('There is nothing.');
  });

  it.each([
    ['What can I get in GitHub?', ['find_access', { words: 'GitHub' }]],
    ['What is platform write?', ['find_access', { words: 'platform write' }]],
    ['What did I ask for?', ['my_access', {}]],
    ['What do I have?', ['my_access', {}]],
  ])('answers “%s” with one call', async (sentence, call) => {
    expect((await say(sentence)).calls).toEqual([call]);
  });

  it('gives back and extends the access whose name has most of the words', async () => {
    const back = await say('Give back my write on platform', { answers: platformWrite });
    expect(back.calls.at(-1)).toEqual(['prepare', { kind: 'give-back', request: 'req-2' }]);
    const longer = await say('I need platform write for 3 hours longer because we are late', {
      answers: platformWrite,
    });
    expect(longer.calls.at(-1)).toEqual([
      'prepare',
      { kind: 'more-time', request: 'req-2', duration: '3h', reason: 'we are late' },
    ]);
  });

  it('asks about the draft that was made last', async () => {
    const remembered: Remembered = { draftId: null };
    expect((await say('Did I send it?', { remembered })).words).toBe(
      'I have prepared nothing for you yet.',
    );
    const answers = platformWrite;
    await say('Get me platform write for 1h because INC-42', { answers, remembered });
    expect((await say('Did I send it?', { remembered })).calls).toEqual([
      ['check_draft', { draft: 'draft-7' }],
    ]);
  });

  it('says of requests how each one stands', async () => {
    const { words } = await say('What do I have?', { answers: platformWrite });
    expect(words.split('\n')[0]).toBe('- AWS · Staging: read (#1042): until noon');
  });

  it('decides on nothing', async () => {
    const { calls, words } = await say('Approve it for me');
    expect(calls).toEqual([]);
    expect(words).toContain('no tool to decide');
  });

  it('says which tool is missing', async () => {
    const { calls, words } = await say('What do I have?', { names: ['find_access'] });
    expect(calls).toEqual([]);
    expect(words).toBe('The app has no tool for that (my_access).');
  });

  it.each(suggestions)('has an answer to its own suggestion “%s”', async (sentence) => {
    expect((await say(sentence, { answers: platformWrite })).words).not.toBe('');
  });
});

describe('a sentence', () => {
  it.each([
    ['platform write for two hours', '2h'],
    ['platform write for an hour', '1h'],
    ['platform write for 90 min', '90m'],
    ['platform write for the next 3 days', '3d'],
    ['platform write for a week longer', '1w'],
    ['platform write for Ana', ''],
    ['platform write', ''],
  ])('says how long in “%s”', (sentence, duration) => {
    expect(durationOf(sentence)).toBe(duration);
  });

  it.each([
    ['platform write, INC-42', 'INC-42'],
    ['platform write for 2h, INC-42: the ferry has no slots', 'INC-42: the ferry has no slots'],
    ['platform write because the ferry has no slots', 'the ferry has no slots'],
    ['platform write', ''],
  ])('says why in “%s”', (sentence, reason) => {
    expect(reasonOf(sentence)).toBe(reason);
  });

  it('is searched by the words that name something', () => {
    expect(searchWords('Please get me write on the platform repo for 2h because I am late')).toBe(
      'write platform',
    );
  });
});
