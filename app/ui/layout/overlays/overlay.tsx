import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactElement, ReactNode, RefObject } from "react";
import { cx } from "../../cx.ts";
import { CloseIcon } from "../../brand/base-icons.tsx";
import css from "./overlay.module.css";

/** Open state of an overlay; when left out, `trigger` opens it and it keeps its own state. */
export interface OverlayState {
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  /** A `<Button>`; it gets the focus back on close. */
  trigger?: ReactElement | undefined;
}

type FocusTarget = RefObject<HTMLElement | null> | (() => HTMLElement | boolean | null);

/** A layer over the page with a backdrop: the base of dialog, sheet and side panel. It brings Base UI. */
export function Overlay({
  className,
  motion,
  open,
  onOpenChange,
  trigger,
  disablePointerDismissal = false,
  role,
  initialFocus,
  finalFocus,
  children,
}: OverlayState & {
  className: string | undefined;
  /** From below, or from the right. */
  motion: "rising" | "sliding";
  /** A press on the backdrop does not close it. */
  disablePointerDismissal?: boolean;
  role?: "alertdialog" | undefined;
  initialFocus?: FocusTarget | undefined;
  finalFocus?: FocusTarget | undefined;
  children: ReactNode;
}) {
  return (
    <Base.Root
      {...(open !== undefined && { open })}
      disablePointerDismissal={disablePointerDismissal}
      onOpenChange={(next) => onOpenChange?.(next)}
    >
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Backdrop className={css["backdrop"]} />
        <Base.Popup
          className={cx(css["popup"], css[motion], className)}
          {...(role && { role })}
          {...(initialFocus && { initialFocus })}
          {...(finalFocus && { finalFocus })}
        >
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** The close button in the corner of an overlay. */
export function OverlayClose({ label, className }: { label: string; className?: string | undefined }) {
  return (
    <Base.Close className={cx(css["close"], className)} aria-label={label}>
      <CloseIcon />
    </Base.Close>
  );
}
