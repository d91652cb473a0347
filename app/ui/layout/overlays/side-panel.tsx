import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode, UIEventHandler } from "react";
import { Overlay, OverlayClose, type OverlayState } from "./overlay.tsx";
import css from "./side-panel.module.css";

/** A panel from the right, the whole screen on a phone. `onScroll` belongs to the scrolling body (load more there). */
export function SidePanel({
  title,
  footer,
  onScroll,
  children,
  ...overlay
}: OverlayState & {
  title: string;
  footer?: ReactNode;
  onScroll?: UIEventHandler<HTMLDivElement> | undefined;
  /** Where the focus goes when it closes: true returns it to where it was, false leaves it. */
  finalFocus?: (() => HTMLElement | boolean) | undefined;
  children: ReactNode;
}) {
  return (
    <Overlay {...overlay} motion="sliding" className={css["panel"]}>
      <div className={css["head"]}>
        <Base.Title className={css["title"]}>{title}</Base.Title>
        <OverlayClose label={`Close ${title}`} />
      </div>
      <div className={css["body"]} onScroll={onScroll}>
        {children}
      </div>
      {footer && <div className={css["footer"]}>{footer}</div>}
    </Overlay>
  );
}
