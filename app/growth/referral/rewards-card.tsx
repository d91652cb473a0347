import { formatMonth } from "#contract/fields/formats.ts";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import type { Referral } from "#contract/growth/referral.ts";
import css from "./rewards-card.module.css";
import { ReferralCard } from "./referral-card.tsx";

/** How many rewards the patient earned and in which months; never through whom. */
export function RewardsCard({ referral }: { referral: Referral }) {
  const { rewards, rewardsearned, ownreward } = referral;
  return (
    <ReferralCard title="Your rewards" tone="tint">
      {rewardsearned === 0 ? (
        <p>
          None yet. When a friend places a first order through your link, you'll get {ownreward}. You'll get it on the
          first day of the next month.
        </p>
      ) : (
        <>
          <p>
            <strong className={css["count"]}>{rewardsearned}</strong> {rewardsearned === 1 ? "reward" : "rewards"} so
            far
          </p>
          <Cluster as="ul" gap={2} align="normal" className={css["months"]}>
            {rewards.map(({ month }, index) => (
              <li key={index}>{formatMonth(month)}</li>
            ))}
          </Cluster>
        </>
      )}
    </ReferralCard>
  );
}
