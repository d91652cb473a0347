import { Stack } from "#app/ui/layout/stack.tsx";
import type { ReactNode } from "react";
import { Button, ButtonLink } from "#app/ui/actions/button.tsx";
import { Dialog } from "#app/ui/layout/overlays/dialog.tsx";
import { cx } from "#app/ui/cx.ts";
import { CheckIcon, InfoIcon } from "#app/ui/brand/base-icons.tsx";
import type { account } from "#contract/account/calls.ts";
import type { Output } from "#contract/http/endpoint.ts";
import css from "./state-change-dialog.module.css";
import { useStateName } from "#app/orders/checkout/states-select.tsx";

type Effects = Output<typeof account.shippingEffects>;

/** Continue, keep the current address, or go back to the form. */
export type StateChangeAnswer = "go" | "keep" | "back";

/** Before shipping to another state: what changes, what stays, and the patient decides. Closing it discards nothing. */
export default function StateChangeDialog({
  effects: { to, possible, title, text, effects },
  onAnswer,
}: {
  effects: Effects;
  onAnswer: (answer: StateChangeAnswer) => void;
}) {
  const stateName = useStateName(to);
  const list = (kind: "changes" | "stays") => effects.filter((effect) => effect.kind === kind);
  return (
    <Dialog
      open
      title={title}
      description={text}
      onOpenChange={(open) => !open && onAnswer("back")}
      actions={
        <>
          {possible === "yes" ? (
            <Button onClick={() => onAnswer("go")}>Ship to {stateName}</Button>
          ) : (
            <ButtonLink href="/contact-us">Contact us</ButtonLink>
          )}
          <Button variant="secondary" onClick={() => onAnswer("keep")}>
            Keep my address
          </Button>
        </>
      }
    >
      {effects.length > 0 && (
        <Stack>
          <Effects heading="What changes" effects={list("changes")} icon={<InfoIcon />} />
          <Effects heading="What stays" effects={list("stays")} icon={<CheckIcon />} />
        </Stack>
      )}
    </Dialog>
  );
}

function Effects({ heading, effects, icon }: { heading: string; effects: Effects["effects"]; icon: ReactNode }) {
  if (effects.length === 0) return null;
  return (
    <Stack as="section" gap={3}>
      <h3 className={css["heading"]}>{heading}</h3>
      <Stack as="ul" gap={4}>
        {effects.map(({ topic, kind, title, text }) => (
          <li key={topic} className={cx(css["effect"], css[kind])}>
            {icon}
            <div>
              <p className={css["title"]}>{title}</p>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </Stack>
    </Stack>
  );
}
