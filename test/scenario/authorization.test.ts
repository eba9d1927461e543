/**
 * The matrix of who may do what, from end to end: a signed payload over HTTP, the bot, the
 * sandbox's service. Of each cell: what the service was told, and what the person read. `npm run
 * authorization` carries out one of each kind; the suite two of each verb: one that is allowed, and
 * one that is not.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Cell,
  cells,
  clickedOf,
  modeNames,
  oneOfEachKind,
} from '../support/authorization-cells.ts';
import { AuthorizationWorld, type Opened } from '../support/authorization-world.ts';

const isWhole = process.env.AUTHORIZATION === 'all';
/** Each starts the bot anew. */
const triedModes = isWhole ? modeNames : (['act', 'link for emergencies'] as const);

/** What the service is told to do; nothing in Slack leads to the others. */
const toldAs: Partial<Record<Cell['verb'], string>> = {
  approve: 'approve',
  deny: 'deny',
  ask: 'comment',
  comment: 'comment',
  reassign: 'reassign',
  shorten: 'update-grant-duration',
  'fill-in': 'update-request-data',
  withdraw: 'close',
  escalate: 'escalate',
  'skip-step': 'skip-step',
  restart: 'restart',
  close: 'close',
  'retry-provisioning': 'retry-provisioning',
  'give-back': 'revoke',
};

const ownVerbs = new Map<Cell['verb'], readonly string[]>([
  ['withdraw', ['ben', 'dee']],
  ['escalate', ['ben', 'dee']],
  ['give-back', ['dee', 'cho']],
]);

const words: Readonly<Record<string, RegExp>> = {
  'other-workspace': /This is for others to do/,
  closed: /changes nothing any more/,
  'step-moved-on': /changes nothing any more/,
  'not-offered': /not possible now/,
  'own-request': /Somebody else has to decide/,
  'not-reviewer': /This is for others to do/,
  'not-yours': /This is for others to do/,
  'not-administrator': /This is for others to do/,
  'decided-before': /Somebody else has to decide/,
  'reason-needed': /A reason is needed here/,
  'in-console': /governance console/,
};

const withButton = oneOfEachKind(cells.filter(({ verb }) => toldAs[verb] !== undefined));
const tried = cells.filter(
  ({ verb, mode }) => toldAs[verb] !== undefined && triedModes.some((one) => one === mode),
);
const chosen = isWhole ? withButton : twoOfEachVerb(tried);

/** Two cells for each verb, each time with another person, state and policy. */
function twoOfEachVerb(all: readonly Cell[]): readonly Cell[] {
  return [...Map.groupBy(all, ({ verb }) => verb).values()].flatMap((ofVerb, index) => {
    const [allowed, refused] = [true, false].map((is) =>
      ofVerb.filter((one) => (clickedOf(one) === 'allowed') === is),
    );
    return [allowed, refused].flatMap((some = []) => some[(index * 97) % some.length] ?? []);
  });
}

describe('the matrix of who may do what, over HTTP', () => {
  let world: AuthorizationWorld;
  beforeAll(async () => {
    const own = chosen.filter((cell) =>
      ['allowed', 'not-offered'].includes(clickedOf(cell)),
    ).length;
    world = await AuthorizationWorld.start(own + 4 * 36);
  });
  afterAll(() => world?.close());

  const shared = new Map<string, Promise<Opened>>();
  /** A refusal changes nothing, so those cells share a request. */
  function requestFor(cell: Cell, isChanging: boolean): Promise<Opened> {
    if (isChanging) return world.open(cell);
    const key = [cell.state, cell.policy, cell.mode].join();
    const opened = shared.get(key) ?? world.open(cell);
    shared.set(key, opened);
    return opened;
  }

  /**
   * What the service is to be told, and what the person is to read; no words where the card shows
   * it.
   */
  function expectedOf(cell: Cell): { readonly sent: string; readonly told: RegExp | null } {
    const { verb, state, policy, mode } = cell;
    const verdict = clickedOf(cell);
    const sent = toldAs[verb] ?? '';
    // The first look at own requests, before anything is read, has one answer for everybody else.
    const own = ownVerbs.get(verb);
    const isStranger =
      own !== undefined && (cell.teamId !== 'T0ACME' || !own.includes(cell.handle));
    // The service cannot close it: it counts here alone.
    if (verb === 'withdraw' && verdict === 'not-offered') return { sent: '', told: /withdr/i };
    // By the last reading, which may be from before it was closed.
    if (verb === 'approve' && policy === 'reasons' && state === 'closed') {
      return { sent: '', told: new RegExp(`${words[verdict]?.source}|A reason is needed`) };
    }
    // Its grant may have come between the card and the withdrawal.
    if (verb === 'withdraw' && verdict === 'closed' && !isStranger)
      return { sent: '', told: new RegExp(`${words.closed?.source}|granted before you withdrew`) };
    if (verdict !== 'allowed')
      return { sent: '', told: words[isStranger ? 'not-yours' : verdict] ?? null };
    // Who may, and there is nothing to give back yet, or it is an emergency already.
    if (verb === 'give-back' && state !== 'closed')
      return { sent: '', told: /changes nothing any more/ };
    if (verb === 'escalate' && mode === 'link for emergencies')
      return { sent: '', told: words['not-offered'] ?? null };
    return { sent, told: null };
  }

  async function wrongIn(cell: Cell): Promise<readonly string[]> {
    const expected = expectedOf(cell);
    const isChanging =
      expected.sent !== '' || (cell.verb === 'withdraw' && clickedOf(cell) === 'not-offered');
    const opened = await requestFor(cell, isChanging);
    // The bot reads that it was granted when somebody clicks; a click on Approve may be asked for a
    // reason first.
    if (expected.sent === 'revoke') await world.click({ ...cell, verb: 'deny' }, opened);
    const { sent, told } = await world.click(cell, opened);
    const isRight =
      sent.join() === expected.sent && (expected.told === null || expected.told.test(told));
    return isRight
      ? []
      : [
          `${cell.name}: ${clickedOf(cell)}, but the service was told “${sent.join()}”, the person “${told}”`,
        ];
  }

  it.each(triedModes)('%s', { timeout: 3 * 3_600_000 }, async (mode) => {
    const ofMode = chosen.filter((cell) => cell.mode === mode);
    await world.run(mode);
    const startedMs = performance.now();
    // Everybody does one thing after the other, all at the same time.
    const wrong = await Promise.all(
      [...Map.groupBy(ofMode, (cell) => cell.handle).values()].map(async (lane) => {
        const found: string[] = [];
        for (const cell of lane)
          found.push(...(await wrongIn(cell).catch((error) => [String(error)])));
        return found;
      }),
    );
    const seconds = Math.round((performance.now() - startedMs) / 1_000);
    if (isWhole)
      console.log(`${mode}: ${ofMode.length} cells carried out over HTTP in ${seconds} s`);
    expect(wrong.flat()).toEqual([]);
  });
});
