import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactElement, ReactNode, UIEventHandler } from "react";
import css from "./side-panel.module.css";
import { CloseIcon } from "./icons.tsx";

/** A panel from the right, the whole screen on a phone. `onScroll` belongs to the scrolling body (load more there). */
export function SidePanel({
  title,
  open,
  onOpenChange,
  trigger,
  footer,
  onScroll,
  finalFocus,
  children,
}: {
  title: ReactNode;
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  trigger?: ReactElement | undefined;
  footer?: ReactNode;
  onScroll?: UIEventHandler<HTMLDivElement> | undefined;
  /** Where the focus goes when it closes: true is where it was before, false is nowhere. */
  finalFocus?: (() => HTMLElement | boolean) | undefined;
  children: ReactNode;
}) {
  return (
    <Base.Root {...(open !== undefined && { open })} onOpenChange={(next) => onOpenChange?.(next)}>
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Backdrop className={css["backdrop"]} />
        <Base.Popup className={css["panel"]} {...(finalFocus && { finalFocus })}>
          <div className={css["head"]}>
            <Base.Title className={css["title"]}>{title}</Base.Title>
            <Base.Close className={css["close"]} aria-label={`Close ${typeof title === "string" ? title : "panel"}`}>
              <CloseIcon />
            </Base.Close>
          </div>
          <div className={css["body"]} onScroll={onScroll}>
            {children}
          </div>
          {footer && <div className={css["footer"]}>{footer}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
