import type { Content } from "#content/load.ts";

/** What one side gets: off one order, as a percentage or an amount in cents. */
type Gift = { readonly percent: number } | { readonly amountCents: number };
type Reward = Content["referral"]["rewards"]["friend"];

const giftOf = ({ percent, amountcents }: Reward): Gift =>
  percent === undefined ? { amountCents: amountcents ?? 0 } : { percent };

/** What a friend and who sent her get. */
export const offersOf = ({ referral: { rewards } }: Content) => ({
  friend: { words: rewards.friend.words, gift: giftOf(rewards.friend) },
  own: { words: rewards.own.words, gift: giftOf(rewards.own) },
});
