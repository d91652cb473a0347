import { useRef } from "react";
import { SidePanel } from "#app/ui/side-panel.tsx";
import { StatusMessage } from "#app/ui/status-message.tsx";
import { PanelBody } from "./panel-body.tsx";
import { unreadOf } from "./pages.ts";
import { useMarkRead } from "./use-mark-read.ts";
import type { Notifications } from "./use-notifications.ts";

/** So far above its end the list goes on by itself, px. */
const nearEnd = 240;

/** The panel of notifications: who closes it has read them (spec §2.3). */
export default function NotificationPanel({
  list,
  news,
  open,
  onOpenChange,
}: {
  list: Notifications;
  news: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const markAll = useMarkRead();
  /** She went on to a page: the focus goes there, not back to the bell. */
  const left = useRef(false);
  const change = (next: boolean) => {
    if (next === open) return;
    if (!next && unreadOf(list.data) > 0) markAll.mutate("all");
    onOpenChange(next);
  };
  return (
    <SidePanel
      title="Notifications"
      open={open}
      onOpenChange={(next) => {
        left.current = false;
        change(next);
      }}
      finalFocus={() => (left.current ? (document.querySelector<HTMLElement>("main h1[tabindex]") ?? false) : true)}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        if (scrollHeight - scrollTop - clientHeight < nearEnd && !list.isFetchNextPageError) list.goOn();
      }}
    >
      <StatusMessage>{open && news}</StatusMessage>
      <PanelBody
        list={list}
        onLeave={() => {
          left.current = true;
          change(false);
        }}
      />
    </SidePanel>
  );
}
