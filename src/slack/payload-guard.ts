import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import type { HTTPReceiver } from '@slack/bolt';
import { readJson } from './json-text.ts';

/** Slack's payloads are far smaller; a view may have 250 KB (slack.md, Limits). */
const bodyLimit = 1024 * 1024;

/**
 * Refuses bodies that Bolt's receiver would end the process with: a signed `payload=null` raises an unhandled rejection there
 * (slack.md, Bolt). Everything else is handed on as it came, with the body that was read.
 */
export function guardPayloads(receiver: HTTPReceiver): void {
  const handOn = receiver.requestListener;
  receiver.requestListener = (req: IncomingMessage, res: ServerResponse) => {
    if (req.method !== 'POST') return handOn(req, res);
    const chunks: Buffer[] = [];
    let length = 0;
    req.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= bodyLimit) chunks.push(chunk);
    });
    req.on('error', () => res.destroy());
    req.on('end', () => {
      if (length > bodyLimit) return refuse(res, 413);
      const rawBody = Buffer.concat(chunks);
      if (!holdsObject(req, rawBody)) return refuse(res, 400);
      try {
        // Bolt takes a body that was read already from `rawBody`.
        handOn(Object.assign(req, { rawBody }), res);
      } catch {
        // Bolt throws for paths it does not know.
        refuse(res, 404);
      }
    });
  };
}

function holdsObject(req: IncomingMessage, rawBody: Buffer): boolean {
  const text = rawBody.toString();
  if (!req.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return isObject(readJson(text));
  const { payload } = parse(text);
  return payload === undefined || (typeof payload === 'string' && isObject(readJson(payload)));
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refuse(res: ServerResponse, status: number): void {
  res.writeHead(status).end();
}
