import { lazy } from "react";
import { BellIcon } from "#app/ui/icons.tsx";
import { DialogTool } from "./dialog-tool.tsx";

const NotificationPanel = lazy(() => import("./notification-panel.tsx"));

/** Opens the panel of notifications from the right. */
export const NotificationBell = () => (
  <DialogTool label="Notifications" icon={<BellIcon />} dialog={NotificationPanel} />
);
