/** Where the embedded database comes in: the bot opens a PostgreSQL server of its own. */
import type { Extra } from '../../extra.ts';
import type { OwnServer } from '../../store/platform/database.ts';
import { hostServer, joinServer } from './server/open-server.ts';

export const ownServer: OwnServer = { host: hostServer, join: joinServer };

export const embeddedDatabase: Extra = { name: 'embedded-database', ownServer };
