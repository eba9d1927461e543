/**
 * What every rendering function of the page returns: markup in which everything that came from outside was escaped by
 * `hono/html`. It is a promise only if somebody puts a promise into a template, which nobody does here; `c.html` and
 * `await` take both.
 */
import type { html } from 'hono/html';

export type Html = ReturnType<typeof html>;
