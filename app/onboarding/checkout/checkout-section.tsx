import { Cluster } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { CheckIcon } from "#app/ui/brand/base-icons.tsx";
import { cx } from "#app/ui/cx.ts";
import { moveFocusTo } from "#app/ui/focus.ts";
import css from "./checkout-section.module.css";

/** A section of checkout: to do, current, or done with a button to change it. */
export function CheckoutSection({
  title,
  number,
  state,
  summary,
  onChange,
  children,
}: {
  title: string;
  number: number;
  state: "todo" | "current" | "done";
  summary?: ReactNode;
  onChange?: (() => void) | undefined;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const previousState = useRef(state);
  // The focused element disappeared with the previous section; focus this heading before the patient can touch the section.
  useLayoutEffect(() => {
    if (state === "current" && previousState.current !== "current") {
      moveFocusTo(heading.current);
      heading.current?.scrollIntoView({ block: "nearest" });
    }
    previousState.current = state;
  }, [state]);
  return (
    <Stack as="section" gap={4} className={cx(css["section"], css[state])} aria-labelledby={`checkout-${number}`}>
      <Cluster className={css["head"]}>
        <span className={css["number"]} aria-hidden="true">
          {state === "done" ? <CheckIcon /> : number}
        </span>
        <h2 ref={heading} id={`checkout-${number}`} tabIndex={-1}>
          {title}
          {state === "done" && <span className="visually-hidden"> (done)</span>}
        </h2>
        {state === "done" && onChange && (
          <Button variant="quiet" onClick={onChange}>
            Change<span className="visually-hidden">: {title}</span>
          </Button>
        )}
      </Cluster>
      {state === "done" && summary && <div className={css["body"]}>{summary}</div>}
      {state === "current" && <div className={css["body"]}>{children}</div>}
    </Stack>
  );
}
