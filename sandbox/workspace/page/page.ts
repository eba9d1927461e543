/**
 * The sandbox's web page: the workspace as Slack's client shows it, for any person of the company.
 * It renders what `WorkspaceClient` returns and passes on what people do; it stores nothing,
 * decides nothing, and knows nothing of the bot. Typed text is escaped, and only the served scripts
 * run (Content-Security-Policy).
 */
import { type Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { csrf } from 'hono/csrf';
import { html } from 'hono/html';
import { secureHeaders } from 'hono/secure-headers';
import type { WorkspaceClient } from '../client.ts';
import { staticFiles } from './assets.ts';
import { type SandboxControls, workDrawer } from './drawer.ts';
import { FormBody } from './form-body.ts';
import { interactions } from './interactions.ts';
import { type Looks, layout } from './layout.ts';
import { live } from './live.ts';
import { type AppTab, addressOf, type Place, placeOf, viewerOf } from './place.ts';
import { dismissedCookie, firstConversation } from './try-this.ts';

/** The person whose page was opened last. */
const lastPersonCookie = 'last-person';
const firstPerson = 'U0BEN';
const yearSeconds = 365 * 86_400;

function tabOf(c: Context): AppTab {
  const tab = c.req.query('tab');
  return tab === 'home' || tab === 'about' ? tab : 'messages';
}

function looksOf(c: Context): Omit<Looks, 'drawer'> {
  const theme = getCookie(c, 'theme');
  return {
    hint: getCookie(c, dismissedCookie) === undefined,
    theme: theme === 'light' || theme === 'dark' ? theme : null,
  };
}

/** The first page of a person; null for somebody unknown, deactivated or in no conversation. */
function firstAddress(client: WorkspaceClient, personId: string): string | null {
  if (viewerOf(client, personId, new Date()) === null) return null;
  const conversations = client.conversations(personId);
  const conversation =
    conversations.find((one) => one.id === firstConversation) ?? conversations[0];
  return conversation === undefined ? null : addressOf(personId, conversation.id);
}

/** Somebody who sees the conversation, preferably the person whose page was opened last. */
function readerFor(
  client: WorkspaceClient,
  conversationId: string,
  last: string | undefined,
): string | null {
  const sees = (personId: string) =>
    client.conversations(personId).some((one) => one.id === conversationId);
  const candidates = [last ?? firstPerson, ...client.people().map((one) => one.id)];
  return candidates.find(sees) ?? null;
}

/** Only pages of its own may post, and only the served scripts run. */
function secure(app: Hono): void {
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
}

/**
 * The page as routes: `/`, `/as/...`, `/archives/...`, `/static/...` and `/try-this/...`; nothing
 * else of the server is touched.
 * @param now for "today" and "yesterday"; the real clock by default
 * @param controls what the drawer does; without it there is no drawer
 */
export function workspacePage(
  client: WorkspaceClient,
  now: () => Date = () => new Date(),
  controls: SandboxControls | null = null,
): Hono {
  const app = new Hono();
  secure(app);
  app.get('/', (c) => entrance(c, client));
  app.get('/as/:person', (c) => c.redirect(firstAddress(client, c.req.param('person')) ?? '/'));
  app.get('/archives/:conversation/:message', (c) => permalink(c, client));
  conversationRoutes(app, { client, now, controls });
  app.get('/report', (c) => report(c, controls));
  app.post('/try-this/dismiss', dismissHint);
  app.route('/as', interactions(client, now));
  app.route('/static', staticFiles());
  return app;
}

/** To the first person's page, or to somebody else's if there is no such person. */
function entrance(c: Context, client: WorkspaceClient): Response {
  const people = client.people();
  if (people.some(({ id }) => id === firstPerson))
    return c.redirect(`/as/${firstPerson}/${firstConversation}`);
  const somebody = people.find(({ kind }) => kind === 'member')?.id ?? '';
  const address = firstAddress(client, somebody);
  return address === null ? c.text('There is nobody in this workspace.', 404) : c.redirect(address);
}

/** Permalinks that were not clicked on the page itself, which keeps the person (`linkTo`). */
function permalink(c: Context, client: WorkspaceClient): Response {
  const conversation = c.req.param('conversation') ?? '';
  const person = readerFor(client, conversation, getCookie(c, lastPersonCookie));
  if (person === null) return c.text('There is no such message.', 404);
  const messageTs = (c.req.param('message') ?? '').replace(/^p(\d{10})(\d{6})$/, '$1.$2');
  const threadTs = c.req.query('thread_ts') ?? null;
  return c.redirect(addressOf(person, conversation, { threadTs, messageTs }));
}

interface ConversationPages {
  readonly client: WorkspaceClient;
  readonly now: () => Date;
  readonly controls: SandboxControls | null;
}

/** A conversation as a person sees it, its live updates, and the drawer beside it. */
function conversationRoutes(app: Hono, { client, now, controls }: ConversationPages): void {
  let weather = 'Make some weather:';
  const locate = (c: Context): Place | null => {
    const viewer = viewerOf(client, c.req.param('person') ?? '', now());
    const options = {
      tab: tabOf(c),
      threadTs: c.req.query('thread') ?? null,
      messageTs: c.req.query('message') ?? null,
    };
    return viewer === null ? null : placeOf(viewer, c.req.param('conversation') ?? '', options);
  };

  app.get('/as/:person/:conversation', (c) => {
    const place = locate(c);
    if (place === null) return c.redirect(firstAddress(client, c.req.param('person')) ?? '/');
    // The app answers in its own time; its Home arrives over the live stream.
    if (place.tab === 'home') void client.openHome(place.person.id);
    setCookie(c, lastPersonCookie, place.person.id, {
      path: '/archives',
      sameSite: 'Lax',
      httpOnly: true,
    });
    return c.html(layout(place, { ...looksOf(c), drawer: controls === null ? null : weather }));
  });

  app.get('/as/:person/:conversation/live', (c) =>
    live(c, client, c.req.param('person'), () => locate(c)),
  );

  app.post('/as/:person/drawer', async (c) => {
    const viewer = viewerOf(client, c.req.param('person'), now());
    if (viewer === null || controls === null)
      return c.text('This is no longer here. Reload the page.', 404);
    const body = await FormBody.of(c);
    const said = await workDrawer(controls, viewer, body);
    if (body.text('weather') !== '') weather = said;
    return c.html(html`${said}`);
  });
}

function dismissHint(c: Context): Response {
  setCookie(c, dismissedCookie, '1', {
    path: '/',
    maxAge: yearSeconds,
    sameSite: 'Lax',
    httpOnly: true,
  });
  return c.body(null, 200);
}

async function report(c: Context, controls: SandboxControls | null): Promise<Response> {
  if (controls === null) return c.text('There is no report here.', 404);
  // One page with its styles and plots in it; it loads nothing.
  c.header(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:",
  );
  return c.html(await controls.report());
}
