import { describe, expect, it } from 'vitest';
import {
  newestFirst,
  type PlacedDelivery,
  standingDelivery,
} from '../../../src/extras/webhooks/rules/delivery-order.ts';

interface Named extends PlacedDelivery {
  readonly name: string;
}

const at = (second: number) => new Date(Date.UTC(2026, 2, 2, 9, 0, second));

/** A delivery of this step; signed and received at this second, if nothing else is said. */
function delivered(name: string, second: number, change: Partial<Named> = {}): Named {
  return {
    name,
    stepId: name,
    occurrence: '',
    state: 'open',
    taskUpdatedAt: null,
    signedAt: at(second),
    receivedAt: at(second),
    ...change,
  };
}

const order = (...deliveries: readonly Named[]) => newestFirst(deliveries).map(({ name }) => name);
const standing = (...deliveries: readonly Named[]) => standingDelivery(deliveries)?.name ?? null;

describe('the order of deliveries', () => {
  it('is that of the changes of their task, whenever they arrive', () => {
    const late = delivered('one', 9, { taskUpdatedAt: at(1) });
    const two = delivered('two', 5, { taskUpdatedAt: at(2) });
    expect(order(late, two)).toEqual(['two', 'one']);
    expect(order(two, late)).toEqual(['two', 'one']);
  });

  it('is that of signing where nothing tells when the task changed', () => {
    const late = delivered('one', 1, { receivedAt: at(9) });
    expect(order(late, delivered('two', 5))).toEqual(['two', 'one']);
  });

  it('follows the position where both are alike', () => {
    const one = delivered('one', 1, { occurrence: 'gen/1/', receivedAt: at(9) });
    expect(order(one, delivered('two', 1, { occurrence: 'gen/2/' }))).toEqual(['two', 'one']);
  });

  it('is that of arriving where nothing else differs', () => {
    const one = delivered('one', 1, { receivedAt: at(8) });
    expect(order(one, delivered('two', 1, { receivedAt: at(9) }))).toEqual(['two', 'one']);
  });

  it('goes back to an earlier position where the policy started again', () => {
    const two = delivered('two', 1, { occurrence: 'gen/2/', taskUpdatedAt: at(1) });
    const again = delivered('one', 2, { occurrence: 'gen/1/', taskUpdatedAt: at(2) });
    expect(order(two, again)).toEqual(['one', 'two']);
  });
});

describe('the delivery that counts', () => {
  it('is none where there is none', () => {
    expect(standing()).toBeNull();
  });

  it('is the newest that waits for an answer', () => {
    expect(standing(delivered('one', 1, { state: 'answered' }), delivered('two', 2))).toBe('two');
  });

  it('is the other one when its callback turns out to take no answer', () => {
    expect(standing(delivered('two', 1), delivered('one', 2, { state: 'spent' }))).toBe('two');
  });

  it('is an older one that waits while the order is unclear', () => {
    expect(standing(delivered('one', 1), delivered('two', 2, { state: 'answered' }))).toBe('one');
  });

  it('is not one that is certainly older than a step that was answered', () => {
    const one = delivered('one', 9, { taskUpdatedAt: at(1) });
    const two = delivered('two', 2, { taskUpdatedAt: at(2), state: 'answered' });
    expect(standing(one, two)).toBe('two');
  });

  it('is not an older delivery of a step that was answered', () => {
    const again = delivered('one again', 2, { stepId: 'one', state: 'answered' });
    expect(standing(delivered('one', 1), again)).toBe('one again');
  });

  it('is not ended by an earlier delivery of its step that was answered', () => {
    const before = delivered('one before', 1, { stepId: 'one', state: 'answered' });
    const one = delivered('one', 2);
    expect(standing(before, one, delivered('two', 3, { state: 'spent' }))).toBe('one');
  });

  it('is one whose answer is under way', () => {
    const answering = delivered('one', 1, { state: 'answering' });
    expect(standing(answering, delivered('two', 2, { state: 'spent' }))).toBe('one');
  });

  it('is not ended by a later step that takes no answer any more', () => {
    const one = delivered('one', 1, { taskUpdatedAt: at(1) });
    const two = delivered('two', 2, { taskUpdatedAt: at(2), state: 'spent' });
    expect(standing(one, two)).toBe('one');
  });

  it('is over as soon as one of the later steps was answered', () => {
    const answered = { state: 'answered' } as const;
    const one = delivered('one', 1, { taskUpdatedAt: at(1) });
    const two = delivered('two', 2, { taskUpdatedAt: at(2), ...answered });
    const three = delivered('three', 3, { taskUpdatedAt: at(3), state: 'spent' });
    expect(standing(one, two, three)).toBe('three');
  });

  it('is an older one where only one of both tells when its task changed, or both the same', () => {
    const answered = { state: 'answered' } as const;
    const [told, untold] = [{ taskUpdatedAt: at(1) }, {}];
    expect(standing(delivered('one', 0, told), delivered('two', 2, answered))).toBe('one');
    expect(
      standing(delivered('one', 0, untold), delivered('two', 2, { ...told, ...answered })),
    ).toBe('one');
    expect(standing(delivered('one', 0, told), delivered('two', 2, { ...told, ...answered }))).toBe(
      'one',
    );
  });

  it('is the newest where none waits', () => {
    const answered = { state: 'answered' } as const;
    expect(standing(delivered('one', 1, answered), delivered('two', 2, answered))).toBe('two');
  });
});
