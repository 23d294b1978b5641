/** The colours (`#rrggbb`) and fonts of a graph in the current theme of the page. */
export type Look = {
  paper: string;
  ink: string;
  quiet: string;
  line: string;
  accent: string;
  serif: string;
  sans: string;
};

/** Returns the colours and fonts of the theme at `element`. */
export function lookOf(element: HTMLElement): Look {
  const probe = document.createElement('span');
  element.append(probe);
  const canvas = new OffscreenCanvas(1, 1);
  const pixel = canvas.getContext('2d', { willReadFrequently: true });
  const painted = (colours: readonly string[]) => {
    for (const colour of colours) {
      probe.style.color = colour;
      if (!pixel) continue;
      pixel.fillStyle = getComputedStyle(probe).color;
      pixel.fillRect(0, 0, 1, 1);
    }
    const [red = 0, green = 0, blue = 0] = pixel?.getImageData(0, 0, 1, 1).data ?? [];
    return hex(red, green, blue);
  };
  const font = (name: string) => getComputedStyle(element).getPropertyValue(name).trim();
  // Translucent colours are painted onto the background first, so that lines do not get darker where they cross.
  const look = {
    paper: painted(['var(--raised)']),
    ink: painted(['var(--ink)']),
    quiet: painted(['var(--quiet)']),
    line: painted(['var(--raised)', 'var(--edge)']),
    accent: painted(['var(--accent)']),
    serif: font('--serif'),
    sans: font('--sans'),
  };
  probe.remove();
  return look;
}

/** Calls `listener` whenever the theme changes. Returns a function that stops it. */
export function followTheme(listener: () => void): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const chosen = new MutationObserver(listener);
  dark.addEventListener('change', listener);
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    dark.removeEventListener('change', listener);
    chosen.disconnect();
  };
}

/** Calls `listener` when fonts of the page have loaded: text drawn before used others. Returns a stop function. */
export function followFonts(listener: () => void): () => void {
  document.fonts.addEventListener('loadingdone', listener);
  return () => document.fonts.removeEventListener('loadingdone', listener);
}

/** A mix of `colour` and `paper`, both as `#rrggbb`; `share` (0 to 1) is the part of `colour`. */
export function faded(colour: string, paper: string, share: number): string {
  const [from, to] = [channels(colour), channels(paper)];
  const [red = 0, green = 0, blue = 0] = from.map((value, index) =>
    Math.round(value * share + (to[index] ?? 0) * (1 - share)),
  );
  return hex(red, green, blue);
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
}

function hex(...values: number[]): string {
  return `#${values.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
