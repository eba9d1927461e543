import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

interface Row {
  readonly field: string;
  readonly control: string;
  readonly scenario: string;
}

/** The rows of the table in sandbox/README.md. */
function rowsOfTable(): readonly Row[] {
  const [, table = ''] = read('sandbox/README.md').split('## Fields that the bot relies on');
  const rows = [...table.matchAll(/^\| (.+?) \| `([\w-]+)` \| `([\w-]+\.test\.ts)` \|$/gm)];
  return rows.map(([, field = '', control = '', scenario = '']) => ({ field, control, scenario }));
}

/**
 * Kinds of faults, methods of the two handles, and lies of webhooks, as the code of the stand-ins
 * names them.
 */
function controlsOfCode(): ReadonlySet<string> {
  const faults =
    read('sandbox/governance/controls/faults.ts') + read('sandbox/workspace/faults.ts');
  const kinds = [...faults.matchAll(/kind: z\.literal\('([\w-]+)'\)/g)];
  const handles =
    read('sandbox/governance/options.ts') + read('sandbox/workspace/world-controls.ts');
  const methods = [...handles.matchAll(/^ {2}(\w+)\(.*\): .*;$/gm)];
  const lies = read('sandbox/governance/webhooks/lies.ts').matchAll(
    /^ {2}(\w+): z$|^ {2}(\w+): z\./gm,
  );
  const ofWebhooks = [...lies].map(([, split = '', whole = '']) => split + whole);
  return new Set([...[...kinds, ...methods].map(([, name = '']) => name), ...ofWebhooks]);
}

describe('the table of what the stand-ins can falsify', () => {
  const rows = rowsOfTable();

  it('has a row for each field, all of them readable', () => {
    const [, table = ''] = read('sandbox/README.md').split('## Fields that the bot relies on');
    const lines = table
      .split('\n')
      .filter((line) => line.startsWith('| ') && !line.startsWith('| field'));
    expect(rows).toHaveLength(lines.length);
    expect(rows.length).toBeGreaterThan(20);
  });

  it('names controls that exist', () => {
    const known = controlsOfCode();
    expect(rows.filter(({ control }) => !known.has(control))).toEqual([]);
  });

  it('names scenarios that exist and use the control', () => {
    const isUsed = ({ control, scenario }: Row): boolean => {
      const path = `test/scenario/${scenario}`;
      if (!existsSync(new URL(path, root))) return false;
      const source = read(path);
      return (
        source.includes(`kind: '${control}'`) ||
        source.includes(`.${control}(`) ||
        source.includes(`{ ${control}: `)
      );
    };
    expect(rows.filter((row) => !isUsed(row))).toEqual([]);
  });

  it('leaves no control of the world without a row', () => {
    const named = new Set(rows.map(({ control }) => control));
    const world = [
      'answer',
      'patch',
      'hold',
      'setIdentity',
      'setSilence',
      'changeTask',
      'setPerson',
      'setChannel',
      'deleteMessage',
    ];
    const rest = ['loseEphemerals', 'limitPosting', 'releaseDeliveries'];
    expect([...world, ...rest].filter((control) => !named.has(control))).toEqual([]);
  });
});
