import { Card } from "#app/ui/card.tsx";
import type { Referral } from "#contract/growth.ts";
import type * as z from "zod/mini";
import { monthOf } from "./months.ts";
import css from "./rewards-card.module.css";

/** How many rewards she earned and in which months; never by whom. */
export function RewardsCard({ referral }: { referral: z.output<typeof Referral> }) {
  const { rewards, rewardsearned, ownreward } = referral;
  return (
    <Card as="section" tone="tint" className={css["card"]} aria-labelledby="rewards">
      <h2 id="rewards" className={css["title"]}>
        Your rewards
      </h2>
      {rewardsearned === 0 ? (
        <p>None yet. When a friend places a first order through your link, you get {ownreward}.</p>
      ) : (
        <>
          <p>
            <strong className={css["count"]}>{rewardsearned}</strong> {rewardsearned === 1 ? "reward" : "rewards"} so
            far
          </p>
          <ul className={css["months"]}>
            {rewards.map(({ month }, index) => (
              <li key={index}>{monthOf(month)}</li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
