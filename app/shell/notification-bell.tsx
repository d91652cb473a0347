import { lazyRoute } from "#app/router/lazy-route.ts";
import { BellIcon } from "#app/ui/icons.tsx";
import { DialogTool } from "./dialog-tool.tsx";

const NotificationPanel = lazyRoute(() => import("./notification-panel.tsx")).Part;

/** Opens the panel of notifications from the right. */
export const NotificationBell = () => (
  <DialogTool label="Notifications" icon={<BellIcon />} dialog={NotificationPanel} />
);
