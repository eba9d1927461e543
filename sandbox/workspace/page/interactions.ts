/**
 * The routes that the page's forms post to. Each answers with a sentence if something went wrong,
 * otherwise with nothing; changes in the workspace arrive over the live stream.
 */
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { Outcome, WorkspaceClient } from '../client.ts';
import { FormBody } from './form-body.ts';
import type { Html } from './html.ts';
import { modals } from './modals.ts';
import { keepTyping, optionList } from './option-list.ts';
import { slackbotId, type Viewer, viewerOf } from './place.ts';

const gone = 'This is no longer here. Reload the page.';

function warning(outcome: Outcome): Html {
  if (outcome.ok) return html``;
  return html`<span class="warning" data-testid="warning" data-code="${outcome.code}"><span aria-hidden="true">⚠</span> ${outcome.sentence}</span>`;
}

/** The open modals as they are now, so that a submission does not depend on the live stream. */
function freshModals(viewer: Viewer): Html {
  return html`<hx-partial hx-target="#modals" hx-swap="innerMorph">${modals(viewer)}</hx-partial>`;
}

type Handler = (viewer: Viewer, body: FormBody) => Promise<Html>;

/** What a person does with blocks and commands: the name of the route, and its answer. */
function actionHandlers(client: WorkspaceClient): Readonly<Record<string, Handler>> {
  return {
    async act({ person }, body) {
      const container = body.container();
      if (container === null) return html`${gone}`;
      const values = body.values();
      const [blockId, actionId] = [body.text('block'), body.text('action')];
      const entered = body.optional('entered') ?? values[blockId]?.[actionId];
      const action = { blockId, actionId, ...(entered === undefined ? {} : { entered }) };
      return warning(await client.act(person.id, container, action, values));
    },
    async options({ person }, body) {
      const container = body.container();
      const query = body.text('q').trim();
      const missing = Number(body.text('least')) - query.length;
      if (missing > 0) return keepTyping(missing);
      if (container === null) return html`${gone}`;
      const offered = await client.optionsFor(
        person.id,
        container,
        body.text('block'),
        body.text('action'),
        query,
      );
      return optionList(body.text('list'), offered);
    },
    async shortcut({ person }, body) {
      const [conversationId, ts] = [body.optional('conversationId'), body.optional('ts')];
      const message = conversationId === null || ts === null ? undefined : { conversationId, ts };
      return warning(await client.runShortcut(person.id, body.text('callbackId'), message));
    },
  };
}

/** What a person does with an open modal. */
function modalHandlers(client: WorkspaceClient): Readonly<Record<string, Handler>> {
  return {
    async fill({ person }, body) {
      const container = body.container();
      if (container?.kind === 'view') client.fill(person.id, container.viewId, body.values());
      return html``;
    },
    async submit(viewer, body) {
      const container = body.container();
      if (container?.kind !== 'view') return html`${gone}`;
      const { person } = viewer;
      const outcome = await client.submitView(person.id, container.viewId, body.values());
      const besideFields = !outcome.ok && Object.keys(outcome.errors ?? {}).length > 0;
      return html`${besideFields ? '' : warning(outcome)}${freshModals(viewer)}`;
    },
    async close(viewer, body) {
      await client.closeView(viewer.person.id, body.text('viewId'));
      return freshModals(viewer);
    },
  };
}

export function interactions(client: WorkspaceClient, now: () => Date): Hono {
  const app = new Hono();
  const handle = (handler: Handler) => async (c: Context) => {
    const viewer = viewerOf(client, c.req.param('person') ?? '', now());
    return viewer === null
      ? c.text(gone, 404)
      : c.html(await handler(viewer, await FormBody.of(c)));
  };
  for (const [name, handler] of Object.entries({
    ...actionHandlers(client),
    ...modalHandlers(client),
  })) {
    app.post(`/:person/${name}`, handle(handler));
  }

  app.post('/:person/:conversation/send', async (c) => {
    const viewer = viewerOf(client, c.req.param('person'), now());
    if (viewer === null) return c.text(gone, 404);
    const body = await FormBody.of(c);
    const text = body.text('text').replaceAll('\r\n', '\n').trim();
    if (text === '') return c.html('');
    const threadTs = body.optional('threadTs') ?? undefined;
    const conversation = c.req.param('conversation');
    const outcome =
      conversation === slackbotId
        ? await client.askSlackbot(viewer.person.id, text)
        : await client.say(viewer.person.id, conversation, text, threadTs);
    return c.html(warning(outcome));
  });

  return app;
}
