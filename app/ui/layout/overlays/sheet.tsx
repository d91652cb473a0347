import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode, RefObject } from "react";
import { Overlay } from "./overlay.tsx";
import css from "./sheet.module.css";

/**
 * A dialog for a flow of several screens: the whole screen on a phone, a tall card on a desktop. Only its close button and Escape close it, never a
 * press on the backdrop. `head` is shown between its name and the close button; another `resetKey` scrolls to the top again.
 */
export function Sheet({
  label,
  head,
  resetKey,
  closeLabel = "Close",
  open,
  onClose,
  initialFocus,
  finalFocus,
  children,
}: {
  label: string;
  head?: ReactNode;
  resetKey?: string | undefined;
  closeLabel?: string | undefined;
  open: boolean;
  onClose: () => void;
  initialFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | null) | undefined;
  finalFocus?: (() => HTMLElement | boolean) | undefined;
  children: ReactNode;
}) {
  return (
    <Overlay
      open={open}
      onOpenChange={(next) => !next && onClose()}
      disablePointerDismissal
      motion="rising"
      className={css["sheet"]}
      initialFocus={initialFocus}
      finalFocus={finalFocus}
    >
      <div className={css["head"]}>
        <div className={css["names"]}>
          <Base.Title className={css["label"]}>{label}</Base.Title>
          {head}
        </div>
        <Base.Close className={css["close"]}>{closeLabel}</Base.Close>
      </div>
      <div key={resetKey} className={css["body"]}>
        {children}
      </div>
    </Overlay>
  );
}
