import type { ReactNode } from "react";

/** A place that is read out whenever its text changes; keep it on the page while empty. */
export function StatusMessage({ visible = false, children }: { visible?: boolean | undefined; children?: ReactNode }) {
  return (
    <div aria-live="polite" className={visible ? undefined : "visually-hidden"}>
      {children}
    </div>
  );
}
