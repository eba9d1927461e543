import type { AuditLine } from '../../../domain/record/audit-filter.ts';

/** One thing that happened, for the trail: who, what, with which outcome. */
export type AuditEntry = Omit<AuditLine, 'seq' | 'app' | 'at'> & { readonly at: Date };
