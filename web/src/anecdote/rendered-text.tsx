import { lazyComponent } from '../ui/lazy-component.tsx';
import { MarkedText } from './marked-text.tsx';
import styles from './rendered-text.module.css';
import { mayHaveMarkdown, useTextRendering } from './text-rendering.ts';

type RenderedTextProps = { text: string };

const load = () => import('./markdown.tsx');
// Offline its code may be missing; the plain text is shown then.
const Markdown = lazyComponent(load, 'Markdown', { onFailure: PlainText, fallback: null });

/** A whole text for reading, with Markdown and links unless the person wants texts as written. */
export function RenderedText({ text }: RenderedTextProps) {
  const [isRendered] = useTextRendering();
  return (
    <div className={styles.text} dir="auto">
      {mayHaveMarkdown(text) && isRendered ? <Markdown text={text} /> : <PlainText text={text} />}
    </div>
  );
}

/** Loads the code that rendering `text` needs; never rejects. */
export async function prepareRendering(text: string): Promise<void> {
  if (mayHaveMarkdown(text)) await load().catch(() => undefined);
}

function PlainText({ text }: RenderedTextProps) {
  const [isRendered] = useTextRendering();
  return (
    <p dir="auto">
      <MarkedText text={text} linked={isRendered} />
    </p>
  );
}
