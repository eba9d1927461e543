/** Long because every flag and every format is tried. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { AuditLine } from '../../../src/domain/record/audit-filter.ts';
import { trailCommand } from '../../../src/extras/sealed-trail/audit-verify.ts';
import { auditCommand } from '../../../src/operator/audit/audit-command.ts';
import { joinCommands } from '../../../src/operator/command.ts';
import {
  type AuditTrail,
  type ChainLink,
  headSigner,
  type SignHead,
  startText,
} from '../../../src/use-cases/trail/audit-chain.ts';
import { typeCommand } from '../../support/typed-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'access-heads-'));
afterAll(() => rmSync(folder, { recursive: true }));

const entry: AuditLine = {
  seq: 7,
  at: '2026-11-02T10:00:00.000Z',
  kind: 'request.asked',
  actor: 'U0ANA',
  app: 'app-github',
  requestId: 'id-1',
  taskId: null,
  detail: { justification: 'a "b",\n\u202Ec' },
};

const beginning = {
  kind: 'audit.begun',
  position: 0,
  seq: 0,
  hash: '0'.repeat(64),
  at: '2026-11-02T10:00:00.000Z',
  signature: null,
} as const;

interface Kept {
  /** The state of the chain at each read. */
  readonly links?: readonly (readonly ChainLink[])[];
  readonly lines?: readonly AuditLine[];
  /** The sealed entries, from the first position. */
  readonly sealed?: readonly AuditLine[];
  readonly sign?: SignHead | null;
  readonly end?: { readonly unsealed: number; readonly oldestUnsealed: string | null };
}

const ana = { slackUserId: 'U0ANA', id: 'user-ana', name: 'Ana Reyes', email: 'ana@acme.example' };
const ben = { slackUserId: 'U0BEN', id: 'user-ben', name: 'Ben Okafor', email: 'ben@acme.example' };
const namesake = { ...ben, slackUserId: 'U1BEN', id: 'user-bo', email: 'bo@acme.example' };
const knownPeople = [ana, ben, namesake];

const nothingUnsealed = { unsealed: 0, oldestUnsealed: null };

const now = () => new Date('2026-11-03T12:00:00.000Z');

const notAsked = () => Promise.reject(new Error('not asked here'));

/** The command with a trail that has these entries; `asked` is what it read of it. */
async function audit(
  words: readonly string[],
  { lines = [entry], links = [], sealed = [], end = nothingUnsealed, sign = null }: Kept = {},
) {
  const asked: unknown[] = [];
  const readings = links.values();
  const trail: AuditTrail = {
    async read(filter, { seq }) {
      asked.push(filter);
      return lines.filter((line) => line.seq > seq);
    },
    async anchors() {
      asked.push('anchors');
      return {
        heads: [],
        starts: [{ ...beginning, signature: sign?.(startText(beginning)) ?? null }],
        erasures: [],
      };
    },
    async *links() {
      yield* readings.next().value ?? [];
    },
    names: async () => ({
      people: new Map([['U0ANA', 'Ana Reyes']]),
      numbers: new Map([['id-1', '1018']]),
    }),
    people: async (typed) => knownPeople.filter((one) => Object.values(one).includes(typed)),
    end: async () => ({ newest: null, ...end }),
    async sealed(_filter, { afterPosition }) {
      return sealed
        .map((line, at) => ({ position: at + 1, line }))
        .filter(({ position }) => position > afterPosition);
    },
    seal: notAsked,
    startChain: notAsked,
    prune: notAsked,
  };
  const command = joinCommands([
    auditCommand({ trail: async () => trail, now }),
    trailCommand(async () => ({ trail, sign, now, seal: notAsked, lastSealed: () => null })),
  ]);
  return {
    ...(await typeCommand(command, words)),
    asked,
  };
}

