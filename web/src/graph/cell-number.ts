/** The factor that combines column and row; no grid has as many rows. */
const ROWS = 65_536;

/** The number of the grid cell in `column` and `row`, as a key. Adding the number of an offset gives the cell at that offset. */
export function cellNumber(column: number, row: number): number {
  return column * ROWS + row;
}
