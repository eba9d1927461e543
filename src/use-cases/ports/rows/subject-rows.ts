import type { Standing } from '../../../domain/action/holder-action.ts';
import type { AccessRequest } from '../../../domain/request/access-request.ts';
import type { Subject } from '../../../domain/request/subject.ts';
import type { TaskSnapshot } from '../../../domain/task/task-snapshot.ts';
import type { GrantRow } from './due-rows.ts';

/** A subject with where it stands. */
export interface SubjectRow {
  readonly request: Subject;
  /** The last reading; null before there is a task. */
  readonly task: TaskSnapshot | null;
  /** What was granted; null where nothing was. */
  readonly grant: GrantRow | null;
  readonly standing: Standing;
}

/** A request with where it stands. */
export interface HolderRow extends SubjectRow {
  readonly request: AccessRequest;
}
