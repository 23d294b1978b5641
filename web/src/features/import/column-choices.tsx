import type { ImportColumn, ImportTable } from '@anecdotes/contracts';
import { useId } from 'react';
import field from '../../ui/field.module.css';
import type { ChosenColumns } from './file-queries.ts';
import { fileStrings as strings } from './file-strings.ts';
import styles from './import-file.module.css';

/** The fields that a column can be chosen for. */
const fields = ['text', 'date', 'time', 'tags', 'location', 'latitude', 'longitude'] as const;
type Field = (typeof fields)[number];

type ColumnChoicesProps = {
  table: ImportTable;
  /** The columns that the person has chosen so far. */
  chosen: ChosenColumns;
  onChoose: (fields: ChosenColumns) => void;
};

/** Shows which column of a table holds each field, and lets the person choose another. */
export function ColumnChoices({ table, chosen, onChoose }: ColumnChoicesProps) {
  const id = useId();
  // Only our own export has a column of ids, and all of its columns are known.
  const isKnown = table.fields.id !== undefined;
  const columnOf = (name: Field): number => {
    // One column may hold both the date and the time.
    const usual = name === 'date' ? (table.fields.date ?? table.fields.timestamp) : table.fields[name];
    return chosen[name] ?? usual ?? 0;
  };
  const choose = (name: Field, column: number) =>
    onChoose({ [name]: column, ...(name === 'date' && { timestamp: 0 }) } satisfies Partial<
      Record<ImportColumn, number>
    >);
  return (
    <details className={styles.columns} open={!isKnown}>
      <summary>{strings.columns}</summary>
      <div className={styles.choices}>
        {fields.map((name) => (
          <div key={name} className={field.field}>
            <label htmlFor={`${id}-${name}`}>{strings.fields[name]}</label>
            <select
              id={`${id}-${name}`}
              className={field.input}
              value={columnOf(name)}
              onChange={({ target }) => choose(name, Number(target.value))}
            >
              <option value={0}>{strings.noColumn}</option>
              {table.columns.map((column, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns are told apart by their places only
                <option key={index} value={index + 1}>
                  {column || strings.unnamedColumn(index + 1)}
                </option>
              ))}
            </select>
          </div>
        ))}
      </div>
    </details>
  );
}
