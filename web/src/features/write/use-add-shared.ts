import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { withShared } from './shared-text.ts';

/** Calls `change` once for a text that another app shared, and removes it from the address. */
export function useAddShared(shared: string, change: (add: (description: string) => string) => void): void {
  const navigate = useNavigate();
  const take = useEffectEvent(() => {
    change((description) => withShared(description, shared));
    const unshared = { title: undefined, text: undefined, url: undefined };
    void navigate({ to: '.', search: (all) => ({ ...all, ...unshared }), replace: true });
  });
  useEffect(() => {
    if (shared !== '') take();
  }, [shared]);
}
