/** How long a file stays available: some browsers read it only a while after the click. */
const KEPT_MS = 40_000;

/** Offers `file` as a download called `name`. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
