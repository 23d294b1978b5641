/** The logo of the product: four connected dots, for four days. */
export function Logo({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={(size * 20) / 26} viewBox="0 0 26 20" fill="none" aria-hidden="true">
      <path d="M4 15 12 5l6 8 5-7" stroke="currentColor" strokeWidth="1.4" opacity=".5" />
      <circle cx="4" cy="15" r="2.6" fill="currentColor" />
      <circle cx="12" cy="5" r="2.6" fill="var(--accent)" />
      <circle cx="18" cy="13" r="2.6" fill="currentColor" />
      <circle cx="23" cy="6" r="1.8" fill="currentColor" />
    </svg>
  );
}
