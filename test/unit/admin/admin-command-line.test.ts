import { describe, expect, it } from 'vitest';
import {
  type AdminExit,
  type AdminTerminal,
  type OpenedDesk,
  runCommandLine,
} from '../../../src/operator/admin/admin-terminal.ts';
import type { GovernanceClient } from '../../../src/service/client/client.ts';
import {
  answeringClient,
  fullAnswers,
  operator,
  testDesk,
  withTexts,
} from '../../support/admin-answers.ts';

interface Typed {
  readonly client?: GovernanceClient;
  readonly open?: () => Promise<OpenedDesk>;
  /** What somebody at the terminal answers; nobody is there where it is absent. */
  readonly answer?: string;
}

async function type(words: readonly string[], typed: Typed = {}) {
  const seen = { out: '', err: '', asked: [] as string[], closed: 0, sent: 0 };
  const terminal: AdminTerminal = {
    out: (text) => {
      seen.out += text;
    },
    err: (text) => {
      seen.err += text;
    },
    isInteractive: typed.answer !== undefined,
    ask: async (question) => {
      seen.asked.push(question);
      return typed.answer ?? '';
    },
  };
  const client = typed.client ?? answeringClient(fullAnswers());
  const counting: GovernanceClient = {
    ...client,
    call: (endpoint, input) => {
      seen.sent += 1;
      return client.call(endpoint, input);
    },
  };
  const open = async (): Promise<OpenedDesk> => ({
    administer: testDesk(counting).administer,
    caller: operator,
    close: async () => {
      seen.closed += 1;
    },
  });
  const exit: AdminExit = await runCommandLine(words, terminal, {
    about: 'About.',
    open: typed.open ?? open,
  });
  return { exit, ...seen };
}

const adding = ['add-owner-source', 'app', 'app-1', 'owner', 'app-2', 'ent-2'];

