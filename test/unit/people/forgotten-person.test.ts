import { describe, expect, it } from 'vitest';
import {
  type ForgottenPerson,
  namesPerson,
  withoutPerson,
} from '../../../src/domain/people/forgotten-person.ts';

const ben: ForgottenPerson = {
  pseudonyms: new Map([
    ['U0BEN', 'forgotten-1'],
    ['user-ben', 'forgotten-2'],
  ]),
  emails: ['ben@acme.example'],
  names: ['Ben', 'Ben (away)'],
};

describe('a value without the person', () => {
  it.each([
    ['an id', 'U0BEN', 'forgotten-1'],
    ['an id within a key', 'acted:for:U0BEN', 'acted:for:forgotten-1'],
    ['an id in a mention', 'asked <@U0BEN>', 'asked <@forgotten-1>'],
    [
      'a longer id, which is another',
      'U0BENNO user-ben-2 a-user-ben',
      'U0BENNO user-ben-2 a-user-ben',
    ],
    ['an email, whatever its case', 'mailto:Ben@Acme.example', 'mailto:(erased)'],
    ['an email of which it is the end', 'reuben@acme.example', 'reuben@acme.example'],
    ['a name alone', 'Ben (away)', '(erased)'],
    ['a name within other words', 'Ben asked', 'Ben asked'],
    [
      'a list of objects, their keys, and what is no text',
      [{ U0BEN: { id: 'user-ben', name: 'Ben', at: 3, is: null } }],
      [{ 'forgotten-1': { id: 'forgotten-2', name: '(erased)', at: 3, is: null } }],
    ],
  ])('%s', (_what, value, expected) => {
    expect(withoutPerson(value, ben)).toEqual(expected);
  });
});

it.each([
  ['by an id', 'from U0BEN.', true],
  ['by the email', 'BEN@acme.example', true],
  ['by the name within other words', 'because ben is ill', true],
  ['not by a part of a longer id', 'U0BENNO', false],
  ['not by the end of another email', 'reuben@acme.example', false],
  ['not by a part of a longer word', 'Bench, 4Ben', false],
  ['not by others', 'U0ANA, Ana', false],
])('a text of the trail names them: %s', (_what, text, expected) => {
  expect(namesPerson(text, ben)).toBe(expected);
});
