import type { OptionalOperation } from '../../domain/settings/access-settings.ts';
import {
  type Capability,
  capabilityAt,
  type OperationFinding,
} from '../../domain/settings/operation-finding.ts';
import type { FoundOperations } from '../capabilities.ts';

/** What was found, as this process knows it now. */
export class LiveOperations implements FoundOperations {
  readonly #now: () => Date;
  #findings: ReadonlyMap<OptionalOperation, OperationFinding> = new Map();
  #onDoubt: (operation: OptionalOperation) => void = () => undefined;

  constructor(now: () => Date) {
    this.#now = now;
  }

  serve(findings: readonly OperationFinding[]): void {
    this.#findings = new Map(findings.map((one) => [one.operation, one]));
  }

  /** @param hear called when the tenant answers an operation that it has as if it did not have it */
  onDoubt(hear: (operation: OptionalOperation) => void): void {
    this.#onDoubt = hear;
  }

  of(operation: OptionalOperation): Capability {
    const finding = this.finding(operation);
    return finding === null ? 'unknown' : capabilityAt(finding, this.#now());
  }

  /** null where nobody looked yet. */
  finding(operation: OptionalOperation): OperationFinding | null {
    return this.#findings.get(operation) ?? null;
  }

  doubt(operation: OptionalOperation): void {
    if (this.of(operation) === 'present') this.#onDoubt(operation);
  }
}
