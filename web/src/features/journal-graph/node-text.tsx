import { useQuery } from '@tanstack/react-query';
import { AnecdoteTip } from '../../anecdote/anecdote-tip.tsx';
import { useAsOf } from '../../anecdote/as-of.ts';
import { anecdoteQuery } from '../../anecdote/queries.ts';

type NodeTextProps = { id: string; label: string; time: number; tag: string | undefined };

/** The anecdote of a node: its label and one tag at once, its whole text and all of its tags when loaded. */
export function NodeText({ id, label, time, tag }: NodeTextProps) {
  const { data } = useQuery(anecdoteQuery(id, useAsOf()));
  const known = { description: label, timestamp: new Date(time).toISOString(), tags: tag === undefined ? [] : [tag] };
  return <AnecdoteTip anecdote={data ?? known} />;
}
