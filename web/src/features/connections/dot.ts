import type { AnecdoteView } from '@anecdotes/contracts';
import type { Cell } from '../../graph/layers.ts';

export type Layer = 'parent' | 'current' | 'child';

/** An anecdote of the diagram with its cell, and its weight from 10 to 100. */
export type Dot = Cell & { anecdote: AnecdoteView; layer: Layer; weight: number };
