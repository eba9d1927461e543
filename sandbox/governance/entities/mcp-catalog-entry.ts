/** One way to sign in to an MCP server (interface.md, AuthMode). */
export interface McpAuthMode {
  readonly authMethod: string;
  readonly clientIdMode: string;
  readonly authStyle: string;
  readonly authorizeUrl: string;
  readonly credentialUrl: string;
  readonly description: string;
  readonly header: string;
  readonly issuerUrl: string;
  readonly jwtAudience: string;
  readonly oauth2Grant: string;
  readonly pkce: string;
  readonly tokenUrl: string;
  readonly optionalScopes: readonly string[];
  readonly scopes: readonly string[];
  readonly extraAuthorizeParams: Readonly<Record<string, string>>;
  readonly extraTokenParams: Readonly<Record<string, string>>;
  readonly passthrough: boolean;
}

/** A supported MCP server (interface.md, MCP server catalog entry). */
export interface McpCatalogEntry {
  readonly id: string;
  readonly baseUrl: string;
  readonly defaultAuthorizeUrl: string;
  readonly defaultTokenUrl: string;
  readonly defaultToolPrefix: string;
  readonly description: string;
  readonly displayName: string;
  readonly iconUrl: string;
  readonly serviceName: string;
  readonly stable: boolean;
  readonly defaultScopes: readonly string[];
  readonly channel: string;
  readonly defaultAuthMethod: string;
  readonly maturity: string;
  readonly scope: string;
  readonly supportedOauth2Modes: readonly string[];
  readonly configSchema: {
    readonly fields: readonly {
      readonly default: string;
      readonly description: string;
      readonly displayName: string;
      readonly name: string;
      readonly placeholder: string;
      readonly required: boolean;
      readonly secret: boolean;
    }[];
  } | null;
  readonly authModes: readonly McpAuthMode[];
}
