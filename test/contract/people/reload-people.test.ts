import { describe, expect, it } from 'vitest';
import { ok, type Result, refuse } from '../../../src/domain/result.ts';
import {
  peopleReloader,
  type ReloadPeopleDeps,
} from '../../../src/use-cases/people/reload-people.ts';
import { resolveIdentity } from '../../../src/use-cases/people/resolve-identity.ts';
import { identitySettings, testSettings } from '../../support/test-settings.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const listing = (id: string) => ok(new Map([['ben@acme.example', { id }]]));

/** Ben is known by the directory file alone; `next` is what it holds when it is read again. */
function directoryFile() {
  const people = new Map([['ben@acme.example', { id: 'user-ben' }]]);
  let content: ReturnType<ReloadPeopleDeps['readPeople']> = listing('user-ben');
  desk().settings = testSettings({
    identity: identitySettings({ sources: ['directory'] }),
    directory: people,
  });
  desk().governance.operations = new Set();
  const reload = peopleReloader({
    store: desk().store,
    world: desk().world,
    people,
    readPeople: () => content,
  });
  return {
    reload,
    next: (to: Result<Map<string, { id: string }>, { place: string; message: string }[]>) =>
      (content = to),
  };
}
const ben = () => resolveIdentity(desk().deps, 'U0BEN');
const errors = () => desk().world.lines.filter((line) => line.level === 'error');

describe('a change to the directory file', () => {
  it('takes effect at once, also for cached people', async () => {
    const { reload, next } = directoryFile();
    await reload();
    expect(await ben()).toMatchObject({ value: { id: 'user-ben' } });
    next(listing('user-benedict'));
    await reload();
    expect(await ben()).toMatchObject({ value: { id: 'user-benedict' } });
    next(ok(new Map()));
    await reload();
    expect(await ben()).toMatchObject({ ok: false, refusal: { code: 'unknown-person' } });
  });

  it('takes effect when it was made while no process ran', async () => {
    const { reload } = directoryFile();
    await ben();
    await reload();
    await ben();
    expect(desk().directory.asked).toHaveLength(2);
  });

  it('causes no lookups when nothing changed', async () => {
    const { reload } = directoryFile();
    await reload();
    await ben();
    await reload();
    await ben();
    expect(desk().directory.asked).toHaveLength(1);
  });

  it('keeps the last good version after a broken one, which is logged once with its lines', async () => {
    const { reload, next } = directoryFile();
    await reload();
    next(refuse([{ place: 'people.yaml:3:5', message: '[2].email is missing.' }]));
    await reload();
    await reload();
    expect(await ben()).toMatchObject({ value: { id: 'user-ben' } });
    expect(errors()).toMatchObject([
      { fields: { mistakes: ['people.yaml:3:5: [2].email is missing.'] } },
    ]);
    next(listing('user-benedict'));
    await reload();
    expect(await ben()).toMatchObject({ value: { id: 'user-benedict' } });
    next(refuse([{ place: 'people.yaml:3:5', message: '[2].email is missing.' }]));
    await reload();
    expect(errors()).toHaveLength(2);
  });
});
