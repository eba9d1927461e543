/** The page's own style and script, and htmx as its package has it. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { emojiStyle } from './emoji-pictures.ts';

const resolver = createRequire(import.meta.url);

const script = 'text/javascript; charset=utf-8';
const style = 'text/css; charset=utf-8';

const assets: Readonly<Record<string, { readonly path: string; readonly type: string }>> = {
  'page.js': { path: fileURLToPath(new URL('./static/page.js', import.meta.url)), type: script },
  'lists.js': { path: fileURLToPath(new URL('./static/lists.js', import.meta.url)), type: script },
  'places.js': {
    path: fileURLToPath(new URL('./static/places.js', import.meta.url)),
    type: script,
  },
  'page.css': { path: fileURLToPath(new URL('./static/page.css', import.meta.url)), type: style },
  'overlays.css': {
    path: fileURLToPath(new URL('./static/overlays.css', import.meta.url)),
    type: style,
  },
  'blocks.css': {
    path: fileURLToPath(new URL('./static/blocks.css', import.meta.url)),
    type: style,
  },
  'composer.css': {
    path: fileURLToPath(new URL('./static/composer.css', import.meta.url)),
    type: style,
  },
  'slackbot.css': {
    path: fileURLToPath(new URL('./static/slackbot.css', import.meta.url)),
    type: style,
  },
  'fields.css': {
    path: fileURLToPath(new URL('./static/fields.css', import.meta.url)),
    type: style,
  },
  'drawer.css': {
    path: fileURLToPath(new URL('./static/drawer.css', import.meta.url)),
    type: style,
  },
  'icon.svg': {
    path: fileURLToPath(new URL('./static/icon.svg', import.meta.url)),
    type: 'image/svg+xml',
  },
  'htmx.js': { path: resolver.resolve('htmx.org/dist/htmx.min.js'), type: script },
  'htmx-sse.js': { path: resolver.resolve('htmx.org/dist/ext/hx-sse.min.js'), type: script },
};

export function staticFiles(): Hono {
  const app = new Hono();
  app.use('*', etag());
  app.get('/:name', async (c) => {
    const name = c.req.param('name');
    if (name === 'emoji.css') {
      c.header('Cache-Control', 'no-cache');
      return c.body(emojiStyle(), 200, { 'Content-Type': style });
    }
    const asset = Object.hasOwn(assets, name) ? assets[name] : undefined;
    if (asset === undefined) return c.notFound();
    c.header('Content-Type', asset.type);
    c.header('Cache-Control', 'no-cache');
    return c.body(await readFile(asset.path, 'utf8'));
  });
  return app;
}
