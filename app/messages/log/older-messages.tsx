import type { UseMutationResult } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef } from "react";
import { errorMessage } from "#app/api/api-error.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import css from "./message-log.module.css";

/** The top of the log: a button for older messages, or a note that there are none. */
export function OlderMessages({
  more,
  older,
  log,
}: {
  more: boolean;
  older: UseMutationResult<void, Error, void>;
  /** Takes the focus when the focused button is removed. */
  log: RefObject<HTMLElement | null>;
}) {
  const hadFocus = useRef(false);
  useEffect(() => {
    if (!more && hadFocus.current) log.current?.focus({ preventScroll: true });
    if (!more) hadFocus.current = false;
  }, [more, log]);
  if (!more) return null;
  return (
    <div className={css["older"]}>
      {older.error && <Alert tone="warning">{errorMessage(older.error)}</Alert>}
      <Button
        variant="quiet"
        busy={older.isPending}
        busyLabel="Loading"
        onFocus={() => {
          hadFocus.current = true;
        }}
        onBlur={({ relatedTarget }) => {
          // A focused button that is removed blurs without a `relatedTarget`.
          if (relatedTarget) hadFocus.current = false;
        }}
        onClick={() => older.mutate(undefined, { onSuccess: older.reset })}
      >
        {older.error ? "Try again" : "Show earlier messages"}
      </Button>
    </div>
  );
}
