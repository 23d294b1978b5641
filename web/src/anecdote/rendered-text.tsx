import { lazyComponent } from '../ui/lazy-component.tsx';
import { MarkedText } from './marked-text.tsx';
import styles from './rendered-text.module.css';
import { mayHaveMarkdown, useTextRendering } from './text-rendering.ts';

type RenderedTextProps = { text: string };

const load = () => import('./markdown.tsx');
// Without a network its code may be missing; the text is there.
const Markdown = lazyComponent(load, 'Markdown', { onFailure: PlainText, fallback: null });

/** A whole text set for reading, with its Markdown and its links unless the person wants it as it was written. */
export function RenderedText({ text }: RenderedTextProps) {
  const [isRendered] = useTextRendering();
  return (
    <div className={styles.text} dir="auto">
      {mayHaveMarkdown(text) && isRendered ? <Markdown text={text} /> : <PlainText text={text} />}
    </div>
  );
}

/** Loads what rendering `text` needs; never fails. */
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
