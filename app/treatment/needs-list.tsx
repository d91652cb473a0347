import type { ReactNode } from "react";
import { ButtonLink } from "#app/ui/button.tsx";
import {
  CalendarIcon,
  CardIcon,
  ClockIcon,
  LeafIcon,
  LockIcon,
  MessageIcon,
  SendIcon,
  UserIcon,
} from "#app/ui/icons.tsx";
import type { Need } from "#contract/treatment.ts";
import css from "./needs-list.module.css";
import { mostUrgent, needLabel } from "./situation.ts";

const icons: Readonly<Record<Need["kind"], () => ReactNode>> = {
  finish_visit: ClockIcon,
  verify_identity: UserIcon,
  update_payment: CardIcon,
  confirm_payment: LockIcon,
  reply_to_doctor: MessageIcon,
  treatment_review: LeafIcon,
  verify_email: SendIcon,
  renew_prescription: CalendarIcon,
};

/** What concerns only her, most urgent first. */
export function NeedsList({ needs }: { needs: readonly Need[] }) {
  const urgent = mostUrgent(needs);
  return (
    <section className={css["needs"]} aria-labelledby="needs">
      <h2 id="needs" className={css["heading"]}>
        For your attention
      </h2>
      <ul className={css["list"]}>
        {needs.map((need) => {
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
              <ButtonLink href={need.href} variant={need === urgent ? "primary" : "secondary"}>
                {needLabel(need)}
              </ButtonLink>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
