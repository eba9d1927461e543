import { type SeededApp, seededApp } from './app-seed.ts';
import { aws } from './apps/aws.ts';
import { beacon } from './apps/beacon.ts';
import { bellbuoy } from './apps/bellbuoy.ts';
import { berth } from './apps/berth.ts';
import { crew } from './apps/crew.ts';
import { foghorn } from './apps/foghorn.ts';
import { github } from './apps/github.ts';
import { lantern } from './apps/lantern.ts';
import { ledger } from './apps/ledger.ts';
import { seasickDesk } from './apps/seasick-desk.ts';
import { snowflake } from './apps/snowflake.ts';
import { timetables } from './apps/timetables.ts';

/** The twelve apps of Acme Lighthouse & Ferry Co. */
export const seededApps: readonly SeededApp[] = [
  github,
  aws,
  snowflake,
  foghorn,
  timetables,
  ledger,
  crew,
  beacon,
  berth,
  seasickDesk,
  lantern,
  bellbuoy,
].map(seededApp);
