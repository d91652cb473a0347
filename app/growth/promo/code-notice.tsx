import { Alert } from "#app/ui/feedback/alert.tsx";
import { moveFocusTo } from "#app/ui/focus.ts";
import { showCodeNotice, useCodeNotice } from "./code-news.ts";

/** The outcome of a code the patient came with, until they dismiss it. */
export function CodeNoticeSlot({ className }: { className?: string | undefined }) {
  const notice = useCodeNotice();
  if (notice === null) return null;
  const close = () => {
    showCodeNotice(null);
    // The close button disappears and would lose the focus.
    document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
  };
  return (
    <div key={notice.text} ref={notice.takesFocus ? moveFocusTo : undefined} className={className}>
      <Alert tone={notice.tone} onDismiss={close}>
        {notice.text}
      </Alert>
    </div>
  );
}
