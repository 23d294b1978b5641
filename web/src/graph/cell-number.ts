/** The factor that combines column and row; no grid has as many rows. */
const ROWS = 65_536;

/** The number of the grid cell in `column` and `row`, as a key; the numbers of two steps add up to that of both. */
export function cellNumber(column: number, row: number): number {
  return column * ROWS + row;
}
