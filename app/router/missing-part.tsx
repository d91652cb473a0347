import { useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { MessageScreen } from "./message-screen.tsx";
import { useOnline } from "./use-online.ts";
import { useReconnect } from "./use-reconnect.ts";
import { offlineWait } from "./waiting.tsx";

/**
 * A part of the app did not arrive. A browser keeps an import that failed, so only a fresh page can try again. It is asked for
 * first: hers is not given up for the browser's own error page.
 */
export function MissingPart({ inside }: { inside: boolean }) {
  const online = useOnline();
  const [trying, setTrying] = useState(false);
  const again = () => {
    setTrying(true);
    void isThere().then((there) => (there ? location.reload() : setTrying(false)));
  };
  useReconnect(again);
  return (
    <MessageScreen
      inside={inside}
      title={online ? "This page did not load" : "You are offline"}
      action={
        <Button busy={trying} busyLabel="Trying again" onClick={again}>
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
