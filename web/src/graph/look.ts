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

type Colours = Record<Exclude<keyof Look, 'serif' | 'sans'>, readonly string[]>;

/** Translucent colours are painted onto the background first, so that lines do not get darker where they cross. */
const themed: Colours = {
  paper: ['var(--raised)'],
  ink: ['var(--ink)'],
  quiet: ['var(--quiet)'],
  line: ['var(--raised)', 'var(--edge)'],
  accent: ['var(--accent)'],
};
/** The colours of the system, for its high-contrast mode. */
const forced: Colours = {
  paper: ['Canvas'],
  ink: ['CanvasText'],
  quiet: ['CanvasText'],
  line: ['CanvasText'],
  accent: ['Highlight'],
};
const FORCED = '(forced-colors: active)';

/** Returns the colours and fonts of the theme at `element`. */
export function lookOf(element: HTMLElement): Look {
  const probe = document.createElement('span');
  probe.style.setProperty('forced-color-adjust', 'none');
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
  const colours = matchMedia(FORCED).matches ? forced : themed;
  const look = {
    paper: painted(colours.paper),
    ink: painted(colours.ink),
    quiet: painted(colours.quiet),
    line: painted(colours.line),
    accent: painted(colours.accent),
    serif: font('--serif'),
    sans: font('--sans'),
  };
  probe.remove();
  return look;
}

/** Calls `listener` whenever the theme changes. Returns a function that stops it. */
export function followTheme(listener: () => void): () => void {
  const media = ['(prefers-color-scheme: dark)', FORCED].map((query) => matchMedia(query));
  const chosen = new MutationObserver(listener);
  for (const query of media) query.addEventListener('change', listener);
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    for (const query of media) query.removeEventListener('change', listener);
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
