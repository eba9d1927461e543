import { ok } from '../domain/result.ts';
import type { AdminCommand } from './command.ts';

/** What `npm run doctor` says, of the running bot. */
export const doctorCommand: AdminCommand = {
  name: 'doctor',
  usage: '',
  about: 'looks at Slack, the governance service and the database, and says what mends what is wrong',
  endpoints: [],
  isList: false,
  async run(_given, { checks }) {
    const records = (await checks()).map((one) => ({
      title: one.what,
      fields: [{ label: one.state, text: one.says, isTime: false }],
      json: one,
    }));
    return ok({ title: 'Doctor', records });
  },
};
