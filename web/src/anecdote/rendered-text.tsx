import { lazyComponent } from '../ui/lazy-component.tsx';
import { MarkedText } from './marked-text.tsx';
import styles from './rendered-text.module.css';
import { mayHaveMarkdown, useTextLinks } from './text-rendering.ts';

type TextProps = { text: string; linked: boolean };

const load = () => import('./markdown.tsx');
// Offline its code may be missing; the plain text is shown then.
const Markdown = lazyComponent(load, 'Markdown', { onFailure: PlainText, fallback: null });

/** A whole text for reading, with Markdown and links unless the person wants texts as written; see `TrustsLinks`. */
export function RenderedText({ text }: { text: string }) {
  const linked = useTextLinks();
  const Text = mayHaveMarkdown(text) ? Markdown : PlainText;
  return (
    <div className={styles.text} dir="auto">
      <Text text={text} linked={linked} />
    </div>
  );
}

/** Loads the code that rendering `text` needs; never rejects. */
export async function prepareRendering(text: string): Promise<void> {
  if (mayHaveMarkdown(text)) await load().catch(() => undefined);
}

function PlainText({ text, linked }: TextProps) {
  return (
    <p dir="auto">
      <MarkedText text={text} linked={linked} />
    </p>
  );
}