describe('npm run audit', () => {
  it.each([
    [['--since', '2026-11-01'], { since: '2026-11-01T00:00:00.000Z' }],
    [['--since', '1h'], { since: '2026-11-03T11:00:00.000Z' }],
    [['--until', '2 days'], { until: '2026-11-01T12:00:00.000Z' }],
    [['--until', '2026-11-01T08:30:00+02:00'], { until: '2026-11-01T06:30:00.000Z' }],
    [
      ['--actor', 'U0ANA', '--app', 'app-github', '--request', '1042'],
      { actor: 'U0ANA', app: 'app-github', request: '1042' },
    ],
  ])('reads %s', async (words, filter) => {
    const { exit, asked } = await audit(words);
    expect(exit).toBe(0);
    expect(asked[0]).toEqual(filter);
  });

  it.each(['ana@acme.example', 'Ana Reyes', 'user-ana', '<@U0ANA|ana>'])(
    'finds the actor %s',
    async (typed) => {
      const { exit, asked } = await audit(['--actor', typed]);
      expect([exit, asked[0]]).toEqual([0, { actor: 'U0ANA' }]);
    },
  );

  it.each([
    [
      'Ben Okafor',
      /^2 people .*"Ben Okafor" \(ben@acme\.example, U0BEN\); .*bo@acme\.example, U1BEN.* such as U0BEN/,
    ],
    ['Nobody Here', /^Nobody is known by "Nobody Here"\. --actor takes the display name/],
  ])('reads nothing where %s is not one person', async (typed, sentence) => {
    const { exit, out, asked } = await audit(['--actor', typed]);
    expect([exit, asked]).toEqual([2, []]);
    expect(out).toMatch(sentence);
  });

  it.each([
    ['--sinse', '2026-11-01', /Unknown option/],
    [
      '--since',
      'yesterday',
      /--since is “yesterday”: write how long ago, like 1h or 3 days, a date/,
    ],
    ['--since', '2026-02-30', /--since is “2026-02-30”/],
    ['--until', '2026-11-01T08:30:00', /an instant with its zone/],
    ['--format', 'xml', /write text, jsonl or csv/],
    ['--actor', '', /--actor is empty/],
    ['--heads', 'heads.txt', /--heads needs --verify/],
    ['--verify', '--since=2026-11-01', /leave out --since/],
    ['--anyway', '--json', /--anyway needs --start-chain/],
    ['--start-chain', '--json', /leave out --json/],
    ['--json', '--after=ten', /--after is “ten”: write a position/],
    ['--verify', '--heads=nowhere.txt', /nowhere\.txt cannot be read/],
    ['--since=2026-11-02', '--until=2026-11-01', /--until is not after --since/],
    ['--since=1h', '--until=2h', /--until is not after --since/],
    ['--since', '--until', /--since/],
    ['word', 'word', /word/],
  ])('refuses %s %s in a sentence, with exit code 2', async (one, other, sentence) => {
    const { exit, out, err, asked } = await audit([one, other]);
    expect({ exit, out, asked }).toEqual({ exit: 2, out: '', asked: [] });
    expect(err).toMatch(sentence);
    expect(err).toMatch(/See npm run audit -- --help\.\n$/);
  });

  it('writes JSON lines with everything, and nothing that controls a terminal', async () => {
    const { out } = await audit(['--format', 'jsonl']);
    expect(out).not.toContain('\u202E');
    expect(JSON.parse(out)).toEqual(entry);
  });

  it('writes a spreadsheet, quoted when a cell needs it', async () => {
    const { out } = await audit(['--format', 'csv']);
    expect(out).toBe(
      'seq,at,kind,actor,app,requestId,taskId,detail\n7,2026-11-02T10:00:00.000Z,request.asked,U0ANA,app-github,id-1,,"{""justification"":""a \\""b\\"",\\n\\u202Ec""}"\n',
    );
  });

  it('writes no cell that a spreadsheet would calculate, or that controls a terminal', async () => {
    const lines = ['=HYPERLINK("http://evil.example")', '@SUM(1)', '+1', '-1', '\tone\u009B2J'].map(
      (taskId) => ({
        ...entry,
        taskId,
      }),
    );
    const { out } = await audit(['--format', 'csv'], {
      lines: lines.map((one, index) => ({ ...one, seq: index + 1 })),
    });
    expect(out).toContain(`,"'=HYPERLINK(""http://evil.example"")",`);
    for (const shown of [`,'@SUM(1),`, `,'+1,`, `,'-1,`, `,'\\u0009one\\u009B2J,`])
      expect(out).toContain(shown);
  });

  it('says that there is no such entry', async () => {
    expect((await audit([], { lines: [] })).out).toBe('There are no such entries.\n');
  });

  const told = (seq: number, kind: string, change: Partial<AuditLine> = {}) => ({
    ...entry,
    seq,
    kind,
    detail: {},
    ...change,
  });
  const lines = [
    told(1, 'request.asked', { detail: { justification: 'INC-42:\n\u202Edb down' } }),
    told(2, 'notice.delivered', { actor: null }),
    told(3, 'review.approved', { at: '2026-11-02T11:01:59.000Z', detail: { reason: null } }),
    told(4, 'click.refused', {
      actor: 'U0EVE',
      at: '2026-11-03T00:00:00.000Z',
      detail: { verb: 'deny', refusal: { code: 'not-reviewer' } },
    }),
    told(5, 'task.closed', { actor: null, at: '2026-11-03T00:01:00.000Z' }),
    told(6, 'moon.risen', { actor: null, requestId: null, at: '2026-11-03T00:02:00.000Z' }),
  ];

  it('writes sentences with names by the day, and deliveries only when asked for', async () => {
    expect((await audit([], { lines })).out).toBe(
      `2026-11-02 (UTC)
Ana Reyes requested #1018: “INC-42: ⟨U+202E⟩db down”, 10:00
Ana Reyes approved #1018, 11:01

2026-11-03 (UTC)
U0EVE’s “deny” on #1018 was not carried out (not reviewer), 00:00
#1018 was closed, 00:01
moon risen, 00:02

1 delivery is left out: add --deliveries.
`,
    );
    expect((await audit(['--deliveries'], { lines })).out).toContain(
      '#1018 has a message delivered, 10:00\n',
    );
  });

  it('writes JSON lines of everything with --json', async () => {
    const { out } = await audit(['--json'], { lines });
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(lines);
  });

  it('writes what is sealed after a position in the order of the chain, with names', async () => {
    const sealed = [9, 8, 10].map((seq) => ({ ...entry, seq }));
    const { exit, out } = await audit(['--after', '1', '--json'], { sealed });
    const written = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(exit).toBe(0);
    expect(written).toEqual([
      { position: 2, ...entry, seq: 8, actorName: 'Ana Reyes' },
      { position: 3, ...entry, seq: 10, actorName: 'Ana Reyes' },
    ]);
  });

  it('says how to use it', async () => {
    const { exit, out, asked } = await audit(['--help']);
    expect([exit, asked.length]).toEqual([0, 0]);
    expect(out).toMatch(/^Usage: npm run audit/);
    expect(out).toContain('npm run audit -- --verify [--heads FILE]');
  });

  it('counts the sealed entries when all are sealed', async () => {
    expect((await audit(['--verify'])).out).toBe(
      '0 entries are as sealed, heads that agree: 0, signatures not looked at: AUDIT_SIGNING_KEY is not set, and whoever can write to the database can have sealed all of it anew.\n0 entries are not sealed yet.\n',
    );
  });

  it('fails when a key is set and there are entries without a signed head', async () => {
    const sign = headSigner('a signing key of tests');
    const end = { unsealed: 2, oldestUnsealed: beginning.at };
    const { exit, out } = await audit(['--verify'], { sign, end });
    expect(exit).toBe(1);
    expect(out).toMatch(/^2 entries are there, but no head that is signed with AUDIT_SIGNING_KEY/);
  });

  it('starts no chain without a key, nor when the trail is signed already', async () => {
    expect(await audit(['--start-chain'])).toMatchObject({
      exit: 2,
      out: expect.stringContaining('is not set'),
    });
    const sign = headSigner('a signing key of tests');
    const signed = await audit(['--start-chain'], { sign });
    expect(signed).toMatchObject({ exit: 0, out: expect.stringContaining('Nothing to start') });
  });

  it('looks again when something is wrong: entries may have been pruned meanwhile', async () => {
    const link = { position: 3, seq: 3, hash: 'b'.repeat(64), entry: null };
    const pruned = await audit(['--verify'], { links: [[link], []] });
    expect([pruned.exit, pruned.asked]).toEqual([0, ['anchors', 'anchors']]);
    const cut = await audit(['--verify'], { links: [[link], [link]] });
    expect(cut.exit).toBe(1);
    expect(cut.out).toMatch(/^Entry 3 does not follow entry 0: 2 between them are missing\./);
  });

  it('compares with heads from a file, and says how many are not sealed', async () => {
    const head = { ...beginning, position: 9, seq: 9, hash: 'a'.repeat(64) };
    const end = { unsealed: 2, oldestUnsealed: head.at };
    const sound = await audit(['--verify'], { end });
    expect(sound.exit).toBe(0);
    expect(sound.out).toContain(
      '2 entries are not sealed yet; the oldest is from 2026-11-02T10:00:00.000Z.',
    );
    const path = join(folder, 'heads.txt');
    writeFileSync(
      path,
      `From Slack:\n\`audit-head position=9 seq=9 sha256=${head.hash} at=${head.at}\`\n`,
    );
    const cut = await audit(['--verify', '--heads', path], { end });
    expect(cut.exit).toBe(1);
    expect(cut.out).toMatch(
      /^The trail ends with entry 0: what came after it, up to entry 9, was cut off\./,
    );
    writeFileSync(path, 'nothing');
    expect((await audit(['--verify', '--heads', path])).exit).toBe(2);
  });
});
