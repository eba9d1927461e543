/**
 * The last part of `@type` for each kind of object in `expanded`
 * (docs/spec/deployments.md#expanded-objects).
 */
const expandedTypes = {
  accessReview: 'c1.api.accessreview.v1.AccessReview',
  app: 'c1.api.app.v1.App',
  appEntitlement: 'c1.api.app.v1.AppEntitlement',
  appResource: 'c1.api.app.v1.AppResource',
  appResourceType: 'c1.api.app.v1.AppResourceType',
  appUser: 'c1.api.app.v1.AppUser',
  connectorCapabilities: 'c1.api.connector.v1.ConnectorCapabilities',
  entitlementScopeBindingList: 'c1.api.app.v1.EntitlementScopeBindingList',
  insight: 'c1.api.insight.v1.Insight',
  stepApproverUsers: 'c1.api.task.v1.StepApproverUsers',
  timestamp: 'google.protobuf.Timestamp',
  user: 'c1.api.user.v1.User',
} as const;

type ExpandedType = keyof typeof expandedTypes;

/**
 * The `expanded` array of one response (docs/spec/interface.md#conventions, 7). An object that
 * several views need is stored once; what is added answers with the JSONPath that locates it.
 */
export class ExpandedObjects {
  readonly #objects: object[] = [];
  readonly #indexes = new Map<string, number>();

  /** The array to put into the response. */
  get list(): readonly object[] {
    return this.#objects;
  }

  /** Adds an object unless `key` is there already; gives its path, `$.expanded[0]`. */
  add(type: ExpandedType, key: string, value: object): string {
    return `$.expanded[${this.#index(type, key, value)}]`;
  }

  /**
   * Adds several objects of one kind; gives a path that locates all of them: `""` for none,
   * `$.expanded[3]` for one, `$.expanded[1,3]` for more.
   */
  addAll<Item extends object>(
    type: ExpandedType,
    items: readonly Item[],
    keyOf: (item: Item) => string,
  ): string {
    if (items.length === 0) return '';
    const indexes = items.map((item) => this.#index(type, keyOf(item), item));
    return `$.expanded[${indexes.join(',')}]`;
  }

  #index(type: ExpandedType, key: string, value: object): number {
    const known = this.#indexes.get(`${type} ${key}`);
    if (known !== undefined) return known;
    const index = this.#objects.length;
    this.#objects.push({ '@type': `type.googleapis.com/${expandedTypes[type]}`, ...value });
    this.#indexes.set(`${type} ${key}`, index);
    return index;
  }
}
