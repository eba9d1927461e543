import { ok } from '../../domain/result.ts';
import type { AdminRow } from '../../use-cases/admin-desk.ts';
import type { McpCatalogRecord } from '../../use-cases/administration-records.ts';
import type { AdminCommand } from '../command.ts';
import { choice, enumWords, fieldsOf, text, texts } from '../fields.ts';
import { card, marksOf, titleOf } from '../pages.ts';

const method = 'MCP_SERVER_AUTH_METHOD';

export const mcpCatalog: AdminCommand = {
  name: 'mcp-catalog',
  endpoints: [7],
  about: 'one kind of MCP server that the governance service supports',
  args: [{ name: 'catalogId', about: 'the catalog entry' }],
  flags: [],
  effect: 'read',
  isList: false,
  async run(given, administration) {
    const answer = await administration.readMcpCatalogEntry(given.argument('catalogId'));
    if (!answer.ok) return answer;
    const entry = answer.value;
    return ok(
      card(
        {
          title: titleOf(entry.displayName, entry.serviceName, entry.id),
          fields: fieldsOf([
            text('Id', entry.id),
            text('Description', entry.description),
            text('Service', entry.serviceName),
            text('Address', entry.baseUrl),
            text('Maturity', maturityOf(entry)),
            choice('Offered to', 'MCP_SERVER_CATALOG_SCOPE', entry.scope),
            choice('Signs in by default with', method, entry.defaultAuthMethod),
            texts(
              'OAuth 2.0 modes',
              entry.supportedOauth2Modes.map((mode) => enumWords('MCP_SERVER_AUTH_OAUTH2_MODE', mode)),
            ),
            texts('Default scopes', entry.defaultScopes),
            text('Default authorize address', entry.defaultAuthorizeUrl),
            text('Default token address', entry.defaultTokenUrl),
            text('Default tool prefix', entry.defaultToolPrefix),
            text('Icon', entry.iconUrl),
          ]),
          rows: [...entry.authModes.map(modeRow), ...(entry.configSchema?.fields ?? []).map(settingRow)],
        },
        entry,
      ),
    );
  },
};

function maturityOf(entry: McpCatalogRecord): string {
  return [
    entry.stable ? 'stable' : 'not stable',
    enumWords('MCP_SERVER_CATALOG_MATURITY', entry.maturity),
    enumWords('MCP_SERVER_CATALOG_CHANNEL', entry.channel),
  ]
    .filter((words, index, all) => words !== '' && all.indexOf(words) === index)
    .join(', ');
}

function modeRow(mode: McpCatalogRecord['authModes'][number]): AdminRow {
  return {
    title: `Way to sign in: ${enumWords(method, mode.authMethod) || 'not named'}`,
    marks: [],
    fields: fieldsOf([
      text('Description', mode.description),
      texts('Scopes', mode.scopes),
      texts('Optional scopes', mode.optionalScopes),
      text('Authorize address', mode.authorizeUrl),
      text('Token address', mode.tokenUrl),
      text('Header', mode.header),
    ]),
  };
}

function settingRow(setting: NonNullable<McpCatalogRecord['configSchema']>['fields'][number]): AdminRow {
  return {
    title: `Setting: ${titleOf(setting.displayName, setting.name)}`,
    marks: marksOf([
      [setting.required, 'required'],
      [setting.secret, 'secret'],
    ]),
    fields: fieldsOf([text('Name', setting.name), text('Description', setting.description)]),
  };
}