describe('the command line', () => {
  it('prints help without opening anything', async () => {
    const open = () => Promise.reject(new Error('opened'));
    for (const words of [[], ['--help'], ['help'], ['owners', '--help']]) {
      const { exit, out, err } = await type(words, { open });
      expect({ exit, err }).toEqual({ exit: 0, err: '' });
      expect(out).toMatch(/^Usage: npm run admin -- <command>/);
    }
    expect((await type(['--help'], { open })).out).toContain('About.');
  });

  it('ends with 2 for what it does not understand, without opening anything', async () => {
    const open = () => Promise.reject(new Error('opened'));
    const { exit, out, err } = await type(['ownrs', 'x'], { open });
    expect({ exit, out }).toEqual({ exit: 2, out: '' });
    expect(err).toContain('Did you mean owners?');
  });

  it('prints a page and how to get the next one', async () => {
    const { exit, out, closed } = await type(['credential-policies', "o'pen day"]);
    expect({ exit, closed }).toEqual({ exit: 0, closed: 1 });
    expect(out).toContain(
      "Next page: npm run admin -- credential-policies --page-token=further 'o'\\''pen day'\n",
    );
  });

  it('keeps ids that look like flags apart in the line for the next page', async () => {
    const { out } = await type(['mcp-servers', '--', '--odd']);
    expect(out).toContain('npm run admin -- mcp-servers --page-token=further -- --odd\n');
  });

  it('prints JSON that a machine can read, and nothing else', async () => {
    const { out, err } = await type(['mcp-servers', 'app-github', '--json']);
    expect(JSON.parse(out)).toMatchObject({
      list: [{ bearerTokenConfigured: true }],
      nextPageToken: 'further',
    });
    expect(err).toBe('');
  });

  it('prints the service’s records as JSON without control characters', async () => {
    const said = '\u001B[2J\u009B1m\u007F\u202E\u200F';
    const client = answeringClient({ ...Object(withTexts(fullAnswers(), () => said)) });
    const { out } = await type(['mcp-servers', 'app-github', '--json'], { client });
    expect(out).not.toMatch(/[^\P{Cc}\n]|[\u200E\u200F\u202A-\u202E]/u);
    expect(JSON.stringify(JSON.parse(out))).toContain(JSON.stringify(said));
  });

  it('asks before it changes anything, and names both', async () => {
    const { exit, err, asked, sent } = await type(adding, { answer: 'yes' });
    expect({ exit, sent }).toEqual({ exit: 0, sent: 1 });
    expect(err).toContain('Everybody who holds ent-2 of app-2 becomes an owner (owner) of app-1.');
    expect(asked).toEqual(['Add owners? Type yes to go ahead: ']);
  });

  it('asks before it changes a connector, and leaves out the question with --yes', async () => {
    const words = ['update-connector', 'app-github', 'conn-1', '--set', 'description=Foggy'];
    const asked = await type(words, { answer: 'no' });
    expect(asked).toMatchObject({ exit: 2, sent: 0, asked: ['Update? Type yes to go ahead: '] });
    expect(asked.err).toContain('description: Foggy');
    expect(await type([...words, '--yes'])).toMatchObject({ exit: 0, sent: 1, asked: [] });
  });

  it('confirms the text of the question, which contains the id of the named person', async () => {
    const asked: (readonly [string | readonly string[], string | undefined])[] = [];
    const { administer } = testDesk(answeringClient(fullAnswers()), undefined, [
      { slackUserId: 'U0BEN', id: 'user-ben', name: 'Ben Okafor', email: 'ben@acme.example' },
    ]);
    const open = async (): Promise<OpenedDesk> => ({
      async administer(caller, words, confirmed) {
        asked.push([words, confirmed]);
        if (confirmed !== undefined) return { kind: 'refused', words: 'No.' };
        return administer(caller, words, confirmed);
      },
      caller: operator,
      close: async () => undefined,
    });
    const words = ['take-away', 'app-github', 'ent-1', 'Ben Okafor', '--reason', 'left'];
    const { err } = await type(words, { answer: 'yes', open });
    expect(err).toContain('"Ben Okafor" (ben@acme.example, user-ben) loses');
    expect(asked).toEqual([
      [words, undefined],
      [['take-away', '--reason=left', 'id:app-github', 'id:ent-1', 'user-ben'], 'confirmed'],
    ]);
  });

  it.each(['no', '', 'y', 'yes please'])(
    'changes nothing after the answer “%s”',
    async (answer) => {
      expect(await type(adding, { answer })).toMatchObject({ exit: 2, sent: 0, closed: 1 });
    },
  );

  it('changes nothing when nobody can be asked, except with --yes', async () => {
    const refused = await type(adding);
    expect(refused).toMatchObject({ exit: 2, sent: 0 });
    expect(refused.err).toContain('Add --yes');
    expect(await type([...adding, '--yes'])).toMatchObject({ exit: 0, sent: 1, asked: [] });
  });

  it('exits with 1 and the service’s message on a refusal, even in the middle of a list', async () => {
    const client: GovernanceClient = {
      call: async () => ({
        ok: false,
        refusal: {
          kind: 'not-found',
          message: 'no such \u001Bthing',
          existingTaskId: null,
          serviceRequestId: null,
        },
      }),
      close: async () => undefined,
    };
    for (const words of [['executions'], ['executions', '--all'], ['executions', '--json']]) {
      const { exit, out, err } = await type(words, { client });
      expect({ exit, out }).toEqual({ exit: 1, out: '' });
      expect(err).toContain('no such ⟨U+001B⟩thing');
    }
  });

  it('closes what it opened also when something breaks', async () => {
    let closed = 0;
    const { administer } = testDesk({
      call: () => Promise.reject(new TypeError('bug')),
      close: async () => undefined,
    });
    const open = async (): Promise<OpenedDesk> => ({
      administer,
      caller: operator,
      close: async () => {
        closed += 1;
      },
    });
    await expect(type(['executions'], { open })).rejects.toThrow('bug');
    expect(closed).toBe(1);
  });
});
