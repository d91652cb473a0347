import * as z from "zod/mini";
import { Acknowledgement, Moment, singleLine } from "#contract/fields/fields.ts";
import { publicCall } from "#contract/http/endpoint.ts";

const code = singleLine(128);

/** Which address signs in from now on: that of the mailbox the link was mailed to, or the other account's. */
export const mergeSignIns = ["this", "other"] as const;
export type MergeSignIn = (typeof mergeSignIns)[number];

/** Making one account of two, with the link that was mailed to each of them; nothing of it names the other one. Spread into `account`. */
export const accountMergeCalls = {
  readMerge: publicCall("POST /user/merge/link", {
    summary: "What a mailed link asks: whether two accounts are of the person who reads this mailbox",
    changesNothing: true,
    body: z.strictObject({ code }),
    ok: z.object({
      /** Of this mailbox. */
      email: z.string(),
      /** The other mailbox has agreed. */
      otherconfirmed: z.boolean(),
      /** This mailbox's account has subscriptions that are canceled as both become one. */
      subscriptionsend: z.boolean(),
      /** What was chosen before, in either mailbox. */
      signin: z.nullable(z.enum(mergeSignIns)),
      /** Until when the link works. */
      until: Moment,
    }),
    errors: ["link_expired"],
  }),
  confirmMerge: publicCall("PUT /user/merge", {
    summary:
      "Agree in one mailbox that both accounts are one person's, and choose which address signs in; with the second mailbox they become one. The same again answers the same",
    body: z.strictObject({ code, signin: z.enum(mergeSignIns) }),
    ok: z.object({
      message: z.string(),
      /** False: the other mailbox has to agree yet. */
      merged: z.boolean(),
      signin: z.enum(mergeSignIns),
    }),
    errors: ["link_expired", "wrong_state"],
  }),
  declineMerge: publicCall("PUT /user/merge/decline", {
    summary: "Say in one mailbox that the accounts aren't one person's; the links of both end",
    body: z.strictObject({ code }),
    ok: Acknowledgement,
    errors: ["link_expired"],
  }),
} as const;
