import type { UseMutationResult } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef } from "react";
import { errorMessage } from "#app/api/api-error.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import css from "./message-log.module.css";

/** The head of the log: the way to what is older, or that there is nothing. */
export function OlderMessages({
  more,
  older,
  log,
}: {
  more: boolean;
  older: UseMutationResult<void, Error, void>;
  /** Has the focus when the button that had it is gone. */
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
      {older.error && <Alert kind="warning">{errorMessage(older.error)}</Alert>}
      <Button
        variant="quiet"
        busy={older.isPending}
        busyLabel="Loading"
        onFocus={() => {
          hadFocus.current = true;
        }}
        onBlur={({ relatedTarget }) => {
          // A button that is taken away has lost the focus to nobody.
          if (relatedTarget) hadFocus.current = false;
        }}
        onClick={() => older.mutate(undefined, { onSuccess: older.reset })}
      >
        {older.error ? "Try again" : "Show earlier messages"}
      </Button>
    </div>
  );
}
