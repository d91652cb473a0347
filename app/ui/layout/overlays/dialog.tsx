import { Dialog as Base } from "@base-ui/react/dialog";
import { type ReactElement, type ReactNode, type RefObject, useRef } from "react";
import css from "./dialog.module.css";
import { Overlay, OverlayClose, type OverlayState } from "./overlay.tsx";

export type DialogProps = OverlayState & {
  title: ReactNode;
  description?: ReactNode;
  /** Buttons at the foot, the main one first. Wrap one in `<DialogClose>` to close with it. */
  actions?: ReactNode;
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** The content is to be read before anything is pressed: the focus starts at the title. */
  focusTitle?: boolean | undefined;
  /** The element that gets the focus back; defaults to the one focused when the dialog opened. */
  opener?: RefObject<HTMLElement | null> | undefined;
  children?: ReactNode;
};

/** A modal dialog, a sheet from below on a phone. Load it lazily: it brings Base UI. */
export function Dialog({
  title,
  description,
  actions,
  initialFocus,
  focusTitle = false,
  opener,
  children,
  ...overlay
}: DialogProps & { role?: "alertdialog" | undefined }) {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Overlay
      {...overlay}
      motion="rising"
      className={css["popup"]}
      initialFocus={focusTitle ? heading : initialFocus}
      finalFocus={opener}
    >
      <div className={css["head"]}>
        <Base.Title ref={heading} tabIndex={-1} className={css["title"]}>
          {title}
        </Base.Title>
        <OverlayClose label="Close" className={css["close"]} />
      </div>
      {description && <Base.Description className={css["description"]}>{description}</Base.Description>}
      {children && <div className={css["body"]}>{children}</div>}
      {actions && <div className={css["actions"]}>{actions}</div>}
    </Overlay>
  );
}

/** Closes the dialog around it when its one child, a button, is pressed. */
export function DialogClose({ children }: { children: ReactElement }) {
  return <Base.Close render={children} />;
}
