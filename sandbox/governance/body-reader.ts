import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { MiddlewareHandler } from 'hono';
import { ServiceError } from './errors.ts';
import type { ServerEnv } from './server-env.ts';

/** Largest request body (docs/spec/deployments.md#wire). */
const bodyCapBytes = 4 * 1024 * 1024;

/**
 * Reads the whole body from Node's own request into `bodyText`, whether its length was announced or
 * not. The HTTP library's own limit builds global `Request` objects, which only works where the
 * library has replaced the global ones.
 * @throws ServiceError 413
 */
export const readBodyText: MiddlewareHandler<ServerEnv> = async (context, next) => {
  const { incoming } = context.env;
  const tooLarge = new ServiceError(8, `request body is larger than ${bodyCapBytes} bytes`, {
    httpStatus: 413,
  });
  if (Number(incoming.headers['content-length'] ?? 0) > bodyCapBytes) throw tooLarge;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
      size += bytes.length;
      if (size > bodyCapBytes) throw tooLarge;
      chunks.push(bytes);
    }
  } catch (error) {
    if (error === tooLarge) throw error;
    // The caller closed the connection while sending: there is nobody to answer.
    return RESPONSE_ALREADY_SENT;
  }
  context.set('bodyText', Buffer.concat(chunks).toString('utf8'));
  return next();
};
