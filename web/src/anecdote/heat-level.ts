/** How dark a day with `count` anecdotes is drawn, from 0 to 4. */
export function heatLevel(count: number): number {
  return count < 2 ? count : count < 4 ? 2 : count < 7 ? 3 : 4;
}
