/**
 * The sandbox's page: the workspace as Slack's client shows it, for any person of the company, in a browser. It renders what
 * `WorkspaceClient` says and hands on what people do; it keeps nothing, decides nothing, and knows nothing of the bot.
 * Whatever anybody typed is escaped, and no script of the page's own runs but the served ones (Content-Security-Policy).
 */
import { type Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { csrf } from 'hono/csrf';
import { secureHeaders } from 'hono/secure-headers';
import type { WorkspaceClient } from '../client.ts';
import { staticFiles } from './assets.ts';
import { interactions } from './interactions.ts';
import { layout } from './layout.ts';
import { live } from './live.ts';
import { type AppTab, addressOf, type Place, placeOf, viewerOf } from './place.ts';
import { dismissedCookie } from './try-this.ts';

const firstPerson = 'U0BEN';
const firstConversation = 'C0GENERAL';
const yearSeconds = 365 * 86_400;

function tabOf(c: Context): AppTab {
  const tab = c.req.query('tab');
  return tab === 'home' || tab === 'about' ? tab : 'messages';
}

/** Where `/` leads: to the seed's first person if they are there, else to anybody who can come in. */
function firstAddress(client: WorkspaceClient, personId?: string): string | null {
  const able = client.people().filter((one) => one.kind !== 'deactivated' && client.conversations(one.id).length > 0);
  const person =
    able.find((one) => one.id === (personId ?? firstPerson)) ?? (personId === undefined ? able[0] : undefined);
  if (person === undefined) return null;
  const conversations = client.conversations(person.id);
  const conversation = conversations.find((one) => one.id === firstConversation) ?? conversations[0];
  return conversation === undefined ? null : addressOf(person.id, conversation.id);
}

/**
 * The page as routes: `/`, `/as/...`, `/static/...` and `/try-this/...`; nothing else of the server is touched.
 * @param now for "today" and "yesterday"; the real clock unless a test says otherwise
 */
export function workspacePage(client: WorkspaceClient, now: () => Date = () => new Date()): Hono {
  const app = new Hono();
  const locate = (c: Context): Place | null => {
    const viewer = viewerOf(client, c.req.param('person') ?? '', now());
    const options = { tab: tabOf(c), threadTs: c.req.query('thread') ?? null };
    return viewer === null ? null : placeOf(viewer, c.req.param('conversation') ?? '', options);
  };

  for (const path of ['/as/*', '/try-this/*']) {
    app.use(path, csrf());
    app.use(
      path,
      secureHeaders({
        contentSecurityPolicy: {
          defaultSrc: ["'self'"],
          imgSrc: ["'self'", 'data:'],
          objectSrc: ["'none'"],
          baseUri: ["'none'"],
          formAction: ["'self'"],
          frameAncestors: ["'none'"],
        },
        strictTransportSecurity: false,
      }),
    );
  }

  app.get('/', (c) => {
    const address = firstAddress(client);
    return address === null ? c.text('Nobody is in this workspace yet.', 503) : c.redirect(address);
  });

  app.get('/as/:person', (c) => c.redirect(firstAddress(client, c.req.param('person')) ?? '/'));

  app.get('/as/:person/:conversation', (c) => {
    const place = locate(c);
    if (place === null) return c.redirect(firstAddress(client, c.req.param('person')) ?? '/');
    // The app answers in its own time; its Home arrives over the live stream.
    if (place.tab === 'home') void client.openHome(place.person.id);
    return c.html(layout(place, getCookie(c, dismissedCookie) === undefined));
  });

  app.get('/as/:person/:conversation/live', (c) => live(c, client, c.req.param('person'), () => locate(c)));

  app.post('/try-this/dismiss', (c) => {
    setCookie(c, dismissedCookie, '1', { path: '/', maxAge: yearSeconds, sameSite: 'Lax', httpOnly: true });
    return c.body(null, 200);
  });

  app.route('/as', interactions(client, now));
  app.route('/static', staticFiles());
  return app;
}
