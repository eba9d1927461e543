import { setTimeout as sleep } from 'node:timers/promises';

/** The parts of the world that the bot depends on. */
const systems = ['database', 'slack', 'socket', 'governance', 'catalogue'] as const;
type System = (typeof systems)[number];

interface SystemState {
  readonly ok: boolean;
  /** Since when it is so; ISO 8601. */
  readonly since: string;
  /** One sentence for the operator. */
  readonly says: string;
}

/** Asks the system itself; resolves with what it says, throws where it is not usable. */
type Probe = () => Promise<string>;

export type SystemStatus = ReturnType<typeof createSystemStatus>;

const freshMs = 60_000;
const probeMs = 3_000;

/**
 * How the systems are, from what the bot's own calls saw.
 *
 * @param probes asked where nothing was heard for a minute; a `live` one is asked every time,
 * because no call tells of it
 */
export function createSystemStatus(
  probes: Readonly<Record<System, { readonly probe: Probe; readonly live?: boolean }>>,
  now: () => Date,
) {
  const known = new Map<System, { readonly state: SystemState; readonly atMs: number }>();

  function note(system: System, ok: boolean, says: string): SystemState {
    const before = known.get(system)?.state;
    const state = { ok, since: before?.ok === ok ? before.since : now().toISOString(), says };
    known.set(system, { state, atMs: now().getTime() });
    return state;
  }

  async function stateOf(system: System): Promise<SystemState> {
    const { probe, live = false } = probes[system];
    const before = known.get(system);
    if (before !== undefined && !live && now().getTime() - before.atMs < freshMs)
      return before.state;
    try {
      return note(system, true, await inTime(probe));
    } catch (error) {
      return note(system, false, error instanceof Error ? error.message : String(error));
    }
  }

  return {
    /** What a call of the bot saw; `trouble` is null where the system answered. */
    heard: (system: System, trouble: string | null) =>
      void note(system, trouble === null, trouble ?? 'answers'),
    /** How every system is. Those that nothing was heard of for a minute are asked first. */
    async read() {
      const states = systems.map(async (system) => [system, await stateOf(system)] as const);
      return Object.fromEntries(await Promise.all(states));
    },
  };
}

/** Throws where nothing came within 3 s. */
export function inTime<T>(probe: () => Promise<T>): Promise<T> {
  const late = sleep(probeMs, undefined, { ref: false }).then(() => {
    throw new Error(`does not answer within ${probeMs / 1_000} s`);
  });
  return Promise.race([probe(), late]);
}
