import type { CatalogueEntitlement, ResourceKey } from '../../domain/catalogue/entitlement.ts';
import type { FormQuestions, RequestField } from '../../domain/form/request-answers.ts';
import {
  type AccessSettings,
  consoleLink,
  type RequestableApp,
} from '../../domain/settings/access-settings.ts';
import { answerOrNull } from '../ports/answer-or-null.ts';
import type { Pace } from '../ports/pace.ts';
import type { AccessGovernance, World } from '../ports/ports.ts';

interface SourceDeps {
  readonly governance: AccessGovernance;
  readonly settings: AccessSettings;
  readonly world: World;
  /** Of the calls of discovery. */
  readonly pace: Pace;
}

/** Something that the catalogue reads at one go, and keeps under a key. */
export interface CatalogueSource {
  readonly key: ResourceKey;
  /** Throws as the port does. */
  read(): Promise<readonly CatalogueEntitlement[]>;
}

/**
 * Where the entitlements of these apps come from: each resource of an app; for an app
 * without resources entitlementSearch, kept under empty resource ids. An app that has neither is
 * named in the log, with what to do.
 */
export function catalogueSources(
  { governance, world, pace }: SourceDeps,
  apps: readonly RequestableApp[],
): readonly CatalogueSource[] {
  return apps.flatMap(({ id, name, resources }): CatalogueSource[] => {
    if (resources.length > 0) {
      return resources.map((resource) => {
        const key = { appId: id, ...resource };
        return { key, read: () => pace().then(() => governance.listEntitlements(key)) };
      });
    }
    const search = governance.entitlementSearch(id, pace);
    if (search !== null)
      return [{ key: { appId: id, resourceTypeId: '', resourceId: '' }, read: search }];
    world.log.warn(
      { appId: id, name },
      'nothing can be asked for in this app: give it resources in access.yaml, or let the bot use entitlementSearch if the tenant has it (npm run doctor says how)',
    );
    return [];
  });
}

/**
 * The questions that the tenant asks for entitlements, beside those of `access.yaml`; kept in
 * memory, read again with the catalogue.
 */
export class SchemaQuestions {
  readonly #deps: SourceDeps;
  readonly #questions = new Map<string, readonly RequestField[]>();
  /** Schemas that want no justification. */
  readonly #withoutReason = new Set<string>();
  /** The tenant wants none with any request. */
  #hidesReasons = false;

  constructor(deps: SourceDeps) {
    this.#deps = deps;
  }

  /** Reads each schema that these entitlements name, once. What fails keeps its last good copy. */
  async read(entitlements: readonly CatalogueEntitlement[]): Promise<void> {
    const { governance, world, pace } = this.#deps;
    await this.#readSettings();
    for (const requestSchemaId of new Set(
      entitlements.map((one) => one.requestSchemaId).filter(Boolean),
    )) {
      const reading = governance.requestQuestions(requestSchemaId, pace);
      const about = { requestSchemaId };
      const form = await answerOrNull(world, reading, 'questions of a request not read', about);
      if (form !== null) this.#keep(requestSchemaId, form);
    }
  }

  /** What fails keeps what was told last: at first, that a justification is wanted. */
  async #readSettings(): Promise<void> {
    const { governance, world, pace } = this.#deps;
    const reading = governance.hidesReasons(pace);
    const what = 'whether requests need a justification not read';
    this.#hidesReasons = (await answerOrNull(world, reading, what)) ?? this.#hidesReasons;
  }

  #keep(
    requestSchemaId: string,
    { questions, hidesReason }: FormQuestions & { readonly hidesReason: boolean },
  ): void {
    this.#questions.set(requestSchemaId, questions);
    if (hidesReason) this.#withoutReason.add(requestSchemaId);
    else this.#withoutReason.delete(requestSchemaId);
  }

  /**
   * The app with the tenant's questions behind its own; one of the same id is asked once. It names
   * the entitlements for which the tenant wants no justification.
   */
  of(own: RequestableApp, entitlements: readonly CatalogueEntitlement[]): RequestableApp {
    const withoutReason = entitlements.filter(
      (one) => this.#hidesReasons || this.#withoutReason.has(one.requestSchemaId),
    );
    const app =
      withoutReason.length === 0
        ? own
        : { ...own, withoutReason: withoutReason.map(({ id }) => id) };
    if (this.#questions.size === 0) return app;
    const fields = new Map<string, RequestField>();
    const consoleUrl = consoleLink(this.#deps.settings.governance);
    for (const { id, requestSchemaId } of entitlements) {
      for (const question of this.#questions.get(requestSchemaId) ?? []) {
        const already = fields.get(question.id)?.entitlements ?? [];
        fields.set(question.id, { ...question, consoleUrl, entitlements: [...already, id] });
      }
    }
    for (const { id } of app.fields) fields.delete(id);
    return { ...app, fields: [...app.fields, ...fields.values()] };
  }
}
