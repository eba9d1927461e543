import { describe, expect, it } from 'vitest';
import {
  readCommand,
  type SpokenCommand,
  typedByPerson,
  unlabelledGroups,
  unlabelledPeople,
} from '../../../src/domain/request/command-grammar.ts';

type Asked = Extract<SpokenCommand, { kind: 'ask' }>;

const asked = (change: Partial<Asked>): Asked => ({
  kind: 'ask',
  what: '',
  time: null,
  target: null,
  because: null,
  leftovers: [],
  ...change,
});
const because = (text: string) => {
  const command = readCommand(text);
  return command.kind === 'ask' ? command.because : command.kind;
};

describe('subcommands', () => {
  it.each([
    ['help', 'help'],
    [' HELP ', 'help'],
    ['Hilfe', 'help'],
    ['status', 'status'],
    ['List', 'list'],
    ['liste', 'list'],
  ])('%s', (text, kind) => {
    expect(readCommand(text)).toEqual({ kind });
  });

  it.each(['help desk', 'status page', 'list because of the audit', 'mailing list'])(
    '%s asks for something',
    (text) => {
      expect(readCommand(text)).toMatchObject({ kind: 'ask' });
    },
  );
});

describe('clauses', () => {
  it.each<[string, Partial<Asked>]>([
    ['', {}],
    ['github', { what: 'github' }],
    [
      'github admin for 4h because INC-42: db down',
      { what: 'github admin', time: '4h', because: 'INC-42: db down' },
    ],
    ['github bis heute Abend', { what: 'github', time: 'bis heute Abend' }],
    ['until tomorrow evening github', { what: 'github', time: 'until tomorrow evening' }],
    ['github until tomorrow morning', { what: 'github', time: 'until tomorrow morning' }],
    ['bis Freitag Nacht github', { what: 'github', time: 'bis Freitag Nacht' }],
    ['github for -3h', { what: 'github', time: '-3h' }],
    ['github until further notice', { what: 'github', time: 'until further notice' }],
    ['for 4 hours github admin', { what: 'github admin', time: '4 hours' }],
    ['github for up to 4h', { what: 'github', time: 'up to 4h' }],
    ['until friday 18:00 github admin', { what: 'github admin', time: 'until friday 18:00' }],
    [
      'github admin until 2026-11-25T18:00',
      { what: 'github admin', time: 'until 2026-11-25T18:00' },
    ],
    ['github till tomorrow, because x', { what: 'github', time: 'till tomorrow', because: 'x' }],
    ['for <@U1|ana> for 2d github', { what: 'github', time: '2d', target: 'U1' }],
    [
      'github fuer <@U1|ana> fuer 3 Tage weil Umzug',
      { what: 'github', time: '3 Tage', target: 'U1', because: 'Umzug' },
    ],
    [
      'github write für drei Tage weil Umzug',
      { what: 'github write', time: 'drei Tage', because: 'Umzug' },
    ],
    ['github write for two hours', { what: 'github write', time: 'two hours' }],
    ['github write for two managers', { what: 'github write for two managers', time: null }],
    [
      'github für <@U1|ana> für 3 Tage weil Umzug',
      { what: 'github', time: '3 Tage', target: 'U1', because: 'Umzug' },
    ],
    [
      'github bis Freitag 18 Uhr wegen INC-42',
      { what: 'github', time: 'bis Freitag 18 Uhr', because: 'INC-42' },
    ],
    ['github bis zu 4 Stunden', { what: 'github', time: 'bis zu 4 Stunden' }],
    ['  github\u00A0 admin\tfor\n4h ', { what: 'github admin', time: '4h' }],
    ['“github admin” FOR 4h', { what: '“github admin”', time: '4h' }],
    ['R&amp;D <#C1|ops> <http://acme.example|acme.example>', { what: 'R&D #ops acme.example' }],
  ])('%s', (text, command) => {
    expect(readCommand(text)).toEqual(asked(command));
  });

  it.each<[string, Partial<Asked>]>([
    ['app for payments', { what: 'app for payments' }],
    ['app for payments for 4h', { what: 'app for payments', time: '4h' }],
    ['github for so long', { what: 'github for so long' }],
    ['github for', { what: 'github for' }],
    ['github until', { what: 'github until' }],
    ['4h github', { what: '4h github' }],
    ['level 3 admin', { what: 'level 3 admin' }],
  ])('%s keeps what is no clause', (text, command) => {
    expect(readCommand(text)).toEqual(asked(command));
  });

  it.each<[string, Partial<Asked>]>([
    [
      'github for 4h for 2d until friday',
      { what: 'github', time: '4h', leftovers: ['for 2d', 'until friday'] },
    ],
    ['github 4h for 2d', { what: 'github 4h', time: '2d' }],
    ['github like <@U2|bob>', { what: 'github like', leftovers: ['@bob'] }],
    ['for <@U1|ana> github for <@U2>', { what: 'github', target: 'U1', leftovers: ['for @U2'] }],
    ['github <@U1|ana>', { what: 'github', leftovers: ['@ana'] }],
    ['github for @ana', { what: 'github', leftovers: ['for @ana'] }],
  ])('%s shows back what it did not take', (text, command) => {
    expect(readCommand(text)).toEqual(asked(command));
  });
});

