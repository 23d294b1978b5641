import { exportFields, FIELD_END, NULL, TAG_END } from '@anecdotes/projection-service/export/exported-row';

export type ExportedFields = { readonly [Field in (typeof exportFields)[number]]?: unknown };

/** A row as the text that an export reads from the database; fields that are not given are null. */
export function exportedRow(fields: ExportedFields): string {
  return exportFields.map((field) => textOf(fields[field])).join(FIELD_END);
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(TAG_END);
  if (typeof value === 'boolean') return value ? 't' : 'f';
  return value === null || value === undefined ? NULL : String(value);
}
