import { FoldedCard } from "#app/ui/layout/folded-card.tsx";
import type { Referral } from "#contract/growth/referral.ts";
import css from "./friend-preview.module.css";
import { shareText } from "./share-text.ts";

/** The message with the link as the friend reads it, and what they see behind it. */
export function FriendPreview({ referral }: { referral: Referral }) {
  return (
    <FoldedCard title="What your friend sees" tone="tint">
      <p className={css["message"]}>
        {shareText(referral)} <span className={css["link"]}>{referral.referralLink}</span>
      </p>
      <p>
        The link opens our sign-up page with the words “A friend sent you: {referral.friendreward}.” Your name isn't
        there, and the message says nothing about health.
      </p>
    </FoldedCard>
  );
}
