import { type ReactNode, type Ref, useId } from "react";
import { Stack } from "#app/ui/layout/stack.tsx";
import { CheckIcon } from "#app/ui/brand/base-icons.tsx";
import { Changing } from "#app/ui/data/changing.tsx";
import { cx } from "#app/ui/cx.ts";
import css from "./plan-card.module.css";

interface PlanWord {
  readonly text: string;
  readonly doctor: { readonly name: string; readonly profileUrl: string | null } | null;
}

/**
 * The patient's plan as one thing: its name and price, why it fits or what a doctor wrote, and below, what it consists of. The one block that leads a
 * screen; home and treatment show the same.
 */
export function PlanCard({
  label = "Your plan",
  name,
  nameRef,
  amount,
  amountNote,
  word,
  reasons = [],
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
  /** What a doctor wrote about it; without a doctor, what the product is. */
  word?: PlanWord | null | undefined;
  /** Why it fits, each in a sentence. */
  reasons?: readonly string[];
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
        {reasons.length > 0 && (
          <ul className={css["reasons"]}>
            {reasons.map((reason) => (
              <li key={reason}>
                <CheckIcon />
                <span>{reason}</span>
              </li>
            ))}
          </ul>
        )}
        {word && (
          <figure className={css["word"]}>
            {word.doctor && (
              <figcaption>
                {word.doctor.profileUrl !== null && <img src={word.doctor.profileUrl} alt="" width={56} height={56} />}
                <span>{word.doctor.name}</span>
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
