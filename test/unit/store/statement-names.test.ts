import { beforeEach, describe, expect, it } from 'vitest';
import { isNameRefused, StatementNames } from '../../../src/store/platform/statement-names.ts';

const outdated = { code: '0A000', routine: 'RevalidateCachedQuery' };
let told: number;
let names: StatementNames;

function nameOfRepeated(text: string, of = names) {
  of.nameOf(text, 1);
  return of.nameOf(text, 1);
}

describe('the name of a statement', () => {
  beforeEach(() => {
    told = 0;
    names = new StatementNames(() => {
      told += 1;
    });
  });

  it('is given when the statement is sent for the second time, and stays', () => {
    expect(names.nameOf('select 1', 1)).toBeNull();
    const second = names.nameOf('select 1', 1);
    expect(second).toEqual({ name: expect.stringMatching(/^g0_[0-9a-f]{40}$/), generation: 0 });
    expect(names.nameOf('select 1', 1)).toEqual(second);
  });

  it('depends on nothing but its text, in each process', () => {
    const other = new StatementNames(() => undefined);
    nameOfRepeated('select 0', other);
    expect(nameOfRepeated('select 1', other)).toEqual(nameOfRepeated('select 1'));
    expect(nameOfRepeated('select 2')).not.toEqual(nameOfRepeated('select 1'));
  });

  it('is given to 200 statements', () => {
    const all = Array.from({ length: 300 }, (_, length) => nameOfRepeated(`select ${length}`));
    expect(all.map((name) => name !== null)).toEqual(
      Array.from({ length: 300 }, (_, length) => length < 200),
    );
  });

  it('is given to none of a thousand that are sent once, which are forgotten', () => {
    names.nameOf('select 1', 1);
    for (let length = 0; length < 1_000; length += 1) names.nameOf(`in ${length}`, 1);
    expect(names.nameOf('select 1', 1)).toBeNull();
    expect(names.nameOf('select 1', 1)).not.toBeNull();
  });

  it.each([
    [0, false],
    [1, true],
    [40, true],
    [41, false],
  ])('is given to a statement with %i values: %s', (count, isGiven) => {
    names.nameOf('select 1', count);
    expect(names.nameOf('select 1', count) !== null).toBe(isGiven);
  });

  it('is another one when a table has changed, once for all connections that find it', () => {
    const [one, two] = [nameOfRepeated('select 1'), nameOfRepeated('select 2')];
    if (one === null || two === null) throw new Error('no names');
    names.refuse(outdated, one);
    names.refuse(outdated, two);
    expect(names.nameOf('select 1', 1)).toEqual({
      name: one.name.replace('g0_', 'g1_'),
      generation: 1,
    });
    expect(told).toBe(0);
  });

  it.each(['26000', '42P05'])('is given no more behind a pooler (%s), and said once', (code) => {
    const named = nameOfRepeated('select 1');
    if (named === null) throw new Error('no name');
    names.refuse({ code }, named);
    names.refuse({ code }, named);
    expect(nameOfRepeated('select 1')).toBeNull();
    expect(told).toBe(1);
  });

  it.each([
    ['a table that has changed', outdated, true],
    ['a pooler that knows no such name', { code: '26000' }, true],
    ['a pooler that has the name already', { code: '42P05' }, true],
    ['what PostgreSQL cannot do', { code: '0A000', routine: 'transformLockingClause' }, false],
    ['a duplicate', { code: '23505' }, false],
  ])('is refused because of %s: %j, %s', (_, error, isRefused) => {
    expect(isNameRefused(error)).toBe(isRefused);
  });
});
