import { useEffect, useState } from 'react';

const TYPING_MS = 400;

/** A value that changes quickly, such as one that is typed, once it has stood for a moment. */
export function useSettled<Value>(value: Value, waitMs = TYPING_MS): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(() => value), waitMs);
    return () => clearTimeout(timer);
  }, [value, waitMs]);
  return settled;
}
