import { UserIcon } from "#app/ui/icons.tsx";
import { type ReactNode, useId } from "react";
import { openReview } from "#app/followup/opening-store.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { CalendarIcon, CardIcon, ClockIcon, LeafIcon, LockIcon, SendIcon } from "#app/ui/thing-icons.tsx";
import type { Need } from "#contract/treatment.ts";
import css from "./needs-list.module.css";

const icons: Readonly<Record<Need["kind"], () => ReactNode>> = {
  finish_visit: ClockIcon,
  verify_identity: UserIcon,
  update_payment: CardIcon,
  confirm_payment: LockIcon,
  treatment_review: LeafIcon,
  verify_email: SendIcon,
  renew_prescription: CalendarIcon,
};

/** What only she can do, most urgent first. With `primary` the first has the page's one primary button. */
export function NeedsList({
  title,
  needs,
  primary = false,
}: {
  title: string;
  needs: readonly Need[];
  primary?: boolean;
}) {
  const id = useId();
  if (needs.length === 0) return null;
  return (
    <section className={css["needs"]} aria-labelledby={id}>
      <h2 id={id} className={css["heading"]}>
        {title}
      </h2>
      <ul className={css["list"]}>
        {needs.map((need, index) => {
          const Icon = icons[need.kind];
          return (
            <li key={`${need.kind} ${need.href}`} className={css["need"]}>
              <span className={css["icon"]}>
                <Icon />
              </span>
              <div className={css["text"]}>
                <h3 className={css["title"]}>{need.title}</h3>
                <p>{need.text}</p>
              </div>
              <ButtonLink
                href={need.href}
                variant={primary && index === 0 ? "primary" : "secondary"}
                onClick={need.kind === "treatment_review" ? openReview : undefined}
              >
                {need.label}
              </ButtonLink>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
