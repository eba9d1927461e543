import { setTimeout as sleep } from 'node:timers/promises';

/** The systems and data that the bot depends on. */
const systems = ['database', 'slack', 'socket', 'governance', 'catalogue'] as const;
type System = (typeof systems)[number];

interface SystemState {
  readonly ok: boolean;
  /** When this state began; ISO 8601. */
  readonly since: string;
  /** One sentence for the operator. */
  readonly says: string;
}

/** The process is not open yet. What it waits for may be told to everybody. */
export class StillStarting extends Error {
  override readonly name = 'StillStarting';
  readonly waitsFor: string;
  constructor(waitsFor = 'the database, or its migration') {
    super(`the bot starts, and waits for ${waitsFor}`);
    this.waitsFor = waitsFor;
  }
}

/**
 * Looks at what no single call shows, each time; a sentence where it says that the system is not
 * usable.
 */
type Look = () => Promise<string | null>;

/** Asks the system; resolves with its answer in words, throws if it is not usable. */
type Probe = () => Promise<string>;

export interface SystemStatus {
  /** Notes what a call of the bot saw; `trouble` is null if the system answered. */
  readonly heard: (system: System, trouble: string | null) => void;
  /**
   * Looks at what no call of the bot brings news of. Done regularly, so that `since` is not the
   * time at which somebody first asked.
   */
  readonly look: () => Promise<void>;
  /**
   * The state of every system. A system without news for a minute is asked first; one that the
   * process has not opened yet is left out.
   */
  readonly read: () => Promise<Readonly<Record<string, SystemState>>>;
}

const freshMs = 60_000;
const probeMs = 3_000;

/**
 * The state of the systems, as the bot's own calls saw it.
 *
 * @param probes asked about a system without news for a minute; a `live` one is asked every time,
 * because no call brings news of it
 */
export function createSystemStatus(
  probes: Readonly<
    Record<System, { readonly probe: Probe; readonly live?: boolean; readonly look?: Look }>
  >,
  now: () => Date,
): SystemStatus {
  const states = new Map<System, { readonly state: SystemState; readonly atMs: number }>();

  function note(system: System, ok: boolean, says: string): SystemState {
    const before = states.get(system)?.state;
    const state = { ok, since: before?.ok === ok ? before.since : now().toISOString(), says };
    states.set(system, { state, atMs: now().getTime() });
    return state;
  }

  const troubles = new Map<System, SystemState>();

  /** What was looked at counts more than what the last call saw: that may have been another one. */
  async function stateOf(system: System): Promise<SystemState | null> {
    return (await troubleOf(system)) ?? ofCalls(system);
  }

  async function troubleOf(system: System): Promise<SystemState | null> {
    const { look } = probes[system];
    // Where nobody can look, the calls alone tell.
    const trouble = look === undefined ? null : await inTime(look).catch(() => null);
    if (trouble === null) {
      if (troubles.delete(system)) beginAnew(system);
      return null;
    }
    const since = troubles.get(system)?.since ?? now().toISOString();
    const state = { ok: false, since, says: trouble };
    troubles.set(system, state);
    return state;
  }

  /** What calls saw while it was in trouble counts from the end of that. */
  function beginAnew(system: System): void {
    const before = states.get(system);
    if (before === undefined) return;
    const state = { ...before.state, since: now().toISOString() };
    states.set(system, { ...before, state });
  }

  async function ofCalls(system: System): Promise<SystemState | null> {
    const { probe, live = false } = probes[system];
    const before = states.get(system);
    if (before !== undefined && !live && now().getTime() - before.atMs < freshMs)
      return before.state;
    try {
      return note(system, true, await inTime(probe));
    } catch (error) {
      if (error instanceof StillStarting) return null;
      return note(system, false, error instanceof Error ? error.message : String(error));
    }
  }

  return {
    heard: (system, trouble) => void note(system, trouble === null, trouble ?? 'answers'),
    async look() {
      const looks = systems.map((system) =>
        probes[system].live === true ? stateOf(system) : troubleOf(system),
      );
      await Promise.all(looks);
    },
    read: () => statesOf(stateOf),
  };
}

/** Without those that the process has not opened yet. */
async function statesOf(
  stateOf: (system: System) => Promise<SystemState | null>,
): Promise<Readonly<Record<string, SystemState>>> {
  const states = systems.map(async (system) => {
    const state = await stateOf(system);
    return state === null ? [] : [[system, state] as const];
  });
  return Object.fromEntries((await Promise.all(states)).flat());
}

/** Throws where nothing came within 3 s. */
export async function inTime<T>(probe: () => Promise<T>): Promise<T> {
  const late = sleep(probeMs, undefined, { ref: false }).then(() => {
    throw new Error(`does not answer within ${probeMs / 1_000} s`);
  });
  return Promise.race([probe(), late]);
}
