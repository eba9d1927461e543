/** A company of any size for the two stand-ins, with the access file that goes with it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface CompanySize {
  readonly people: number;
  /** Each with a channel of its own. */
  readonly apps: number;
  readonly entitlementsOfAnApp: number;
  /** From this entitlement of each app on nobody decides: the service grants at once. */
  readonly openFrom: number;
  /**
   * The tenant has a catalog for each app, every second one for the holders of an entitlement, and
   * the bot reads them.
   */
  readonly hasCatalogs: boolean;
  /** How many entitlements each of the first people holds: one app after the other. */
  readonly held: number;
  /**
   * Which apps there are, and whose requests they show: `listed` are those of the access file,
   * `with-foreign` the same with requests made elsewhere, `found` all of the tenant.
   */
  readonly offer: 'listed' | 'with-foreign' | 'found';
  /** Whether agents may call the bot. */
  readonly hasAgents: boolean;
}

/** People who hold something. */
export const holders = 20;

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

/** Who holds an entitlement: the access entitlements are the first ones, and nobody has those. */
function holdersOf({ held, apps }: CompanySize, app: number, entitlement: number): object {
  const isHeld = entitlement > 0 && (entitlement - 1) * apps + app < held;
  const people = isHeld ? numbers(holders) : [];
  return Object.fromEntries(
    people.map((number) => [personId(number).slice(2).toLowerCase(), {}] as const),
  );
}

function catalogsOf({ apps, hasCatalogs }: CompanySize): readonly object[] {
  return numbers(hasCatalogs ? apps : 0).map((app) => ({
    id: `catalog-${app}`,
    name: `Catalog ${app}`,
    everyone: app % 2 === 0,
    access: app % 2 === 0 ? [] : [{ appId: appId(app), id: entitlementId(app, 0) }],
    apps: [appId(app)],
  }));
}

function company(size: CompanySize): object {
  const { people, apps, entitlementsOfAnApp, openFrom } = size;
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
    catalogs: catalogsOf(size),
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
            holders: holdersOf(size, app, entitlement),
            ...(entitlement >= openFrom && { policy: 'policy-open' }),
          })),
        },
      ],
    })),
  };
}

function access({ apps, hasCatalogs, offer, hasAgents }: CompanySize): object {
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
        ...(hasCatalogs ? ['catalogs', 'grantSearch'] : []),
        ...(hasCatalogs || offer === 'found' ? ['appList'] : []),
        ...(offer === 'found' ? ['entitlementSearch'] : []),
      ],
    },
    // The reviewer here decides for everybody.
    limits: 'off',
    ...(hasAgents && { agents: { enabled: true } }),
    ...(offer === 'found' ? { offer: 'all' } : { apps: numbers(apps).map(listed) }),
  };

  function listed(app: number): object {
    return {
      id: appId(app),
      name: appName(app),
      channel: channelId(app),
      resources: [{ resourceTypeId: 'lamp', resourceId: 'north' }],
      durations: ['1h', '4h', '7d'],
      ...(offer === 'with-foreign' && { tasks: 'all' }),
    };
  }
}
