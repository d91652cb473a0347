import { useEffect, useRef, useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Dialog } from "#app/ui/layout/overlays/dialog.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import type { ProductNotices } from "./before-you-start.tsx";
import { NoticeList } from "./notice-list.tsx";
import css from "./before-you-start.module.css";

export interface ReadingSheetProps {
  readonly groups: readonly ProductNotices[];
  readonly open: boolean;
  /** Continue opened it: the button at its end goes on. */
  readonly goesOn: boolean;
  /** `seen`: its end was on screen. */
  readonly onClose: (seen: boolean) => void;
  readonly onRead: () => void;
}

/** What is to be known before starting. It counts as read when its end has been on screen. */
export default function ReadingSheet({ groups, open, goesOn, onClose, onRead }: ReadingSheetProps) {
  const seen = useRef(false);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose(seen.current)}
      title="Before you start"
      description="Please read this to the end. Your doctor goes over it with you again."
      focusTitle
      actions={
        <Button wide onClick={onRead}>
          {goesOn ? "I’ve read it. Continue" : "I’ve read it"}
        </Button>
      }
    >
      <Stack gap={5}>
        {groups.map(({ name, notices }) => (
          <section key={name} className={css["group"]}>
            <h3>{name}</h3>
            <NoticeList notices={notices} />
          </section>
        ))}
      </Stack>
      <End onSeen={(isSeen) => (seen.current = isSeen)} />
    </Dialog>
  );
}

/** Tells whether it has been on screen since it was opened. */
function End({ onSeen }: { onSeen: (seen: boolean) => void }) {
  const end = useRef<HTMLSpanElement>(null);
  const [report] = useState(() => onSeen);
  useEffect(() => {
    report(false);
    if (!end.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) report(true);
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [report]);
  return <span ref={end} />;
}
