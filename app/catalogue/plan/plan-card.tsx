import { type ReactNode, type Ref, useId } from "react";
import { Stack } from "#app/ui/layout/stack.tsx";
import type { Doctor } from "#contract/doctors.ts";
import css from "./plan-card.module.css";

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
  level = 2,
  children,
}: {
  /** Above the name: whose plan, or in what state. */
  label?: ReactNode;
  name: string;
  /** Takes the focus when a change of the plan removed what had it. */
  nameRef?: Ref<HTMLHeadingElement> | undefined;
  /** “$94 today”. */
  amount?: ReactNode;
  /** What happens to the amount, and when. */
  amountNote?: ReactNode;
  /** What a doctor says about it; without a doctor, what the product is. */
  word?: { readonly text: string; readonly doctor: Pick<Doctor, "name" | "profileUrl"> | null } | null | undefined;
  level?: 2 | 3 | undefined;
  /** Products, supply and actions, on the white part. */
  children?: ReactNode;
}) {
  const id = useId();
  const Name = `h${level}` as const;
  return (
    <article className={css["plan"]} aria-labelledby={id}>
      <div className={css["lead"]}>
        {label && <p className={css["label"]}>{label}</p>}
        <Name ref={nameRef} id={id} tabIndex={nameRef ? -1 : undefined} className={css["name"]}>
          {name}
        </Name>
        {amount && (
          <p>
            <strong className={css["amount"]}>{amount}</strong>
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
                <img src={word.doctor.profileUrl} alt="" width={56} height={56} />
                <span>
                  {word.doctor.name},
                  <br />
                  on answers like yours
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
