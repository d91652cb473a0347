import { Cluster } from "#app/ui/layout/cluster.tsx";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { drafts } from "#app/forms/drafts.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { CheckIcon } from "#app/ui/brand/base-icons.tsx";
import { moveFocusTo } from "#app/ui/focus.ts";
import { SettingsSection } from "./settings-section.tsx";
import css from "./settings-section.module.css";

/**
 * A section with its content, replaced by a form while it is changed. `draft` names the unsaved draft: if one exists, the form is open at
 * once. `form` gets the function that closes it; the message passed to it is shown and announced.
 */
export function EditableSection({
  id,
  title,
  draft,
  changeLabel = "Change",
  form,
  children,
}: {
  id: string;
  title: string;
  draft?: string | undefined;
  changeLabel?: string;
  form: (close: (message?: string) => void) => ReactNode;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(() => draft !== undefined && drafts.get(draft) !== null);
  const [message, setMessage] = useState("");
  const content = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(open);

  useLayoutEffect(() => {
    if (wasOpen.current === open) return;
    wasOpen.current = open;
    if (open) content.current?.querySelector<HTMLElement>("input, select, textarea")?.focus();
    else moveFocusTo(document.getElementById(id));
  }, [open, id]);

  const close = (closingMessage = "") => {
    if (draft !== undefined) drafts.remove(draft);
    setMessage(closingMessage);
    setOpen(false);
  };
  const changeButton = (
    <Button
      variant="quiet"
      onClick={() => {
        setMessage("");
        setOpen(true);
      }}
    >
      {changeLabel}
      <span className="visually-hidden"> {title.toLowerCase()}</span>
    </Button>
  );
  return (
    <SettingsSection id={id} title={title} action={open ? undefined : changeButton}>
      <div aria-live="polite" className={css["saved"]}>
        {message && (
          <>
            <CheckIcon />
            {message}
          </>
        )}
      </div>
      <div ref={content}>{open ? form(close) : children}</div>
    </SettingsSection>
  );
}

/** Save, and cancel without saving. */
export function SaveCancelButtons({
  busy,
  label = "Save",
  onCancel,
}: {
  busy: boolean;
  label?: string;
  onCancel?: (() => void) | undefined;
}) {
  return (
    <Cluster align="normal" className={css["buttons"]}>
      <Button type="submit" busy={busy} busyLabel="Saving">
        {label}
      </Button>
      {onCancel && (
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </Cluster>
  );
}
