import { describe, expect, it } from 'vitest';
import { accessRefusal, minimalAccess, readAccess } from '../../support/access-file-in-memory.ts';
import { waiting } from '../../support/test-settings.ts';

const written = `timeZone: Europe/Berlin
workingHours: { from: "08:30", to: "24:00", days: [mon, tue, wed, thu, fri, sat, sun, sun], holidays: [2026-12-25] }
reminders: { after: 2s, every: 1m 30s, atMost: 5, emergency: { after: 1s } }
escalation:
  - { after: 8h, to: { people: [U0LEAD] } }
  - { after: 8h, to: { channel: C0SECURITY, group: S0SECURITY } }
  - { after: 24h, to: { owners: true }, offer: emergency }
  - { after: 2d, offer: emergency }
absence: { emojis: [":palm_tree:", ":face_with_thermometer:"] }
`;

const nobody = { people: [], channel: null, group: null, owners: false, offersEmergency: false };

describe('the settings for a waiting request', () => {
  it('has tiers of its own for emergencies, in the order of their times', () => {
    const tiers = '[{ after: 5m, to: { people: [U0LEAD] } }, { after: 20m, to: { owners: true } }]';
    const read = readAccess(`${minimalAccess}emergency: { escalation: ${tiers} }\n`);
    expect(read.ok ? read.value : read.refusal).toMatchObject({
      escalation: null,
      emergencyEscalation: [
        { ...nobody, afterSeconds: 300, people: ['U0LEAD'] },
        { ...nobody, afterSeconds: 1_200, owners: true },
      ],
    });
    const unordered = '[{ after: 20m, to: { owners: true } }, { after: 5m, to: { owners: true } }]';
    expect(accessRefusal(`${minimalAccess}emergency: { escalation: ${unordered} }\n`)).toContain(
      'emergency.escalation[1].after is before the tier above it',
    );
  });

  it('is read in minutes and seconds; what is left out has its default', () => {
    const read = readAccess(`${minimalAccess}${written}`);
    expect(read.ok ? read.value : read.refusal).toMatchObject({
      timeZone: 'Europe/Berlin',
      workingHours: {
        fromMinutes: 510,
        toMinutes: 1_440,
        days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
        holidays: ['2026-12-25'],
      },
      reminders: {
        afterSeconds: 2,
        everySeconds: 90,
        atMost: 5,
        emergency: { afterSeconds: 1, everySeconds: 600, atMost: 6 },
      },
      escalation: [
        { ...nobody, afterSeconds: 28_800, people: ['U0LEAD'] },
        { ...nobody, afterSeconds: 28_800, channel: 'C0SECURITY', group: 'S0SECURITY' },
        { ...nobody, afterSeconds: 86_400, owners: true, offersEmergency: true },
        { ...nobody, afterSeconds: 172_800, offersEmergency: true },
      ],
      absence: { emojis: [':palm_tree:', ':face_with_thermometer:'] },
    });
  });

  it('is replaced whole by what stands under an app', () => {
    const read = readAccess(`apps:
  - { id: a, name: A, reminders: { atMost: 0 }, escalation: [] }
reminders: { after: 1h, every: 1h, atMost: 9 }
escalation: [{ after: 8h, to: { people: [U0LEAD] } }]
`);
    expect(read.ok ? read.value.apps[0] : read.refusal).toMatchObject({
      reminders: { ...waiting.reminders, atMost: 0 },
      escalation: [],
    });
  });

  it.each([
    [
      'timeZone: Europe/Atlantis',
      '2:11: timeZone is "Europe/Atlantis"; write the name of a time zone, like Europe/Berlin or UTC.',
    ],
    [
      'workingHours: { from: "25:00" }',
      '2:23: workingHours.from is "25:00"; write a time of day in quotes, from "00:00" to "23:59".',
    ],
    [
      'workingHours: { to: "24:01" }',
      '2:21: workingHours.to is "24:01"; write a time of day in quotes, from "00:00" to "24:00".',
    ],
    [
      'workingHours: { from: "17:00", to: "09:00" }',
      '2:36: workingHours.to leaves no time between workingHours.from and workingHours.to; write from before to.',
    ],
    [
      'workingHours: { from: "18:00" }',
      '2:23: workingHours.from leaves no time between workingHours.from and workingHours.to; write from before to.',
    ],
    [
      'workingHours: { days: [mon, tuesday] }',
      '2:29: workingHours.days[1] is "tuesday"; write one of mon, tue, wed, thu, fri, sat, sun.',
    ],
    [
      'workingHours: { days: [] }',
      '2:23: workingHours.days is an empty list; write a list like [mon, tue, wed, thu, fri].',
    ],
    [
      'workingHours: { holidays: [2026-02-30] }',
      '2:28: workingHours.holidays[0] is "2026-02-30"; write a date, like 2026-12-25.',
    ],
    [
      'reminders: { every: 0 }',
      '2:21: reminders.every is 0; write a time above zero and up to 365d with its unit, like 30s, 10m or 2h.',
    ],
    [
      'reminders: { after: 400d }',
      '2:21: reminders.after is "400d"; write a time above zero and up to 365d with its unit, like 30s, 10m or 2h.',
    ],
    [
      'reminders: { atMost: -1 }',
      '2:22: reminders.atMost is -1; write a whole number from 0 to 100, like 3.',
    ],
    [
      'reminders: { emergency: { atMost: 1.5 } }',
      '2:35: reminders.emergency.atMost is 1.5; write a whole number from 0 to 100, like 3.',
    ],
    [
      'escalation: { after: 8h }',
      '2:13: escalation is a group of settings; write a list of tiers, like [{ after: 8h, to: { people: [U0LEAD] } }].',
    ],
    [
      'escalation: [{ after: 8h }]',
      '2:14: escalation[0].to names nobody; write who is told, like to: { people: [U0LEAD] }.',
    ],
    [
      'escalation: [{ after: 8h, to: {} }]',
      '2:31: escalation[0].to names nobody; write who is told, like to: { people: [U0LEAD] }.',
    ],
    [
      'escalation: [{ after: 8h, to: { people: [] } }]',
      '2:41: escalation[0].to.people is an empty list; write a list like [U0LEAD].',
    ],
    [
      'escalation: [{ after: 8h, to: { group: S0ALL } }]',
      '2:33: escalation[0].to.group is mentioned nowhere without channel; add the channel, or leave it out.',
    ],
    [
      'escalation: [{ after: 8h, to: { owners: true, channel: C0ALL } }]',
      '2:31: escalation[0].to names several; write one of people, channel and owners, and a tier for each.',
    ],
    [
      'escalation: [{ after: 8h, to: { owners: false } }]',
      '2:41: escalation[0].to.owners is false; write true.',
    ],
    [
      'escalation: [{ after: 8h, to: { owners: true }, offer: money }]',
      '2:56: escalation[0].offer is "money"; write one of emergency.',
    ],
    [
      'escalation: [{ after: 8h, to: { owners: true } }, { after: 90m, to: { owners: true } }]',
      '2:60: escalation[1].after is before the tier above it; write the tiers in the order of their times.',
    ],
    [
      'webhook: { whenUndecided: leave }',
      '2:12: webhook.whenUndecided is gone: what nobody decides is denied in time; put a step that people decide behind the webhook, and leave it out.',
    ],
    [
      'digest: { at: "09:00", channel: C0REVIEWS }',
      '2:1: digest is gone: Home lists what waits for each person, and escalation tells a channel what waits too long; leave it out.',
    ],
    [
      'limits: { commands: 60/1m }',
      '2:11: limits.commands is gone: commands count among limits.clicks; leave it out.',
    ],
    [
      'absence: { emojis: [palm_tree] }',
      '2:21: absence.emojis[0] is "palm_tree"; write an emoji like ":palm_tree:".',
    ],
  ])('is refused as %s, with the place', (text, mistake) => {
    expect(accessRefusal(`${minimalAccess}${text}\n`)).toBe(`access.yaml:${mistake}`);
  });

  it('is refused under an app with the app’s place, every mistake at once', () => {
    const text = `apps:
  - id: a
    name: A
    reminders: { every: 0s }
    escalation: [{ after: 2h, to: { owners: true } }, { after: 1h }]
workingHours: { from: "10:00", to: "09:00", days: [xyz] }
`;
    expect(
      accessRefusal(text)
        .split('\n')
        .map((line) => line.split(/ (?:is|names|leaves) /)[0]),
    ).toEqual([
      'access.yaml:4:25: apps[0].reminders.every',
      'access.yaml:6:52: workingHours.days[0]',
      'access.yaml:5:55: apps[0].escalation[1].to',
      'access.yaml:5:64: apps[0].escalation[1].after',
      'access.yaml:6:36: workingHours.to',
    ]);
  });
});
