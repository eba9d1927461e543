import { ok } from '../../domain/result.ts';
import type { AdminCommand } from '../command.ts';
import { choice, count, durationText, fieldsOf, freeObject, moment, text } from '../fields.ts';
import { listPage, marksOf, titleOf } from '../pages.ts';

export const executions: AdminCommand = {
  name: 'executions',
  endpoints: [14],
  about: 'the runs of automations',
  args: [],
  flags: [],
  effect: 'read',
  isList: true,
  async run(_given, administration, page) {
    const answer = await administration.listExecutions(page);
    if (!answer.ok) return answer;
    const about = { title: 'Automation executions', empty: 'No automation has run yet.' };
    return ok(
      listPage(about, answer.value, (one) => ({
        title: titleOf(one.id),
        marks: marksOf([[one.isDraft, 'draft']]),
        fields: fieldsOf([
          moment('Deleted', one.deletedAt),
          choice('State', 'AUTOMATION_EXECUTION_STATE', one.state),
          text('Automation', one.automationTemplateId),
          count('Version', one.currentVersion),
          text('Took', one.duration === '' ? '' : durationText(one.duration)),
          moment('Started', one.createdAt),
          moment('Ended', one.completedAt),
          freeObject('Context', one.context?.context ?? null),
        ]),
      })),
    );
  },
};
