import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** Reads out the title of the page that was navigated to. */
export function RouteAnnouncer() {
  const router = useRouter();
  const [title, setTitle] = useState('');
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged }) => {
        if (pathChanged) setTitle(document.title);
      }),
    [router],
  );
  return (
    <p className="hidden" aria-live="polite">
      {title}
    </p>
  );
}
