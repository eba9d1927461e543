import { describe, expect, it } from 'vitest';
import {
  capabilityAt,
  findingAfter,
  isOld,
  type Look,
  type OperationFinding,
} from '../../../src/domain/settings/operation-finding.ts';

const start = Date.parse('2026-03-01T08:00:00Z');
const hours = (count: number) => new Date(start + count * 3_600_000);

/** What is known after these looks, an hour apart. */
function knownAfter(...looks: readonly Look[]): OperationFinding {
  let finding: OperationFinding | null = null;
  for (const [index, look] of looks.entries()) {
    const answer = { look, words: look === 'there' ? '' : look };
    finding = findingAfter(finding, { operation: 'userRead', answer }, hours(index));
  }
  if (finding === null) throw new Error('a look shows something');
  return finding;
}

const capabilityAfter = (...looks: readonly Look[]) =>
  capabilityAt(knownAfter(...looks), hours(looks.length));

describe('what is known of an operation', () => {
  it.each([
    ['there', 'present'],
    ['refused', 'refused'],
    ['missing', 'absent'],
    ['unclear', 'unknown'],
  ] as const)('is after a first look that shows %s: %s', (look, capability) => {
    expect(capabilityAt(knownAfter(look), hours(0))).toBe(capability);
  });

  it.each(['refused', 'missing', 'unclear'] as const)(
    'is nothing where it was there and is %s since, however often',
    (look) => {
      expect(capabilityAfter('there', look)).toBe('unknown');
      expect(capabilityAfter('there', look, look, look)).toBe('unknown');
      expect(capabilityAfter('there', look, 'missing')).toBe('unknown');
    },
  );

  it('is that it is there again as soon as it answers again', () => {
    const again = knownAfter('there', 'refused', 'there');
    expect(again).toMatchObject({ capability: 'present', usedFrom: null });
  });

  it('is never that it is absent where it was refused once', () => {
    expect(capabilityAfter('refused', 'missing')).toBe('refused');
    expect(capabilityAfter('refused', 'unclear', 'missing')).toBe('refused');
    expect(capabilityAfter('missing', 'refused', 'missing')).toBe('refused');
  });

  it('is that it is absent when a look is clear after one that was not', () => {
    expect(capabilityAfter('unclear', 'missing')).toBe('absent');
    expect(capabilityAfter('missing', 'unclear')).toBe('absent');
  });
});

describe('an operation that is found later', () => {
  const found = knownAfter('missing', 'there');

  it('counts a quarter of an hour after it was announced', () => {
    expect(found.usedFrom).toEqual(new Date('2026-03-01T09:15:00Z'));
    expect(capabilityAt(found, new Date('2026-03-01T09:14:59Z'))).toBe('absent');
    expect(capabilityAt(found, new Date('2026-03-01T09:15:00Z'))).toBe('present');
  });

  it('is not announced again by a look before that', () => {
    const answer = { look: 'there', words: '' } as const;
    const at = new Date('2026-03-01T09:10:00Z');
    expect(findingAfter(found, { operation: 'userRead', answer }, at)).toMatchObject({
      capability: 'absent',
      usedFrom: new Date('2026-03-01T09:15:00Z'),
    });
  });

  it('is not used at all where it fails before that', () => {
    const answer = { look: 'refused', words: 'no' } as const;
    const at = new Date('2026-03-01T09:10:00Z');
    const lost = findingAfter(found, { operation: 'userRead', answer }, at);
    expect(capabilityAt(lost, hours(5))).toBe('unknown');
  });
});

it('is looked at daily, and where it is not known after an hour, or a minute if it was there', () => {
  const later = (ms: number) => new Date(start + ms);
  expect(isOld(knownAfter('there'), later(86_399_999))).toBe(false);
  expect(isOld(knownAfter('there'), later(86_400_000))).toBe(true);
  expect(isOld(knownAfter('unclear'), later(3_599_999))).toBe(false);
  expect(isOld(knownAfter('unclear'), later(3_600_000))).toBe(true);
  const lost = knownAfter('there', 'refused');
  expect(isOld(lost, new Date(lost.checkedAt.getTime() + 59_999))).toBe(false);
  expect(isOld(lost, new Date(lost.checkedAt.getTime() + 60_000))).toBe(true);
});
