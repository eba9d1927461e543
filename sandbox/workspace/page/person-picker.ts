/**
 * "You are: ...": a searchable list of everybody; a choice opens the page as that person, in the
 * same channel if they are in it.
 */
import { html } from 'hono/html';
import type { Person } from '../client.ts';
import { avatar } from './avatar.ts';
import type { Html } from './html.ts';
import { addressOf, type Place } from './place.ts';

const kinds: Readonly<Record<Person['kind'], string>> = {
  member: '',
  guest: 'guest',
  external: 'other company',
  deactivated: 'deactivated',
};

function choice(place: Place, one: Person): Html {
  const remark = kinds[one.kind] === '' ? '' : html` <span class="tag">${kinds[one.kind]}</span>`;
  const here = one.id === place.person.id;
  return html`<li role="none"><a class="person-option" role="option" id="pick-${one.id}" aria-selected="${here ? 'true' : 'false'}" href="${addressOf(one.id, place.conversation.id)}" data-testid="person-${one.id}" data-text="${`${one.name} ${one.title} ${one.handle}`.toLowerCase()}">${avatar(one.id, one.name, 'person', 'small')}<span class="person-words"><b>${one.name}</b>${remark}<small>${one.title}</small></span></a></li>`;
}

export function personPicker(place: Place): Html {
  const { person, client } = place;
  const able = client.people().filter((one) => one.kind !== 'deactivated');
  return html`<button type="button" class="you" id="person-picker" popovertarget="people" aria-haspopup="listbox" data-testid="person-picker">${avatar(person.id, person.name, 'person', 'small')}<span class="you-words"><small>You are:</small><b data-testid="person-name">${person.name}</b><small class="you-title">${person.title}</small></span><span class="chevron" aria-hidden="true">▾</span></button><div id="people" class="people" popover data-anchor="person-picker"><input type="text" class="text-field" placeholder="Be somebody else: name or title" aria-label="Find a person" autocomplete="off" role="combobox" aria-expanded="true" aria-controls="people-list" data-local="people-list" data-testid="person-search" autofocus><ul id="people-list" role="listbox" aria-label="People">${able.map((one) => choice(place, one))}</ul><p class="nobody" hidden>Nobody by that name</p></div>`;
}
