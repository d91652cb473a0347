import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactElement, ReactNode, RefObject } from "react";
import css from "./dialog.module.css";
import { CloseIcon } from "./icons.tsx";

export type DialogProps = {
  title: ReactNode;
  description?: ReactNode;
  /** Controlled; leave both out and give `trigger` instead for a dialog that keeps its own state. */
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  /** A `<Button>`; it gets the focus back on close. */
  trigger?: ReactElement | undefined;
  /** Buttons at the foot, the main one first. Wrap one in `<DialogClose>` to close with it. */
  actions?: ReactNode;
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** What opened it, to give the focus back to; what had it when the dialog appeared when left out. */
  opener?: RefObject<HTMLElement | null> | undefined;
  children?: ReactNode;
};

/** A modal dialog, a sheet from below on a phone. Load it lazily: it brings Base UI. */
export function Dialog({
  title,
  description,
  open,
  onOpenChange,
  trigger,
  actions,
  initialFocus,
  opener,
  children,
  role,
}: DialogProps & { role?: "alertdialog" | undefined }) {
  return (
    <Base.Root {...(open !== undefined && { open })} onOpenChange={(next) => onOpenChange?.(next)}>
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Backdrop className={css["backdrop"]} />
        <Base.Popup
          className={css["popup"]}
          {...(role && { role })}
          {...(initialFocus && { initialFocus })}
          {...(opener && { finalFocus: opener })}
        >
          <div className={css["head"]}>
            <Base.Title className={css["title"]}>{title}</Base.Title>
            <Base.Close className={css["close"]} aria-label="Close">
              <CloseIcon />
            </Base.Close>
          </div>
          {description && <Base.Description className={css["description"]}>{description}</Base.Description>}
          {children && <div className={css["body"]}>{children}</div>}
          {actions && <div className={css["actions"]}>{actions}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** Closes the dialog around it when its one child, a button, is pressed. */
export function DialogClose({ children }: { children: ReactElement }) {
  return <Base.Close render={children} />;
}
