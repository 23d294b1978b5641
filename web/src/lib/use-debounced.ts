import { useEffect, useState } from 'react';

/** `value` once it has not changed for `milliseconds`. */
export function useDebounced<Value>(value: Value, milliseconds: number): Value {
  const [debounced, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return debounced;
}
