import type { JournalHead } from '@anecdotes/contracts';

/** The pieces of `journal.json`: one item a line, so that versions of it can be compared. */
export function journalJson(head: JournalHead) {
  let separator = '';
  return {
    begin: () => JSON.stringify(head).slice(0, -1),
    beginList: (name: string) => {
      separator = '\n';
      return `,\n${JSON.stringify(name)}: [`;
    },
    /** `items` are JSON. */
    items: (items: readonly string[]) => {
      if (items.length === 0) return '';
      const text = separator + items.join(',\n');
      separator = ',\n';
      return text;
    },
    endList: () => '\n]',
    end: () => '}\n',
  };
}
