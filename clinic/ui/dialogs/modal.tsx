import { createContext, type ReactNode, use, useId, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { CloseIcon } from "#app/ui/brand/base-icons.tsx";
import { cx } from "#app/ui/cx.ts";
import css from "./modal.module.css";

/** What dialogs that are opened within it are about: said below each title. */
export const DialogSubject = createContext<ReactNode>(null);

/**
 * A dialog in the browser's top layer: everything below is inert, also a dialog that was open before. It opens when it is mounted; the focus goes to
 * the first field, and back to where it was. The patients' app has another one (`app/ui/layout/overlays`): a sheet on a phone, animated, which
 * lies below what the lock screen has to cover here.
 */
export function Modal({
  title,
  description,
  actions,
  onClose,
  covering = false,
  wide = false,
  children,
}: {
  title: ReactNode;
  description?: ReactNode;
  /** Buttons at the foot, the main one first. */
  actions?: ReactNode;
  /** Escape and the button in the corner; left out, it can't be closed. */
  onClose?: (() => void) | undefined;
  /** Nothing of the page can be seen around it. */
  covering?: boolean | undefined;
  wide?: boolean | undefined;
  children?: ReactNode;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const subject = use(DialogSubject);
  // Over a page that nobody may see, it is the page.
  const Title = covering ? "h1" : "h2";
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    dialog.showModal();
    const first = dialog.querySelector<HTMLElement>("[data-first]") ?? dialog.querySelector("input, select, textarea");
    (first ?? dialog.querySelector<HTMLElement>("button, h1, h2"))?.focus();
    return () => dialog.close();
  }, []);
  return createPortal(
    <dialog
      ref={ref}
      className={cx(css["modal"], covering && css["covering"], wide && css["wide"])}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      // At a second Escape a browser closes it without asking.
      onClose={() => {
        if (ref.current?.open !== false) return;
        if (onClose) onClose();
        else ref.current.showModal();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        onClose?.();
      }}
    >
      <div className={css["content"]}>
        <Title id={`${id}-title`} tabIndex={-1} className={css["title"]}>
          {title}
        </Title>
        {subject}
        {description && (
          <p id={`${id}-description`} className={css["description"]}>
            {description}
          </p>
        )}
        {children && <div className={css["body"]}>{children}</div>}
        {actions && <div className={css["actions"]}>{actions}</div>}
        {onClose && (
          <button type="button" className={css["close"]} aria-label="Close" onClick={onClose}>
            <CloseIcon />
          </button>
        )}
      </div>
    </dialog>,
    document.body,
  );
}
