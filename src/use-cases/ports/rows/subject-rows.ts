import type { Standing } from '../../../domain/action/holder-action.ts';
import type { Subject, TaskElsewhere } from '../../../domain/request/subject.ts';
import type { TaskSnapshot } from '../../../domain/task/task-snapshot.ts';
import type { GrantRow } from './due-rows.ts';

/** What cards, actions and messages are about: requests, and tasks that were made elsewhere. */
export interface SubjectRows {
  find(id: string): Promise<Subject | null>;
  /** One of them, with its last reading; null where there is none of this id. */
  standing(id: string): Promise<SubjectRow | null>;
  /** The task made elsewhere with this id in the service; null where it is none that is known. */
  ofTask(taskId: string): Promise<TaskElsewhere | null>;
  /** Readings of the tasks, made since then, that take access from this person; newest first. */
  removalsOf(identityUserId: string, since: Date): Promise<readonly TaskSnapshot[]>;
  /** Those of these tasks of the service that the bot does not know. */
  unknownTasks(taskIds: readonly string[]): Promise<readonly string[]>;
  /** False, changing nothing, where the task is known. */
  insertElsewhere(task: TaskElsewhere): Promise<boolean>;
}

/** A subject with where it stands. */
export interface SubjectRow {
  readonly request: Subject;
  /** The last reading; null before there is a task. */
  readonly task: TaskSnapshot | null;
  /** null where nothing was granted. */
  readonly grant: GrantRow | null;
  readonly standing: Standing;
  /** Whether open tasks are read again, so that the bot hears what becomes of this one. */
  readonly isFollowed: boolean;
  /** A step of the task approved itself, because the bot's account is one of its reviewers. */
  readonly isSelfApproved: boolean;
}
