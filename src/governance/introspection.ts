import { z } from 'zod';
import type { Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { GovernanceClient } from './client.ts';
import { endpoint } from './wire/endpoint.ts';
import { text, texts } from './wire/fields.ts';

/** The owner of the bot's credentials: in their name everything is done. */
const introspection = z.object({ userId: text, roles: texts, permissions: texts, tenantId: text });
export type Introspection = z.output<typeof introspection>;

const introspectEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/auth/introspect',
  effect: 'read',
  answer: introspection,
});

/** whoAmI: who the bot is to the service, and what it may do. */
export function introspect(client: GovernanceClient): Promise<Result<Introspection, ServiceRefusal>> {
  return client.call(introspectEndpoint, { path: {} });
}
