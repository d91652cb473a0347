import { useEffect, useRef, useState } from "react";
import { isApiError } from "#app/api/api-error.ts";
import { useOnline } from "#app/browser/use-online.ts";

/** Retry interval for a lost save, in ms; it also retries as soon as the browser is back online. */
const retryMs = 8000;

/**
 * Runs `send` until it gets a response: without a connection it waits and repeats the same request. The patient stays on the screen
 * meanwhile, because an answer may have to stop the visit at once. Refusals are thrown.
 */
export function useSendWhenConnected<T, R>(send: (input: T) => Promise<R>) {
  const online = useOnline();
  const [waiting, setWaiting] = useState(false);
  const wakeRef = useRef<(() => void) | null>(null);
  const unmounted = useRef(false);

  useEffect(() => {
    unmounted.current = false;
    return () => {
      unmounted.current = true;
      wakeRef.current?.();
    };
  }, []);
  useEffect(() => {
    if (online) wakeRef.current?.();
  }, [online]);

  async function run(input: T): Promise<R> {
    for (;;) {
      try {
        const result = await send(input);
        setWaiting(false);
        return result;
      } catch (error) {
        const lost = !unmounted.current && isApiError(error) && error.code === "network";
        setWaiting(lost);
        if (!lost) throw error;
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, retryMs);
          wakeRef.current = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wakeRef.current = null;
        if (unmounted.current) throw error;
      }
    }
  }
  return { run, waiting };
}
