import type { ReactNode } from "react";
import { useOnline } from "#app/browser/use-online.ts";
import { Alert } from "./alert.tsx";
import css from "./offline-notice.module.css";

/** Shown while the browser has no connection; the live region stays on the page, so that it is announced. */
export function OfflineNotice({
  children = "What you typed stays here. You can continue when you're back online.",
}: {
  children?: ReactNode;
}) {
  const online = useOnline();
  return (
    <div aria-live="polite">
      {!online && (
        <div className={css["notice"]}>
          <Alert tone="info" title="You're offline">
            {children}
          </Alert>
        </div>
      )}
    </div>
  );
}
