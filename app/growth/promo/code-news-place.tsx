import { Alert } from "#app/ui/alert.tsx";
import { readNext } from "#app/ui/read-next.ts";
import { tellOfCode, useCodeNews } from "./code-news.ts";

/** What became of a code she came with, until she has read it. */
export function CodeNewsPlace({ className }: { className?: string | undefined }) {
  const news = useCodeNews();
  if (news === null) return null;
  const close = () => {
    tellOfCode(null);
    // The button goes, and the focus with it.
    document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
  };
  return (
    <div key={news.text} ref={news.read ? readNext : undefined} className={className}>
      <Alert kind={news.kind} onDismiss={close}>
        {news.text}
      </Alert>
    </div>
  );
}
