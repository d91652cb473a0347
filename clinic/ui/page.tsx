import { type ReactNode, useEffect, useRef } from "react";
import { errorMessage, errorTitle, isApiError } from "#app/api/api-error.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { cx } from "#app/ui/cx.ts";
import { askAgain } from "#clinic/api/call.ts";
import css from "./page.module.css";

/** A page of the staff app: its heading with what can be done beside it, then its content. */
export function Page({
  title,
  actions,
  headStays = false,
  children,
}: {
  title: ReactNode;
  actions?: ReactNode;
  /** The heading stays in sight: what is done below must not be done to somebody else. */
  headStays?: boolean | undefined;
  children: ReactNode;
}) {
  return (
    <div className={css["page"]}>
      <header className={cx(css["head"], headStays && css["stays"])}>
        <h1 tabIndex={-1}>{title}</h1>
        {actions && <div className={css["actions"]}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A part of a page, on paper. */
export function Section({ title, actions, children }: { title: ReactNode; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className={css["section"]}>
      <header className={css["head"]}>
        <h2>{title}</h2>
        {actions && <div className={css["actions"]}>{actions}</div>}
      </header>
      {children}
    </section>
  );
}

/** What just happened, announced and shown; it takes no room before. */
export function Notice({
  takesFocus = false,
  className = css["notice"],
  children,
}: {
  /** What was pressed may be gone with it. */
  takesFocus?: boolean | undefined;
  className?: string | undefined;
  children: string;
}) {
  const output = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    if (takesFocus && children) output.current?.focus();
  }, [takesFocus, children]);
  return (
    <output ref={output} tabIndex={takesFocus ? -1 : undefined} className={children ? className : "visually-hidden"}>
      {children}
    </output>
  );
}

/** Over what a query's failure says. */
const titleOf = (error: unknown, hasData: boolean): string =>
  isApiError(error) && error.code === "reason_required"
    ? "This record isn’t open"
    : errorTitle(error, hasData ? "This may be out of date" : "We couldn’t load this");

/** What a query shows before its data: that it loads, or why it did not. Data from before stays, with the failure above it. */
export function QueryContent<T>({
  query,
  rows = 6,
  children,
}: {
  query: { readonly data: T | undefined; readonly error: unknown; readonly refetch: () => unknown };
  rows?: number | undefined;
  children: (data: T) => ReactNode;
}) {
  const { data, error } = query;
  const problem = error !== null && (
    <Alert
      tone="warning"
      title={titleOf(error, data !== undefined)}
      actions={
        isApiError(error) && error.code === "scope_missing" ? undefined : (
          <Button
            variant="secondary"
            onClick={() => {
              askAgain();
              void query.refetch();
            }}
          >
            {isApiError(error) && error.code === "reason_required" ? "Say why" : "Try again"}
          </Button>
        )
      }
    >
      {errorMessage(error)}
    </Alert>
  );
  if (data === undefined) return problem || <Skeleton shape="row" count={rows} />;
  return (
    <>
      {problem}
      {children(data)}
    </>
  );
}
