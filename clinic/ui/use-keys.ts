import { useEffect, useEffectEvent } from "react";

type Handler = () => void;
type Keys = Readonly<Record<string, Handler | undefined>>;

const stack: { current: (key: string) => boolean }[] = [];

/** The page's own keys, while it is shown: `useKeys({ j: next, k: previous })`. The last page that knows a key gets it. */
export function useKeys(keys: Keys): void {
  const press = useEffectEvent((key: string): boolean => {
    const handler = keys[key];
    handler?.();
    return handler !== undefined;
  });
  useEffect(() => {
    const entry = { current: (key: string) => press(key) };
    stack.push(entry);
    return () => void stack.splice(stack.indexOf(entry), 1);
  }, []);
}

/** Hands a key to the page that knows it; false when none does. */
export const pressKey = (key: string): boolean => stack.toReversed().some(({ current }) => current(key));
