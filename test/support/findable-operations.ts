import {
  isPower,
  type OptionalOperation,
  optionalOperations,
} from '../../src/domain/settings/access-settings.ts';

/** Those that the bot may find out by itself: what gives it power is allowed by the operator. */
export const findableOperations: readonly OptionalOperation[] = optionalOperations.filter(
  (one) => !isPower(one),
);
