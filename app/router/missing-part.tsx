import { useEffect, useRef, useState } from "react";
import { after } from "#app/api/after.ts";
import { Button } from "#app/ui/button.tsx";
import { MessageScreen } from "./message-screen.tsx";
import { useOnline } from "./use-online.ts";
import { useReconnect } from "./use-reconnect.ts";
import { offlineWait } from "./waiting.tsx";

/** A browser says that the connection is back before the first request gets through: waits between the tries then, ms. */
const pausesMs = [0, 1000, 2000, 4000, 8000];

/**
 * A part of the app did not arrive. A browser keeps an import that failed, so only a fresh page can try again. It is asked for
 * first: hers is not given up for the browser's own error page.
 */
export function MissingPart({ inside }: { inside: boolean }) {
  const online = useOnline();
  const [trying, setTrying] = useState(false);
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => void (shown.current = false);
  }, []);
  const again = async (pauses: readonly number[]) => {
    setTrying(true);
    for (const ms of pauses) {
      await new Promise<void>((resolve) => void after(ms, resolve));
      const there = shown.current && (await isThere());
      if (!shown.current) return;
      if (there) return location.reload();
    }
    setTrying(false);
  };
  useReconnect(() => void again(pausesMs));
  return (
    <MessageScreen
      inside={inside}
      title={online ? "This page did not load" : "You are offline"}
      action={
        <Button busy={trying} busyLabel="Trying again" onClick={() => void again([0])}>
          Try again
        </Button>
      }
    >
      {online
        ? "Your connection may have dropped, or there is a new version. What you typed is kept: try again to go on."
        : `${offlineWait} What you typed is kept.`}
    </MessageScreen>
  );
}

const isThere = (): Promise<boolean> =>
  fetch(location.href, { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
