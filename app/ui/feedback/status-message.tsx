import type { ReactNode } from "react";

/** A live region, announced whenever its text changes; keep it mounted while empty. */
export function StatusMessage({ visible = false, children }: { visible?: boolean | undefined; children?: ReactNode }) {
  return (
    <div aria-live="polite" className={visible ? undefined : "visually-hidden"}>
      {children}
    </div>
  );
}
