import { z } from 'zod';
import type { Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { GovernanceClient } from './client.ts';
import { endpoint } from './wire/endpoint.ts';

const readRequestSchemaEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/request_schemas/{request_schema_id}',
  effect: 'read',
  answer: z.object({ requestSchema: z.looseObject({ form: z.unknown() }) }).transform((answer) => answer.requestSchema),
});

/** requestSchemas: the form that is filled in with a request. Refusals: `not-found`, `forbidden`. */
export function readRequestSchema(
  client: GovernanceClient,
  id: string,
): Promise<Result<{ readonly form: unknown }, ServiceRefusal>> {
  return client.call(readRequestSchemaEndpoint, { path: { request_schema_id: id } });
}
