import type { Content } from "#content/loader/load.ts";

/** The discount one side gets on one order: a percentage, or an amount in cents. */
type RewardDiscount = { readonly percent: number } | { readonly amountCents: number };
type RewardTerms = Content["referral"]["rewards"]["friend"];

const toRewardDiscount = ({ percent, amountcents }: RewardTerms): RewardDiscount =>
  percent === undefined ? { amountCents: amountcents ?? 0 } : { percent };

/** The rewards of a friend (`friend`) and of the patient who referred them (`own`). */
export const referralRewardsOf = ({ referral: { rewards } }: Content) => ({
  friend: { words: rewards.friend.words, gift: toRewardDiscount(rewards.friend) },
  own: { words: rewards.own.words, gift: toRewardDiscount(rewards.own) },
});
