import type { RiskNames } from '../domain/authorization.ts';
import { OutwardFailure } from '../domain/outward-failure.ts';
import type { AccessGovernance, World } from './ports.ts';
import { rememberAnswers } from './remember-answers.ts';

export interface RiskNamesSource {
  /** Asks the service, where the tenant has riskLevels. */
  read(): Promise<RiskNames>;
  /** What is known without asking; null where nothing is. */
  readonly remembered: () => RiskNames | null;
}

/** Words of the tenant's risk levels, remembered for some minutes: a decision asks for them whose risk `review.linkWhen` may list. */
export function createRiskNames(deps: {
  readonly governance: Pick<AccessGovernance, 'operations' | 'riskLevels'>;
  readonly world: World;
}): RiskNamesSource {
  const { governance, world } = deps;
  let last: RiskNames | null = null;
  const names = rememberAnswers<string, RiskNames>(
    async () => {
      const told = await governance.riskLevels();
      return told.ok ? new Map(told.value.map(({ id, name }) => [id, name])) : 'unreadable';
    },
    { forMs: 10 * 60_000, now: world.now },
  );
  return {
    async read() {
      if (!governance.operations.has('riskLevels')) last = new Map();
      else {
        last = await names('').catch((err: unknown): RiskNames => {
          if (!(err instanceof OutwardFailure)) throw err;
          world.log.warn({ err }, 'risk levels not read');
          return 'unreadable';
        });
      }
      return last;
    },
    remembered: () => last,
  };
}
