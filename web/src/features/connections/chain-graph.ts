import { type AnecdoteView, type ConnectionsView, linkValue, nodeValue } from '@anecdotes/contracts';
import { anecdotesOf } from '../../anecdote/chain-steps.ts';
import { plainText } from '../../anecdote/plain-text.ts';
import { tagColour } from '../../anecdote/tag-colour.ts';
import { addLink, type ChainGraph, createGraph } from '../../graph/model.ts';

/** The letters of a text that are kept as a label: more than are shown. */
const BEGINNING = 100;

/** Returns the graph of an anecdote with its parents and children. All nodes are at (0, 0) until they are laid out. */
export function chainGraph(connections: Omit<ConnectionsView, 'complete'>): ChainGraph {
  const graph = createGraph();
  const all = new Map(anecdotesOf(connections).map((anecdote) => [anecdote.id, anecdote]));
  for (const [id, anecdote] of all) {
    const weight = nodeValue(anecdote);
    graph.addNode(id, {
      label: plainText(anecdote.description).slice(0, BEGINNING),
      tags: anecdote.tags,
      time: Date.parse(anecdote.timestamp),
      weight,
      size: 7 + weight / 12,
      color: tagColour(anecdote.tags[0]),
      chain: 0,
      x: 0,
      y: 0,
    });
  }
  for (const [id, anecdote] of all) {
    const parent: AnecdoteView | undefined = all.get(anecdote.connected_to ?? '');
    if (!parent) continue;
    const weight = linkValue(parent, anecdote);
    addLink(graph, parent.id, id, { weight, size: weight / 14 });
  }
  return graph;
}
