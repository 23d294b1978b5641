/** The colours of a graph as `#rrggbb`, and its fonts, as the page has them in its present theme. */
export type Look = {
  paper: string;
  ink: string;
  quiet: string;
  line: string;
  accent: string;
  serif: string;
  sans: string;
};

/** Returns what the theme gives `element`. */
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
  // A colour one can see through lies on the paper, so that lines do not add up where they cross.
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

/** Calls `listener` whenever the theme changes. Returns how to stop. */
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

/** Calls `listener` whenever a font of the page has come: what was written before was written in another one. Returns how to stop. */
export function followFonts(listener: () => void): () => void {
  document.fonts.addEventListener('loadingdone', listener);
  return () => document.fonts.removeEventListener('loadingdone', listener);
}

/** `colour` with `share` of it left on `paper`, both as `#rrggbb`. */
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
