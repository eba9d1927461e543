import { describe, expect, it } from 'vitest';
import type { ToolAnswer } from '../../../sandbox/workspace/slackbot/mcp-calls.ts';
import {
  answerTo,
  type Remembered,
  suggestions,
} from '../../../sandbox/workspace/slackbot/model-stand-in.ts';
import { durationOf, reasonOf, searchWords } from '../../../sandbox/workspace/slackbot/sentence.ts';

const toolNames = [
  'find_access',
  'explain_access',
  'my_requests',
  'my_access',
  'prepare_request',
  'prepare_give_back',
  'prepare_extension',
  'check_draft',
];

/** Says a sentence to the stand-in, in front of an app that answers every call. */
async function say(
  sentence: string,
  {
    names = toolNames,
    structured = {},
    remembered = { draftId: null },
  }: {
    readonly names?: readonly string[];
    readonly structured?: Readonly<Record<string, unknown>>;
    readonly remembered?: Remembered;
  } = {},
) {
  const calls: (readonly [string, object])[] = [];
  const said = await answerTo(
    sentence,
    {
      names: new Set(names),
      call: async (tool, { key: _key, ...given }): Promise<ToolAnswer> => {
        calls.push([tool, given]);
        return { text: tool, blocks: undefined, structured: structured[tool], isError: false };
      },
    },
    remembered,
  );
  return { calls, words: said.words, shows: said.answer?.text ?? null };
}

const platformWrite = {
  find_access: {
    access: [
      { appId: 'app-github', accessId: 'ent-write' },
      { appId: 'x', accessId: 'y' },
    ],
  },
  my_access: {
    requests: [
      { id: 'req-1', app: 'AWS', access: 'Staging: read' },
      { id: 'req-2', app: 'GitHub', access: 'Platform: write' },
    ],
  },
};

describe('the stand-in for a model', () => {
  it('prepares what the sentence asks for: the first that the search offers', async () => {
    const { calls, shows } = await say('Get me write on the platform repo for two hours, INC-42', {
      structured: platformWrite,
    });
    expect(calls).toEqual([
      ['find_access', { words: 'write platform' }],
      [
        'prepare_request',
        { app: 'app-github', access: 'ent-write', duration: '2h', reason: 'INC-42' },
      ],
    ]);
    expect(shows).toBe('prepare_request');
  });

  it('shows what the search says where it offers nothing', async () => {
    const { calls, shows } = await say('Get me the moon', { structured: {} });
    expect(calls).toEqual([['find_access', { words: 'moon' }]]);
    expect(shows).toBe('find_access');
  });

  it.each([
    ['What can I get in GitHub?', ['find_access', { words: 'GitHub' }]],
    ['What did I ask for?', ['my_requests', { which: 'all' }]],
    ['What do I have?', ['my_access', {}]],
  ])('answers “%s” with one call', async (sentence, call) => {
    expect((await say(sentence)).calls).toEqual([call]);
  });

  it('explains the first that the search offers', async () => {
    const { calls } = await say('What is platform write?', { structured: platformWrite });
    expect(calls.at(-1)).toEqual(['explain_access', { app: 'app-github', access: 'ent-write' }]);
  });

  it('gives back and extends the access whose name has most of the words', async () => {
    const back = await say('Give back my write on platform', { structured: platformWrite });
    expect(back.calls.at(-1)).toEqual(['prepare_give_back', { request: 'req-2' }]);
    const longer = await say('I need platform write for 3 hours longer because we are late', {
      structured: platformWrite,
    });
    expect(longer.calls.at(-1)).toEqual([
      'prepare_extension',
      { request: 'req-2', duration: '3h', reason: 'we are late' },
    ]);
  });

  it('asks about the draft that was made last', async () => {
    const remembered: Remembered = { draftId: null };
    expect((await say('Did I send it?', { remembered })).words).toBe(
      'I have prepared nothing for you yet.',
    );
    const structured = { ...platformWrite, prepare_request: { draft: { id: 'draft-7' } } };
    await say('Get me platform write for 1h because INC-42', { structured, remembered });
    expect((await say('Did I send it?', { remembered })).calls).toEqual([
      ['check_draft', { draft: 'draft-7' }],
    ]);
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
    const { words, shows } = await say(sentence, { structured: platformWrite });
    expect(words !== '' || shows !== null).toBe(true);
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
