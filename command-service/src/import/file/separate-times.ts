import { type AnecdoteContent, Instant } from '@anecdotes/contracts';

/**
 * Returns a function for the entries of a file, in their order. It makes each entry that has the same time as earlier
 * ones a millisecond later than the last of them, or earlier if the file begins with the newest entry: lists sort by
 * time, and would show the entries of a day without times, or of a text without dates, in no order.
 */
export function separateTimes(): (content: AnecdoteContent) => AnecdoteContent {
  const counts = new Map<string, number>();
  let previous: string | undefined;
  let step = 1;
  return (content) => {
    const { timestamp } = content;
    if (previous !== undefined && timestamp !== previous) step = timestamp > previous ? 1 : -1;
    previous = timestamp;
    const count = counts.get(timestamp) ?? 0;
    counts.set(timestamp, count + 1);
    if (count === 0) return content;
    const separated = new Date(Date.parse(timestamp) + count * step).toISOString();
    // At the first and the last possible moment there is no other.
    return Instant.safeParse(separated).success ? { ...content, timestamp: separated } : content;
  };
}
