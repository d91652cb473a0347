import { z } from "zod";
import { Cents, NonEmptyText } from "../fields.ts";

/** The reward of one side: a text, and exactly one of `percent` and `amountcents` off an order. */
const Reward = z
  .strictObject({ words: NonEmptyText, percent: z.int().min(1).max(100).optional(), amountcents: Cents.optional() })
  .refine(
    (reward) => (reward.percent === undefined) !== (reward.amountcents === undefined),
    "needs either percent or amountcents",
  );

const Count = z.int().min(1);

/** Limits of the mails that invite friends. */
const InvitationPolicy = z.strictObject({
  /** Mails of one patient in 24 hours. */
  perday: Count,
  /** Mails of one patient to one friend, in all. */
  perfriend: Count,
  againafterdays: Count,
  /** Mails to one address in 30 days, whoever sends them. */
  peraddress: Count,
  /** Days without a mail after which a friend's address is deleted. */
  forgetafterdays: Count,
});
export type InvitationPolicy = z.output<typeof InvitationPolicy>;

export const ReferralFile = z
  .strictObject({
    note: NonEmptyText,
    rewards: z.strictObject({ friend: Reward, own: Reward }),
    invitations: InvitationPolicy,
  })
  .refine(
    ({ invitations }) => invitations.againafterdays < invitations.forgetafterdays,
    "forgets a friend before she can be invited again",
  );
