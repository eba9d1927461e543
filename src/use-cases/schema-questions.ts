import type { RequestableApp } from '../domain/access-settings.ts';
import type { CatalogueEntitlement } from '../domain/entitlement.ts';
import { OutwardFailure } from '../domain/outward-failure.ts';
import type { RequestField } from '../domain/request-answers.ts';
import type { AccessGovernance, World } from './ports.ts';

/** The questions that the tenant asks for entitlements, beside those of `access.yaml`; kept in memory, read again with the catalogue. */
export function createSchemaQuestions({ governance, world }: { governance: AccessGovernance; world: World }) {
  const questions = new Map<string, readonly RequestField[]>();
  /** By app: made once for each reading, because forms ask at every keystroke. */
  const made = new Map<string, { readonly from: readonly CatalogueEntitlement[]; readonly app: RequestableApp }>();

  return {
    /** Reads each schema that these entitlements name, once. What fails keeps its last good copy. */
    async read(entitlements: readonly CatalogueEntitlement[]): Promise<void> {
      if (!governance.operations.has('requestSchemas')) return;
      for (const id of new Set(entitlements.map((one) => one.requestSchemaId))) {
        if (id === '') continue;
        try {
          const told = await governance.requestQuestions(id);
          if (told.ok) questions.set(id, told.value.questions);
          else world.log.warn({ requestSchemaId: id, refusal: told.refusal }, 'questions of a request refused');
        } catch (err) {
          if (!(err instanceof OutwardFailure)) throw err;
          world.log.warn({ requestSchemaId: id, err }, 'questions of a request not read');
        }
      }
      made.clear();
    },

    /** The app with the tenant's questions behind its own; one of the same id is asked once. */
    of(app: RequestableApp, entitlements: readonly CatalogueEntitlement[]): RequestableApp {
      if (questions.size === 0) return app;
      const before = made.get(app.id);
      if (before?.from === entitlements) return before.app;
      const asked = new Map<string, RequestField>();
      for (const { id, requestSchemaId } of entitlements) {
        for (const question of questions.get(requestSchemaId) ?? []) {
          const already = asked.get(question.id)?.entitlements ?? [];
          asked.set(question.id, { ...question, entitlements: [...already, id] });
        }
      }
      for (const { id } of app.fields) asked.delete(id);
      const withQuestions = { ...app, fields: [...app.fields, ...asked.values()] };
      made.set(app.id, { from: entitlements, app: withQuestions });
      return withQuestions;
    },
  };
}
