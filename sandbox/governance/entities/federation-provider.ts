/** A workload federation provider (interface.md). `oidc` or `spiffe` is present, not both. */
export interface FederationProvider {
  readonly id: string;
  readonly displayName: string;
  readonly description: string;
  readonly issuerUrl: string;
  readonly disabled: boolean;
  readonly oidc?: Readonly<Record<string, never>>;
  readonly spiffe?: { readonly bundleEndpointUrl: string };
  readonly wellKnownProvider: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}
