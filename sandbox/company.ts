/**
 * The people of Acme Lighthouse & Ferry Co. This is all that the two halves of the sandbox share: in a real company, too, both
 * systems know the same people by email.
 */
export interface CompanyPerson {
  /** Short handle, also the email's local part. */
  readonly handle: string;
  readonly name: string;
  readonly title: string;
  readonly department: 'Bridge' | 'Engineering' | 'Harbour Ops' | 'Finance' | 'People' | 'Security' | 'Passenger Care';
  /** Handle of the manager; null for the head of the company. */
  readonly manager: string | null;
  /** IANA zone, as Slack reports it. */
  readonly timeZone: string;
  /** Slack locale, for example `en-GB`. */
  readonly locale: string;
  /** In which of the two systems the person exists: most are in both. */
  readonly presence: 'both' | 'slack-only' | 'governance-only';
  readonly slackKind: 'member' | 'guest' | 'deactivated';
  /** The governance service's record of them. */
  readonly identityStatus: 'ENABLED' | 'DISABLED' | 'UNKNOWN';
}

const emailDomain = 'acme.example';

type Extra = Partial<Pick<CompanyPerson, 'timeZone' | 'locale' | 'presence' | 'slackKind' | 'identityStatus'>>;

function person(
  handle: string,
  name: string,
  title: string,
  department: CompanyPerson['department'],
  manager: string | null,
  extra: Extra = {},
): CompanyPerson {
  return {
    handle,
    name,
    title,
    department,
    manager,
    timeZone: 'Europe/Lisbon',
    locale: 'en-GB',
    presence: 'both',
    slackKind: 'member',
    identityStatus: 'ENABLED',
    ...extra,
  };
}

export const people: readonly CompanyPerson[] = [
  person('marisol', 'Marisol Quaye', 'Harbour Master and CEO', 'Bridge', null),
  person('ana', 'Ana Lindqvist', 'Head of Platform', 'Engineering', 'marisol', { timeZone: 'Europe/Stockholm' }),
  person('ben', 'Ben Okafor', 'Staff Engineer, Timetables', 'Engineering', 'ana', { timeZone: 'Africa/Lagos' }),
  person('chen', 'Chen Wei 陈伟', 'Site Reliability Engineer', 'Engineering', 'ana', { timeZone: 'Asia/Singapore' }),
  person('dara', 'Dara Ó Briain-Walsh', 'Frontend Engineer', 'Engineering', 'ben', { timeZone: 'Europe/Dublin' }),
  person('emil', 'Emil Novák', 'Data Engineer', 'Engineering', 'ana', { timeZone: 'Europe/Prague' }),
  person('fatima', 'Fatima Zahra El Idrissi', 'Security Lead', 'Security', 'marisol', {
    timeZone: 'Africa/Casablanca',
  }),
  person('goran', 'Goran Petrović', 'Security Engineer', 'Security', 'fatima', { timeZone: 'Europe/Belgrade' }),
  person('hana', 'Hana Sato 佐藤花', 'IT Operator', 'Security', 'fatima', { timeZone: 'Asia/Tokyo' }),
  person('ines', 'Inês Carvalho', 'Chief Purser (Finance)', 'Finance', 'marisol'),
  person('jonas', 'Jonas Weber', 'Accountant', 'Finance', 'ines', { timeZone: 'Europe/Berlin', locale: 'de-DE' }),
  person('keiko', 'Keiko Tanaka', 'Payroll Specialist', 'Finance', 'ines', { timeZone: 'Asia/Tokyo' }),
  person('liam', 'Liam O’Connor', 'Fog Signal Analyst', 'Harbour Ops', 'marisol', { timeZone: 'Europe/Dublin' }),
  person('mina', 'Mina Rahimi مینا', 'Dispatcher, Night Ferry', 'Harbour Ops', 'liam', { timeZone: 'Asia/Tehran' }),
  person('noor', 'Noor van Dijk', 'Dispatcher, Day Ferry', 'Harbour Ops', 'liam', { timeZone: 'Europe/Amsterdam' }),
  person('oskar', 'Oskar Ek', 'Lighthouse Keeper, North Rock', 'Harbour Ops', 'liam', {
    timeZone: 'Europe/Stockholm',
  }),
  person('priya', 'Priya Raman', 'Head of People', 'People', 'marisol', { timeZone: 'Asia/Kolkata' }),
  person('quinn', 'Quinn Abernathy', 'Recruiter (all hands on deck)', 'People', 'priya', {
    timeZone: 'America/New_York',
    locale: 'en-US',
  }),
  person('rosa', 'Rosa Delgado', 'Passenger Care Lead', 'Passenger Care', 'marisol', { timeZone: 'Europe/Madrid' }),
  person('sven', 'Sven Bjørnstad', 'Passenger Care, Lost & Found', 'Passenger Care', 'rosa', {
    timeZone: 'Europe/Oslo',
  }),
  person('tess', 'Tess Whitlock', 'Passenger Care, Seasick Desk', 'Passenger Care', 'rosa', {
    timeZone: 'Europe/London',
  }),
  person('umar', 'Umar Siddiqui', 'Intern, Timetables', 'Engineering', 'ben', { timeZone: 'Europe/London' }),
  person('vera', 'Vera Kowalczyk', 'Buoy Painter (contractor)', 'Harbour Ops', 'liam', {
    timeZone: 'Europe/Warsaw',
    slackKind: 'guest',
  }),
  person('wim', 'Wim de Groot', 'Former Dispatcher', 'Harbour Ops', 'liam', {
    timeZone: 'Europe/Amsterdam',
    slackKind: 'deactivated',
    identityStatus: 'DISABLED',
  }),
  person('xena', 'Xena Papadaki', 'New Joiner (first day)', 'Engineering', 'ben', {
    timeZone: 'Europe/Athens',
    presence: 'slack-only',
  }),
  person('yusuf', 'Yusuf Demir', 'Diver, no Slack below the waterline', 'Harbour Ops', 'liam', {
    timeZone: 'Europe/Istanbul',
    presence: 'governance-only',
  }),
  person('zora', 'Zora Ilić', 'Dispatcher, on long leave', 'Harbour Ops', 'liam', { identityStatus: 'DISABLED' }),
  person('abel', 'Abel Nunes', 'Deckhand, hired yesterday', 'Harbour Ops', 'liam', { identityStatus: 'UNKNOWN' }),
];

/** The address both systems know a person by. */
export function emailOf(one: CompanyPerson): string {
  return `${one.handle}@${emailDomain}`;
}