describe('the reason', () => {
  it.each([
    ['x because', null],
    ['x because:  ', null],
    ['x because:\n  one\n   two ', 'one\n   two '],
    ['x because for 4h for <@U1|ana> because', 'for 4h for @ana because'],
    ['x because: : y', ': y'],
    ['x because : y', 'y'],
    ['x because :fire: in prod', ':fire: in prod'],
    ['x weil: “so” …', '“so” …'],
    ['becausex because-y because z', 'z'],
    ['x because <@U1|ana> <@U1> <#C1|ops> <#C1> <#C1|>', '@ana @U1 #ops #C1 #C1'],
    [
      'x because <!here> <!subteam^S1|@oncall> <!date^1700000000^{date}|17 November>',
      '@here @oncall 17 November',
    ],
    [
      'x because <!subteam^S0123> <!subteam^S0123|oncall> <!subteam^S0123|>',
      '@group @oncall @group',
    ],
    ['x because <https://acme.example/a?b=1&amp;c=2>', 'https://acme.example/a?b=1&c=2'],
    ['x because <mailto:ana@acme.example|ana@acme.example>', 'ana@acme.example'],
    ['x because <https://acme.example/1|the runbook>', 'the runbook (https://acme.example/1)'],
    ['x because 1 &lt; 2 &amp;&amp; 3 &amp;lt; 4 &quot;', '1 < 2 && 3 &lt; 4 &quot;'],
  ])('%j is %j', (text, expected) => {
    expect(because(text)).toBe(expected);
  });
});

describe('a quoted message', () => {
  const names = new Map([['U1', 'Ana Lima']]);
  const words = (text: string) =>
    typedByPerson(text, ({ kind, id }) => names.get(id) ?? `some-${kind}`);

  it('has names in the place of ids, and mentions nobody', () => {
    const text = '<!subteam^S0123|@oncall> <!subteam^S0123> <@U1> <@U2> <#C1|ops> <#C2> <!here>';
    expect(words(text)).toBe('@oncall @some-group @Ana Lima @some-person #ops #some-channel @here');
  });

  it('reports the user groups that it names by id alone', () => {
    expect(unlabelledGroups('<!subteam^S1> <!subteam^S2|> <!subteam^S3|@ops> <@U1> S4')).toEqual([
      'S1',
      'S2',
    ]);
  });

  it('reports the person that it names by id alone', () => {
    expect(unlabelledPeople('<@U1> <@U2|> <@U3|ana> <#C1> <!subteam^S1> U4')).toEqual(['U1', 'U2']);
  });
});
