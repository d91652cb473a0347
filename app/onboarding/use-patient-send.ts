import { useEffect, useRef, useState } from "react";
import { isApiError } from "#app/api/api-error.ts";
import { useOnline } from "#app/router/use-online.ts";

/** How often a lost save is tried again, besides when the browser says that it is back. */
const every = 8000;

/**
 * Runs `send` until it gets an answer: without a connection it waits and sends the same again when it is back. She stays on
 * the screen meanwhile, because an answer may be one that must stop the visit at once. Refusals are thrown.
 */
export function usePatientSend<T, R>(send: (input: T) => Promise<R>) {
  const online = useOnline();
  const [waiting, setWaiting] = useState(false);
  const wake = useRef<(() => void) | null>(null);
  const gone = useRef(false);

  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
      wake.current?.();
    };
  }, []);
  useEffect(() => {
    if (online) wake.current?.();
  }, [online]);

  async function run(input: T): Promise<R> {
    for (;;) {
      try {
        const reply = await send(input);
        setWaiting(false);
        return reply;
      } catch (error) {
        const lost = !gone.current && isApiError(error) && error.code === "network";
        setWaiting(lost);
        if (!lost) throw error;
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, every);
          wake.current = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wake.current = null;
        if (gone.current) throw error;
      }
    }
  }
  return { run, waiting };
}
