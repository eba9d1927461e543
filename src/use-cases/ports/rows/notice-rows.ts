import type { Notice } from '../../../domain/message/notice.ts';

export interface KeptNotice extends Notice {
  /** When Slack took it, or it was not sent any more; null before that. */
  readonly sentAt: Date | null;
}
