import { expect, it } from 'vitest';
import { proxySettings, readVariables } from '../../../src/config/environment.ts';
import { printMistakes } from '../../../src/config/mistakes.ts';

it.each(['proxy.example:3128', '10.0.0.1:3128', 'socks5://proxy', 'http://u:se%cret@proxy'])(
  'the address of a proxy in %s is refused without quoting it',
  (address) => {
    for (const name of ['HTTPS_PROXY', 'https_proxy']) {
      const read = readVariables(proxySettings, { [name]: address });
      expect(read.ok ? '' : printMistakes(read.refusal)).toBe(
        `environment: ${name} is not the address of a proxy: set it to one like http://proxy.example:3128, or http://user:password@proxy.example:3128.`,
      );
    }
  },
);
