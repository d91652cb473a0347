import { Stack } from "#app/ui/layout/stack.tsx";
import { cx } from "#app/ui/cx.ts";
import { UserIcon } from "#app/ui/brand/base-icons.tsx";
import { type ReactNode, useId } from "react";
import { openFollowup } from "#app/followup/followup-opener.ts";
import { ButtonLink } from "#app/ui/actions/button.tsx";
import { CalendarIcon, CardIcon, ClockIcon, LeafIcon, SendIcon } from "#app/ui/brand/app-icons.tsx";
import { LockIcon } from "#app/ui/brand/lock-icon.tsx";
import type { ActionItem } from "#contract/treatment/next-step.ts";
import css from "./action-item-list.module.css";

const icons: Readonly<Record<ActionItem["kind"], () => ReactNode>> = {
  finish_visit: ClockIcon,
  verify_identity: UserIcon,
  update_payment: CardIcon,
  confirm_payment: LockIcon,
  treatment_review: LeafIcon,
  verify_email: SendIcon,
  reach_email: SendIcon,
  renew_prescription: CalendarIcon,
};

/** Action items, most urgent first. With `primary`, the first has the page's one primary button. */
export function ActionItemList({
  title,
  actionItems,
  primary = false,
}: {
  title: string;
  actionItems: readonly ActionItem[];
  primary?: boolean;
}) {
  const id = useId();
  if (actionItems.length === 0) return null;
  return (
    <Stack as="section" gap={4} aria-labelledby={id}>
      <h2 id={id} className={css["heading"]}>
        {title}
      </h2>
      <Stack as="ul" gap={3}>
        {actionItems.map((item, index) => {
          const Icon = icons[item.kind];
          return (
            <li key={`${item.kind} ${item.href}`} className={cx(css["need"], !item.canwait && css["urgent"])}>
              <span className={css["icon"]}>
                <Icon />
              </span>
              <Stack gap={1} className={css["text"]}>
                <h3 className={css["title"]}>{item.title}</h3>
                <p>{item.text}</p>
              </Stack>
              <ButtonLink
                href={item.href}
                variant={primary && index === 0 ? "primary" : "secondary"}
                onClick={item.kind === "treatment_review" ? openFollowup : undefined}
              >
                {item.label}
              </ButtonLink>
            </li>
          );
        })}
      </Stack>
    </Stack>
  );
}
