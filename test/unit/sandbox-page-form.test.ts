import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldName, parseFieldName } from '../../sandbox/workspace/page/field-names.ts';
import { FormBody } from '../../sandbox/workspace/page/form-body.ts';
import { localMoment, unixOf } from '../../sandbox/workspace/page/local-moment.ts';

const body = (...fields: [string, string][]): FormBody => new FormBody(new URLSearchParams(fields));

describe('what a form posts', () => {
  it('finds every element again, whatever its ids are made of', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (blockId, actionId) => {
        expect(parseFieldName(fieldName('many', blockId, actionId))).toEqual({ kind: 'many', blockId, actionId });
      }),
    );
  });

  it('passes over fields that are no elements', () => {
    expect(parseFieldName('container')).toBeNull();
    expect(parseFieldName('text/%E0%A4%A/x')).toBeNull();
    expect(parseFieldName('other/a/b')).toBeNull();
  });

  it('reads text, several choices (none of them too), and moments in the person’s zone', () => {
    const values = body(
      ['text/why/t', 'because'],
      ['many/who/u', ''],
      ['many/who/u', 'U0ANA'],
      ['many/who/u', 'U0BEN'],
      ['many/none/u', ''],
      ['moment/when/d', '2026-11-21T13:00'],
    ).values('Africa/Lagos');
    expect(JSON.parse(JSON.stringify(values))).toEqual({
      why: { t: 'because' },
      who: { u: ['U0ANA', 'U0BEN'] },
      none: { u: [] },
      when: { d: String(Date.parse('2026-11-21T12:00:00Z') / 1000) },
    });
  });

  it('takes __proto__ as a block_id like any other', () => {
    const values = body(['text/__proto__/x', '1']).values('UTC');
    expect(Object.keys(values)).toEqual(['__proto__']);
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });

  it.each(['', 'no json', '{"kind":"view"}', '{"kind":"other","viewId":"V1"}'])('refuses the container %s', (text) => {
    expect(body(['container', text]).container()).toBeNull();
  });

  it('reads a container', () => {
    const container = { kind: 'ephemeral', conversationId: 'C1', ts: '1.2' };
    expect(body(['container', JSON.stringify(container)]).container()).toEqual(container);
  });
});

describe('a local date and time', () => {
  it('goes to Unix seconds and back in every zone, save in the hour that a clock change repeats', () => {
    const zones = fc.constantFrom('Africa/Lagos', 'Asia/Kolkata', 'Asia/Tehran', 'Asia/Singapore', 'UTC');
    const minutes = fc.integer({ min: 27_000_000, max: 31_000_000 });
    fc.assert(
      fc.property(zones, minutes, (zone, minute) => {
        expect(unixOf(localMoment(minute * 60, zone), zone)).toBe(minute * 60);
      }),
    );
  });

  it('minds summer time', () => {
    expect(unixOf('2026-07-01T12:00', 'Europe/Lisbon')).toBe(Date.parse('2026-07-01T11:00:00Z') / 1000);
    expect(unixOf('2026-12-01T12:00', 'Europe/Lisbon')).toBe(Date.parse('2026-12-01T12:00:00Z') / 1000);
  });

  it('is null when it is none', () => {
    expect(unixOf('soon', 'UTC')).toBeNull();
    expect(unixOf('2026-13-01T00:00', 'UTC')).toBeNull();
  });
});
