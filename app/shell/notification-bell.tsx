import { lazy, Suspense, useState } from "react";
import { BellIcon } from "#app/ui/icons.tsx";
import css from "./dashboard-shell.module.css";

const NotificationPanel = lazy(() => import("./notification-panel.tsx"));

/** Opens the panel of notifications from the right. */
export function NotificationBell() {
  const [open, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <button
        type="button"
        className={css["tool"]}
        aria-label="Notifications"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <BellIcon />
      </button>
      {open !== null && (
        <Suspense fallback={null}>
          <NotificationPanel open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
