/**
 * `npm run conformance`. The secret comes from the environment alone, so that it is in no list of
 * processes.
 */
import { runConformance } from './conformance-command.ts';

const { exitCode, out, errors } = await runConformance(
  process.argv.slice(2),
  process.env.GOVERNANCE_CLIENT_SECRET,
);
if (out !== '') console.log(out);
if (errors !== '') console.error(errors);
process.exitCode = exitCode;
