import { useRef } from "react";
import { SidePanel } from "#app/ui/layout/overlays/side-panel.tsx";
import { StatusMessage } from "#app/ui/feedback/status-message.tsx";
import { PanelBody } from "./panel-body.tsx";
import { unreadCount } from "./notification-pages.ts";
import { useMarkRead } from "./use-mark-read.ts";
import type { Notifications } from "./use-notifications.ts";

/** Within this distance of its end, in px, the list loads more by itself. */
const nearEndPx = 240;

/** The panel of notifications: closing it marks them as read (spec §2.3). */
export default function NotificationPanel({
  list,
  news: announcement,
  open,
  onOpenChange,
}: {
  list: Notifications;
  news: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const markAll = useMarkRead();
  /** The patient followed a link to a page: the focus goes there, not back to the bell. */
  const followedLink = useRef(false);
  const setPanelOpen = (next: boolean) => {
    if (next === open) return;
    if (!next && unreadCount(list.data) > 0) markAll.mutate("all");
    onOpenChange(next);
  };
  return (
    <SidePanel
      title="Notifications"
      open={open}
      onOpenChange={(next) => {
        followedLink.current = false;
        setPanelOpen(next);
      }}
      finalFocus={() =>
        followedLink.current ? (document.querySelector<HTMLElement>("main h1[tabindex]") ?? false) : true
      }
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        if (scrollHeight - scrollTop - clientHeight < nearEndPx && !list.isFetchNextPageError) list.goOn();
      }}
    >
      <StatusMessage>{open && announcement}</StatusMessage>
      <PanelBody
        list={list}
        onLeave={() => {
          followedLink.current = true;
          setPanelOpen(false);
        }}
      />
    </SidePanel>
  );
}
