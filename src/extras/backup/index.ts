/** Where backups come in: two commands. */
import type { Extra } from '../../extra.ts';
import { backupCommands, backupDesk } from './backup-commands.ts';

export const backup: Extra = {
  name: 'backup',
  commands: (deps) => backupCommands(backupDesk(deps)),
};
