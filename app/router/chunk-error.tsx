import { useEffect, useRef, useState } from "react";
import { after } from "#app/browser/timers.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { MessagePage } from "./message-page.tsx";
import { useOnline, useReconnect } from "#app/browser/use-online.ts";
import { offlineWaitText } from "./page-loading.tsx";

/** Delays between attempts, ms: a browser reports the connection back before the first request gets through. */
const retryDelaysMs = [0, 1000, 2000, 4000, 8000];

/**
 * Shown when a chunk of the app did not load. A browser caches a failed import, so only a reload can try again. The page is requested first, so that
 * this one is not replaced by the browser's own error page.
 */
export function ChunkErrorPage({ withinShell }: { withinShell: boolean }) {
  const online = useOnline();
  const [retrying, setRetrying] = useState(false);
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => void (mounted.current = false);
  }, []);
  const retry = async (delays: readonly number[]) => {
    setRetrying(true);
    for (const ms of delays) {
      await new Promise<void>((resolve) => void after(ms, resolve));
      const reachable = mounted.current && (await isReachable());
      if (!mounted.current) return;
      if (reachable) return location.reload();
    }
    setRetrying(false);
  };
  useReconnect(() => void retry(retryDelaysMs));
  return (
    <MessagePage
      withinShell={withinShell}
      title={online ? "This page didn't load" : "You're offline"}
      action={
        <Button busy={retrying} busyLabel="Trying again" onClick={() => void retry([0])}>
          Try again
        </Button>
      }
    >
      {online
        ? "Your connection may have dropped, or there's a new version. We saved what you typed. Try again to continue."
        : `${offlineWaitText} We saved what you typed.`}
    </MessagePage>
  );
}

const isReachable = (): Promise<boolean> =>
  fetch(location.href, { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
