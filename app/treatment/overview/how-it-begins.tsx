import { visitMinutes } from "#contract/onboarding/visit-minutes.ts";
import { LeafIcon, MessageIcon, PackageIcon } from "#app/ui/brand/app-icons.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { CardHead } from "#app/ui/data/card-head.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import type { NextStep } from "#contract/treatment/next-step.ts";
import css from "./how-it-begins.module.css";

/** Steps of a patient without a plan. */
const beginningKinds: readonly NextStep["kind"][] = ["begin_visit", "finish_visit", "shop_only", "nothing"];

const steps = [
  { icon: LeafIcon, title: "You answer some questions", text: `About ${visitMinutes} minutes. Every answer is saved.` },
  {
    icon: MessageIcon,
    title: "A doctor decides",
    text: "One licensed in your state. You pay only if your doctor says yes.",
  },
  {
    icon: PackageIcon,
    title: "Your box comes to you",
    text: "The pharmacy will send it to your door. You can message your doctor anytime.",
  },
] as const;

/** What to expect, for a patient who has no plan yet. */
export function HowItBegins({ step: { kind } }: { step: NextStep }) {
  if (!beginningKinds.includes(kind)) return null;
  return (
    <Card as="section" gap={5} aria-labelledby="begins">
      <CardHead id="begins" title="How it works" />
      <Stack as="ol" gap={5} className={css["steps"]}>
        {steps.map(({ icon: Icon, title, text }) => (
          <li key={title} className={css["step"]}>
            <span className={css["icon"]}>
              <Icon />
            </span>
            <div>
              <h3 className={css["title"]}>{title}</h3>
              <p className={css["text"]}>{text}</p>
            </div>
          </li>
        ))}
      </Stack>
    </Card>
  );
}
