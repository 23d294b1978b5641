import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Calls `onDrop` with the files that are dropped anywhere on the page, which the browser would open in its place.
 * Returns whether files are dragged over the page.
 */
export function useDroppedFiles(onDrop: (files: FileList) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const drop = useEffectEvent(onDrop);
  useEffect(() => {
    const stopped = new AbortController();
    const { signal } = stopped;
    const listen = (type: 'dragover' | 'drop', act: (files: FileList) => void) =>
      window.addEventListener(
        type,
        (event) => {
          if (!event.dataTransfer?.types.includes('Files')) return;
          event.preventDefault();
          act(event.dataTransfer.files);
        },
        { signal },
      );
    listen('dragover', () => setIsOver(true));
    listen('drop', (files) => {
      setIsOver(false);
      drop(files);
    });
    // Without a related target, the pointer has left the window.
    window.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && setIsOver(false), { signal });
    return () => stopped.abort();
  }, []);
  return isOver;
}
