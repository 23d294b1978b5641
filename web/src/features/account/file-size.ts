const size = { style: 'unit', maximumSignificantDigits: 2 } as const;
const kilobytes = new Intl.NumberFormat(undefined, { ...size, unit: 'kilobyte' });
const megabytes = new Intl.NumberFormat(undefined, { ...size, unit: 'megabyte' });

/** `bytes` in kB or MB, with two significant digits. */
export function fileSize(bytes: number): string {
  return bytes < 1_000_000 ? kilobytes.format(bytes / 1_000) : megabytes.format(bytes / 1_000_000);
}
