/** A company of any size for the two stand-ins, with the access file that goes with it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface CompanySize {
  readonly people: number;
  /** Each with a channel of its own. */
  readonly apps: number;
  readonly entitlementsOfAnApp: number;
  /** Whether agents may call the bot. */
  readonly hasAgents: boolean;
}

/** Who decides everything. */
export const reviewer = 'U0REVIEWER';

const padded = (number: number, length: number) => String(number).padStart(length, '0');
export const personId = (number: number): string => `U0P${padded(number, 5)}`;
export const directMessageId = (person: string): string => `D${person.slice(1)}`;
export const channelId = (app: number): string => `C0CARDS${padded(app, 3)}`;
export const appId = (app: number): string => `app-${padded(app, 3)}`;
export const appName = (app: number): string => `Lighthouse ${padded(app, 3)}`;
export const entitlementId = (app: number, entitlement: number): string =>
  `ent-${padded(app, 3)}-${padded(entitlement, 6)}`;
export const entitlementName = (app: number, entitlement: number): string =>
  `Lamp ${padded(app, 3)} ${padded(entitlement, 6)}: keeper`;

/** Writes both files into a folder; their paths. JSON is YAML too. */
export async function writeCompany(
  folder: string,
  size: CompanySize,
): Promise<{ readonly seedFile: string; readonly accessFile: string }> {
  const seedFile = join(folder, 'company.yaml');
  const accessFile = join(folder, 'access.yaml');
  await writeFile(seedFile, JSON.stringify(company(size)));
  await writeFile(accessFile, JSON.stringify(access(size)));
  return { seedFile, accessFile };
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

function company({ people, apps, entitlementsOfAnApp }: CompanySize): object {
  return {
    company: { name: 'Bench Lighthouses', emailDomain: 'acme.example' },
    people: [
      { handle: 'reviewer', name: 'Rea Viewer' },
      ...numbers(people).map((number) => ({
        handle: personId(number).slice(2).toLowerCase(),
        name: `Keeper ${number}`,
      })),
    ],
    channels: [
      { id: 'C0GENERAL', name: 'general' },
      ...numbers(apps).map((app) => ({
        id: channelId(app),
        name: `cards-${app}`,
        members: ['reviewer'],
      })),
    ],
    policies: [
      { id: 'policy-one', name: 'One step', steps: [{ users: ['reviewer'] }] },
      { id: 'policy-open', name: 'Open', steps: [] },
    ],
    defaultPolicies: {
      grant: 'policy-one',
      emergency: 'policy-one',
      revoke: 'policy-open',
      certify: 'policy-open',
    },
    apps: numbers(apps).map((app) => ({
      id: appId(app),
      name: appName(app),
      types: { lamp: 'Lamp' },
      resources: [
        {
          type: 'lamp',
          id: 'north',
          name: 'North',
          entitlements: numbers(entitlementsOfAnApp).map((entitlement) => ({
            id: entitlementId(app, entitlement),
            name: entitlementName(app, entitlement),
            description: 'Keeps the lamp burning, polishes the lens and writes the log.',
            risk: 'low',
            longest: '7d',
          })),
        },
      ],
    })),
  };
}

function access({ apps, hasAgents }: CompanySize): object {
  return {
    governance: {
      operations: [
        'taskRead',
        'taskSearch',
        'taskActions',
        'taskRevoke',
        'grantsFeed',
        'userGrants',
        'userSearch',
      ],
    },
    // The reviewer here decides for everybody.
    limits: 'off',
    ...(hasAgents && { agents: { enabled: true } }),
    apps: numbers(apps).map(listed),
  };

  function listed(app: number): object {
    return {
      id: appId(app),
      name: appName(app),
      channel: channelId(app),
      resources: [{ resourceTypeId: 'lamp', resourceId: 'north' }],
      durations: ['1h', '4h', '7d'],
    };
  }
}
