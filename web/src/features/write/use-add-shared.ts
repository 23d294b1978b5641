import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/** Calls `add` once for a text that another app shared, if there is one, and removes it from the address. */
export function useAddShared(shared: string, add: () => void): void {
  const navigate = useNavigate();
  const take = useEffectEvent(() => {
    add();
    const unshared = { title: undefined, text: undefined, url: undefined };
    void navigate({ to: '.', search: (all) => ({ ...all, ...unshared }), replace: true });
  });
  useEffect(() => {
    if (shared !== '') take();
  }, [shared]);
}
