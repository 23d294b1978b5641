import { type ComponentPropsWithoutRef, useLayoutEffect, useRef } from 'react';

/** A textarea as tall as its text. */
export function GrowingTextarea({ value, ...rest }: ComponentPropsWithoutRef<'textarea'> & { value: string }) {
  const area = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const element = area.current;
    if (!element || CSS.supports('field-sizing', 'content')) return;
    element.style.blockSize = 'auto';
    element.style.blockSize = `${element.scrollHeight + element.offsetHeight - element.clientHeight}px`;
  }, [value]);
  return <textarea ref={area} dir="auto" rows={1} value={value} {...rest} />;
}
