import { type ComponentType, useState } from 'react';
import { waitForOptional } from '../lib/delay.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { MarkedText } from './marked-text.tsx';
import styles from './rendered-text.module.css';
import { mayHaveMarkdown, useTextLinks } from './text-rendering.ts';

type TextProps = { text: string; linked: boolean };

/** Set once its code is there or late. A lazy component would first show its fallback, and then move the page. */
let Markdown: ComponentType<TextProps> | undefined;
const load = async () => {
  const loading = import('./markdown.tsx').then((code) => {
    Markdown = code.Markdown;
  });
  await waitForOptional(loading);
  // A text is shown plain if the code takes longer.
  Markdown ??= PlainText;
  return { Markdown };
};
// Offline its code may be missing; the plain text is shown then.
const LazyMarkdown = lazyComponent(load, 'Markdown', { onFailure: PlainText, fallback: null });

/** A whole text for reading, with Markdown and links unless the person wants texts as written; see `TrustsLinks`. */
export function RenderedText({ text }: { text: string }) {
  const linked = useTextLinks();
  const [MarkdownText] = useState(() => Markdown ?? LazyMarkdown);
  const Text = mayHaveMarkdown(text) ? MarkdownText : PlainText;
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
