import { useSyncExternalStore } from "react";
import { Alert } from "#app/ui/alert.tsx";
import css from "./offline-notice.module.css";

function subscribe(listener: () => void) {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Said while the browser has no connection; the place is kept on the page, so that it is read out. */
export function OfflineNotice() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div aria-live="polite">
      {!online && (
        <div className={css["notice"]}>
          <Alert kind="info" title="You are offline">
            What you typed stays here. Go on when you are connected again.
          </Alert>
        </div>
      )}
    </div>
  );
}
