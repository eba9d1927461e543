import type { Mismatch } from '../check-answer.ts';
import type { CheckedEndpoint } from './check-tenant.ts';

const mostShown = 10;

/**
 * The report, line by line, and what the command ends with: 0 as declared, 1 with a mismatch, 2
 * where nothing was checked.
 */
export function reportOf(checked: readonly CheckedEndpoint[]): {
  readonly lines: readonly string[];
  readonly exitCode: 0 | 1 | 2;
} {
  const count = (kind: CheckedEndpoint['outcome']['kind']) =>
    checked.filter((one) => one.outcome.kind === kind).length;
  const [ok, skipped, wrong] = [count('ok'), count('skipped'), count('mismatch')];
  const closing = `${checked.length} endpoints: ${ok} ok, ${skipped} skipped, ${wrong} with a mismatch.`;
  const verdict = ok + wrong === 0 ? `${closing} Nothing was checked.` : closing;
  return {
    lines: [...checked.flatMap(linesOf), '', verdict],
    exitCode: wrong > 0 ? 1 : ok > 0 ? 0 : 2,
  };
}

function linesOf({ endpoint, outcome }: CheckedEndpoint): readonly string[] {
  const head = `${String(endpoint.number).padStart(2)}  ${endpoint.method} ${endpoint.path}`;
  switch (outcome.kind) {
    case 'skipped':
      return [head, `      skipped: ${outcome.why}`];
    case 'mismatch':
      return [head, '      mismatch', ...mismatchLines(outcome.mismatches)];
    case 'ok': {
      const items =
        'nextPageToken' in endpoint.answer
          ? ` (${counted(outcome.items, 'item')}, ${counted(outcome.answers, 'page')})`
          : '';
      const more = outcome.undeclared.slice(0, mostShown).join(', ');
      return [
        head,
        `      ok${items}`,
        ...(outcome.incomplete === undefined ? [] : [`      ${outcome.incomplete}`]),
        ...(more === '' ? [] : [`      beside what the interface has: ${more}`]),
      ];
    }
  }
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** One line for each mismatch, however many items have it. */
function mismatchLines(mismatches: readonly Mismatch[]): readonly string[] {
  const groups = new Map<string, { readonly first: Mismatch; more: number }>();
  for (const one of mismatches) {
    const key = `${one.row} ${one.expected} ${one.at.replaceAll(/\[\d+\]/g, '[]')} ${one.came}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { first: one, more: 0 });
    else group.more += 1;
  }
  const lines = [...groups.values()].map(({ first, more }) => {
    const places = more === 0 ? '' : ` (and at ${counted(more, 'place')} more)`;
    return `        ${first.at}: expected ${first.expected}, came ${first.came}${places}`;
  });
  const hidden = lines.length - mostShown;
  return hidden > 0 ? [...lines.slice(0, mostShown), `        … ${hidden} more`] : lines;
}
