import { expect, it } from 'vitest';
import { rowsAboveAim } from '../../bench/table.ts';

it('a measure fails where a ratio is above its aim, or cannot be told', () => {
  const row = (what: string, ratio: string | undefined, aim: string) => ({
    what,
    measured: '1 ms; 1 ms',
    ...(ratio === undefined ? {} : { ratio }),
    aim,
  });
  const rows = [
    row('as aimed', '2.0', '2'),
    row('above', '2.1', '2'),
    row('not measured', 'NaN', '2'),
    row('no ratio', undefined, '8'),
    row('an aim in words', '9', '0.9 of the limit'),
  ];
  expect(rowsAboveAim(rows).map(({ what }) => what)).toEqual(['above', 'not measured']);
});
