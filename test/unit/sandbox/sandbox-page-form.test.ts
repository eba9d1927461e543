import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldName, parseFieldName } from '../../../sandbox/workspace/page/field-names.ts';
import { FormBody } from '../../../sandbox/workspace/page/form-body.ts';

const body = (...fields: [string, string][]): FormBody => new FormBody(new URLSearchParams(fields));

describe('what a form posts', () => {
  it('reads back every block_id and action_id, with any characters', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme' }),
        (blockId, actionId) => {
          expect(parseFieldName(fieldName('many', blockId, actionId))).toEqual({
            kind: 'many',
            blockId,
            actionId,
          });
        },
      ),
    );
  });

  it('ignores fields that belong to no element', () => {
    expect(parseFieldName('container')).toBeNull();
    expect(parseFieldName('text/%E0%A4%A/x')).toBeNull();
    expect(parseFieldName('other/a/b')).toBeNull();
  });

  it('reads text, and several choices or none', () => {
    const values = body(
      ['text/why/t', 'because'],
      ['many/who/u', ''],
      ['many/who/u', 'U0ANA'],
      ['many/who/u', 'U0BEN'],
      ['many/none/u', ''],
    ).values();
    expect(JSON.parse(JSON.stringify(values))).toEqual({
      why: { t: 'because' },
      who: { u: ['U0ANA', 'U0BEN'] },
      none: { u: [] },
    });
  });

  it('accepts __proto__ as a block_id', () => {
    const values = body(['text/__proto__/x', '1']).values();
    expect(Object.keys(values)).toEqual(['__proto__']);
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });

  it.each(['', 'no json', '{"kind":"view"}', '{"kind":"other","viewId":"V1"}'])(
    'refuses the container %s',
    (text) => {
      expect(body(['container', text]).container()).toBeNull();
    },
  );

  it('reads a container', () => {
    const container = { kind: 'ephemeral', conversationId: 'C1', ts: '1.2' };
    expect(body(['container', JSON.stringify(container)]).container()).toEqual(container);
  });
});
