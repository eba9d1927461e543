import type { RequestPolicy } from '../../src/domain/catalogue/policy-steps.ts';
import type {
  ConfigurationRule,
  RequestDefaults,
} from '../../src/domain/catalogue/request-rules.ts';
import type { OptionalOperation } from '../../src/domain/settings/access-settings.ts';
import { TenantCapabilities } from '../../src/service/capabilities.ts';
import { Answers } from './answers.ts';

/** What the service tells before a request of what applies to it. */
export class FakeRequestSettings {
  operations: Set<OptionalOperation> = new Set([
    'taskRead',
    'taskSearch',
    'taskActions',
    'userSearch',
  ]);
  readonly tenant = new TenantCapabilities({ has: (one) => this.operations.has(one) });

  /** The tenant can tell by none of them. */
  lacks(...operations: readonly OptionalOperation[]): boolean {
    return !this.tenant.has(...operations);
  }

  /** What the settings of requests answer, in their order; none otherwise. */
  readonly ruleReadings = new Answers<readonly ConfigurationRule[]>();
  readonly defaultReadings = new Answers<RequestDefaults | 'none'>();

  async configurationRules() {
    return this.lacks('entitlementConfigurationRules') ? null : this.ruleReadings.take([]);
  }

  async requestDefaults() {
    return this.lacks('accessRequestDefaults') ? null : this.defaultReadings.take('none');
  }

  /** The service's policies, by id; a refusal or failure is answered first. */
  readonly policies = new Map<string, RequestPolicy>();
  readonly policyReadings = new Answers<RequestPolicy | 'none' | 'as-it-is'>();
  readonly policiesRead: string[] = [];

  async requestPolicy(id: string) {
    if (this.lacks('policyRead')) return null;
    this.policiesRead.push(id);
    const answer = this.policyReadings.take('as-it-is');
    return answer === 'as-it-is' ? (this.policies.get(id) ?? 'none') : answer;
  }
}
