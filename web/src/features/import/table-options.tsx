import type { DateOrderChoice, ImportTable } from '@anecdotes/contracts';
import { useId } from 'react';
import field from '../../ui/field.module.css';
import type { ChosenColumns, TableChoices } from './file-queries.ts';
import { fileStrings as strings } from './file-strings.ts';
import styles from './import-file.module.css';

/** The fields that a column can be chosen for. */
const fields = ['text', 'date', 'time', 'tags', 'location', 'coordinates', 'latitude', 'longitude'] as const;
type Field = (typeof fields)[number];

const orders = Object.keys(strings.dateOrders) as DateOrderChoice[];

type TableOptionsProps = {
  table: ImportTable;
  /** What the person has chosen so far. */
  chosen: TableChoices;
  onChoose: (choices: TableChoices) => void;
};

/** Shows which column of a table holds each field and how its dates are read, and lets the person choose otherwise. */
export function TableOptions({ table, chosen, onChoose }: TableOptionsProps) {
  const id = useId();
  // Only our own export has a column of ids, and all of its columns are known.
  const isKnown = table.fields.id !== undefined;
  const columnOf = (name: Field): number => {
    // One column may hold both the date and the time.
    const usual = name === 'date' ? (table.fields.date ?? table.fields.timestamp) : table.fields[name];
    return chosen.columns[name] ?? usual ?? 0;
  };
  const choose = (name: Field, column: number) => {
    const columns: ChosenColumns = { [name]: column, ...(name === 'date' && { timestamp: 0 }) };
    onChoose({ ...chosen, columns: { ...chosen.columns, ...columns } });
  };
  const order = table.date_order?.from === 'request' ? null : table.date_order;
  return (
    <details className="disclosure" open={!isKnown}>
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
        <div className={field.field}>
          <label htmlFor={`${id}-order`}>{strings.dateOrder}</label>
          <select
            id={`${id}-order`}
            className={field.input}
            value={chosen.dateOrder}
            aria-describedby={order ? `${id}-found` : undefined}
            onChange={({ target }) => onChoose({ ...chosen, dateOrder: target.value as DateOrderChoice })}
          >
            {orders.map((each) => (
              <option key={each} value={each}>
                {strings.dateOrders[each]}
              </option>
            ))}
          </select>
        </div>
      </div>
      {order && (
        <p id={`${id}-found`} className="secondary">
          {strings.orderFound(order)}
        </p>
      )}
    </details>
  );
}
