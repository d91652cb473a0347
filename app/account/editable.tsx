import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { drafts } from "#app/forms/drafts.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckIcon } from "#app/ui/icons.tsx";
import { readNext } from "#app/ui/read-next.ts";
import { Section } from "./section.tsx";
import css from "./section.module.css";

/**
 * Something of hers to look at, and a form in its place when she wants to change it. `draft` names what she typed and did not save: with
 * one left the form is open at once. `form` is given what closes it; the words it closes with are said and shown.
 */
export function Editable({
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
  form: (close: (said?: string) => void) => ReactNode;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(() => draft !== undefined && drafts.get(draft) !== null);
  const [said, setSaid] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const before = useRef(open);

  useLayoutEffect(() => {
    if (before.current === open) return;
    before.current = open;
    if (open) box.current?.querySelector<HTMLElement>("input, select, textarea")?.focus();
    else readNext(document.getElementById(id));
  }, [open, id]);

  const close = (words = "") => {
    if (draft !== undefined) drafts.drop(draft);
    setSaid(words);
    setOpen(false);
  };
  const change = (
    <Button
      variant="quiet"
      onClick={() => {
        setSaid("");
        setOpen(true);
      }}
    >
      {changeLabel}
      <span className="visually-hidden"> {title.toLowerCase()}</span>
    </Button>
  );
  return (
    <Section id={id} title={title} action={open ? undefined : change}>
      <div aria-live="polite" className={css["saved"]}>
        {said && (
          <>
            <CheckIcon />
            {said}
          </>
        )}
      </div>
      <div ref={box}>{open ? form(close) : children}</div>
    </Section>
  );
}
