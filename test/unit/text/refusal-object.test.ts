import { describe, expect, expectTypeOf, it } from 'vitest';
import { type Fitting, type RefusalIn, refusal } from '../../../src/domain/text/refusal-object.ts';

interface Fields {
  readonly seconds: number;
}

describe('the object of a refusal', () => {
  it('says its sentence with its fields', () => {
    const tooLate = refusal<Fields>()('not-allowed', ['{seconds:duration}', '{seconds:duration}!']);
    expect(tooLate.says({ seconds: 60 })).toEqual([
      { sentence: ['{seconds:duration}', '{seconds:duration}!'], values: { seconds: 60 } },
    ]);
  });

  it('has its kind and its fields for a type', () => {
    const refusals = { 'too-late': refusal<Fields>()('not-allowed', ['a', 'b']) };
    expectTypeOf<RefusalIn<typeof refusals>>().toEqualTypeOf<
      { readonly kind: 'too-late' } & Fields
    >();
  });

  it('does not compile with a place for which it has no field of that format', () => {
    expectTypeOf<Fitting<['{second:duration}', '{second:duration}'], Fields>>().toEqualTypeOf<{
      readonly noFieldFor: 'second';
    }>();
    expectTypeOf<Fitting<['{seconds:name}', '{seconds:name}'], Fields>>().toEqualTypeOf<{
      readonly noFieldFor: 'seconds';
    }>();
  });

  it('does not compile with a place of one language alone, or without a format that exists', () => {
    expectTypeOf<Fitting<['{seconds:duration}', 'late'], Fields>>().toEqualTypeOf<{
      readonly mistake: 'seconds:duration';
    }>();
    expectTypeOf<Fitting<['{seconds:hours}', '{seconds:hours}'], Fields>>().toEqualTypeOf<{
      readonly mistake: 'seconds:hours';
    }>();
    expectTypeOf<Fitting<['{seconds}', '{seconds}'], Fields>>().toEqualTypeOf<{
      readonly mistake: 'seconds';
    }>();
  });
});
