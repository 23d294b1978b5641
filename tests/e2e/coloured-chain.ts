import type { AnecdoteView } from '@anecdotes/contracts';
import type { Locator } from '@playwright/test';
import { tagColour } from '../../web/src/anecdote/tag-colour.ts';
import type { Journal } from '../support/journal-page.ts';
import { pictureOf } from './canvas-picture.ts';

/** The names of the anecdotes of a chain, each with the name of its parent. */
export type Links = readonly (readonly [name: string, parent: string | undefined])[];

/** Seven anecdotes: a root, one child, and three branches below that, two of which have one more anecdote. */
export const chainOfSeven = [
  ['root', undefined],
  ['trunk', 'root'],
  ['left', 'trunk'],
  ['middle', 'trunk'],
  ['right', 'trunk'],
  ['left end', 'left'],
  ['right end', 'right'],
] as const satisfies Links;

/** Anecdotes whose dots have different colours, so that each can be found in a picture. */
export type ColouredChain = {
  links: Links;
  of: (name: string) => AnecdoteView;
  colour: (name: string) => string;
  /** The spots and links that `picture` shows of them. */
  look: (picture: Locator) => ReturnType<typeof pictureOf>;
  /** The position of the dot of `name` in `picture`. Throws if it is not drawn. */
  spotOf: (picture: Locator, name: string) => Promise<{ x: number; y: number }>;
  /** The name of the parent that the service has now. */
  parentOf: (name: string) => Promise<string | undefined>;
};

/** Writes anecdotes with these links; at most ten, the number of distinct tag colours. */
export async function writeColouredChain(
  journal: Journal,
  links: Links,
  textOf: (name: string) => string,
): Promise<ColouredChain> {
  const tags = tagsOfOwnColour(links.length);
  const views = new Map<string, AnecdoteView>();
  const of = (name: string) => {
    const view = views.get(name);
    if (!view) throw new Error(`The chain has no anecdote named ${name}`);
    return view;
  };
  for (const [index, [name, parent]] of links.entries()) {
    const given = {
      tags: tags.slice(index, index + 1),
      // A fixed day, because tooltips with a longer date reach further, and their shadows change the colours of dots.
      timestamp: new Date(Date.UTC(2026, 0, 6, 10, index)).toISOString(),
      ...(parent && { connected_to: of(parent).id }),
    };
    views.set(name, await journal.write(textOf(name), given));
  }
  const colour = (name: string) => tagColour(of(name).tags[0]);
  const colours = links.map(([name]) => colour(name));
  const pairs = links.flatMap(([name, parent]) => (parent ? [[colour(parent), colour(name)] as const] : []));
  const look = (picture: Locator) => pictureOf(picture, { colours, pairs });
  return {
    links,
    of,
    colour,
    look,
    async spotOf(picture, name) {
      const spot = (await look(picture)).spots[colour(name)];
      if (!spot) throw new Error(`${name} is not drawn`);
      return spot;
    },
    async parentOf(name) {
      const { body } = await journal.client.call('GET', `/api/anecdotes/${of(name).id}`);
      return links.find(([other]) => of(other).id === body.data.connected_to)?.[0];
    },
  };
}

/** Tags with different colours. */
export function tagsOfOwnColour(count: number): string[] {
  const byColour = new Map<string, string>();
  for (let letter = 97; byColour.size < count; letter += 1) {
    const tag = `tag ${String.fromCharCode(letter)}`;
    if (!byColour.has(tagColour(tag))) byColour.set(tagColour(tag), tag);
  }
  return [...byColour.values()];
}
