import { type ReactNode, type Ref, useId } from "react";
import { Stack } from "#app/ui/layout/stack.tsx";
import { Changing } from "#app/ui/data/changing.tsx";
import { cx } from "#app/ui/cx.ts";
import css from "./plan-card.module.css";

interface PlanWord {
  readonly text: string;
  readonly doctor: { readonly name: string; readonly profileUrl: string | null } | null;
  /** “on answers like yours”. */
  readonly on?: string;
}

/**
 * The patient's plan as one thing: its name and price, what it does in a doctor's words, and below, what it consists of. The one block that leads a
 * screen; home and treatment show the same.
 */
export function PlanCard({
  label = "Your plan",
  name,
  nameRef,
  amount,
  amountNote,
  word,
  quiet = false,
  level = 2,
  children,
}: {
  /** Above the name: whose plan, or in what state. */
  label?: ReactNode;
  name: string;
  /** Takes the focus when a change of the plan removed what had it. */
  nameRef?: Ref<HTMLHeadingElement> | undefined;
  /** “$94 today”. */
  amount?: string | false | undefined;
  /** What happens to the amount, and when. */
  amountNote?: ReactNode;
  /** What a doctor says about it, and on what; without a doctor, what the product is. */
  word?: PlanWord | null | undefined;
  /** Another block leads the screen. */
  quiet?: boolean;
  level?: 2 | 3 | undefined;
  /** Products, supply and actions, on the white part. */
  children?: ReactNode;
}) {
  const id = useId();
  const Name = `h${level}` as const;
  return (
    <article className={cx(css["plan"], quiet && css["quiet"])} aria-labelledby={id}>
      <div className={css["lead"]}>
        {label && <p className={css["label"]}>{label}</p>}
        <Name ref={nameRef} id={id} tabIndex={nameRef ? -1 : undefined} className={css["name"]}>
          {name}
        </Name>
        {amount && (
          <p>
            <strong className={css["amount"]}>
              <Changing>{amount}</Changing>
            </strong>
            {amountNote && (
              <>
                <br />
                {amountNote}
              </>
            )}
          </p>
        )}
        {word && (
          <figure className={css["word"]}>
            {word.doctor && (
              <figcaption>
                {word.doctor.profileUrl !== null && <img src={word.doctor.profileUrl} alt="" width={56} height={56} />}
                <span>
                  {word.doctor.name}
                  {word.on && (
                    <>
                      ,<br />
                      {word.on}
                    </>
                  )}
                </span>
              </figcaption>
            )}
            <blockquote>{word.text}</blockquote>
          </figure>
        )}
      </div>
      {children && (
        <Stack gap={4} className={css["body"]}>
          {children}
        </Stack>
      )}
    </article>
  );
}
