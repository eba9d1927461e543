import { describe, expect, it } from 'vitest';
import { mayEnd, mayEscalate, mayWithdraw } from '../../../src/domain/action/holder-action.ts';
import { closedSnapshot, snapshot } from '../../support/samples.ts';

const receivedAt = '2026-03-02T12:00:00.000Z';
const handedOver = { kind: 'approval', receivedAt, deniedAt: null } as const;

describe('a request whose task takes actions from the bot', () => {
  const all = new Set(['CLOSE', 'ESCALATE_TO_EMERGENCY_ACCESS']);

  it('can be withdrawn, ended and made an emergency while it is open', () => {
    const task = snapshot();
    expect([mayWithdraw(task, all), mayEnd(task, all), mayEscalate(task, all)]).toEqual([
      true,
      true,
      true,
    ]);
    expect(mayWithdraw(closedSnapshot(), all)).toBe(false);
    expect(mayEscalate(snapshot({ emergency: true }), all)).toBe(false);
  });

  it('can only do what the service offers for it', () => {
    const none = new Set<string>();
    expect([mayWithdraw(snapshot(), none), mayEscalate(snapshot(), none)]).toEqual([false, false]);
  });
});

it('nothing can be done where it is unknown what the bot can carry out', () => {
  const task = snapshot();
  expect([mayWithdraw(task, null), mayEnd(task, null)]).toEqual([false, false]);
  expect(mayEscalate(task, null)).toBe(false);
});

it('a step that was handed over is ended here, where a reading shows that end', () => {
  expect(mayEnd(snapshot({ delivered: handedOver }), null)).toBe(true);
  expect(mayEnd(snapshot({ delivered: { ...handedOver, isOnlySource: true } }), null)).toBe(false);
  expect(mayEnd(snapshot({ delivered: { ...handedOver, kind: 'provision' } }), null)).toBe(false);
});
