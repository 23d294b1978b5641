/** Loads what the printed page must contain; false if that failed and nothing should be printed. */
type Prepare = () => Promise<boolean>;

let prepare: Prepare | undefined;

/** Lets `next` complete the page before `printPage` prints it. Returns a function that stops it. */
export function setPrintPreparation(next: Prepare): () => void {
  prepare = next;
  return () => {
    if (prepare === next) prepare = undefined;
  };
}

/** Prints the page once it is complete. */
export async function printPage(): Promise<void> {
  if (prepare === undefined || (await prepare())) window.print();
}
