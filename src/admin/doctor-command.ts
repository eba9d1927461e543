import { ok } from '../domain/result.ts';
import type { AdminCommand } from './command.ts';

/** What has to be mended first. */
const order = { error: 0, warning: 1, ok: 2 } as const;

/** What `npm run doctor` says, of the running bot. */
export const doctorCommand: AdminCommand = {
  name: 'doctor',
  usage: '',
  about: 'looks at Slack, the governance service and the database, and says what mends what is wrong',
  endpoints: [],
  isList: false,
  async run(_given, { checks }) {
    const found = [...(await checks())].sort((one, other) => order[one.state] - order[other.state]);
    const records = found.map((one) => ({
      title: one.what,
      fields: [{ label: one.state, text: one.says, isTime: false }],
      json: one,
    }));
    return ok({ title: 'Doctor', records });
  },
};
