import * as z from "zod/mini";
import { Id, Moment, multiLine } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { IdParams } from "#contract/http/params.ts";
import { SubscriptionStatus } from "#contract/treatment/subscriptions.ts";

/** For how many days the mailed links can be answered, and for how many a merge can be undone. */
export const mergeDays = { open: 7, undo: 30 } as const;

/**
 * `asked` links are mailed, and not both mailboxes have agreed · `expired` nobody answered in time · `declined` a mailbox said no ·
 * `withdrawn` by the practice · `merged` · `undone`
 */
export const mergeStatuses = ["asked", "expired", "declined", "withdrawn", "merged", "undone"] as const;
export type MergeStatus = (typeof mergeStatuses)[number];

const Who = {
  /** `staff:<id>` of a person, `key:<id>` of a system. */
  actor: z.string(),
  /** The person's name; null for a system. */
  name: z.nullable(z.string()),
};

/**
 * What goes on where a subscription of the account that closes is canceled: `surviving` the one of the same medicine in the account that is kept · `retired` what it
 * sent, which a prescriber then sees to in the account that is kept.
 */
export const goesOnChoices = ["surviving", "retired"] as const;
export type GoesOn = (typeof goesOnChoices)[number];

/** Null for whoever doesn't read what is prescribed. */
const medicine = () => z.nullable(z.object({ name: z.string(), dosage: z.string() }));

/** A subscription of the account that would close: the merge cancels it. */
export const EndingSubscription = z.object({
  subscriptionid: Id,
  medicine: medicine(),
  /** What the other account has of the same medicine, in whichever strength or form; null: nothing. */
  surviving: z.nullable(
    z.object({
      ...{ subscriptionid: Id, medicine: medicine(), status: SubscriptionStatus },
      /** Its next order comes by itself; where it doesn't, physicians get a task. */
      runs: z.boolean(),
      /** It brings the same strength and form; where it doesn't, physicians get a task: what is at home is another dose. */
      sameproduct: z.boolean(),
    }),
  ),
});
export type EndingSubscription = z.output<typeof EndingSubscription>;

const Answer = { subscriptionid: Id, goeson: z.enum(goesOnChoices) };

/** Two records that become one account, as far as that has come. */
export const RecordMerge = z.object({
  id: Id,
  status: z.enum(mergeStatuses),
  /** Whose account goes on, and whose is closed; the record of the second stays and is read beside the first. */
  survivingid: Id,
  retiredid: Id,
  asked: z.object({ at: Moment, ...Who }),
  openuntil: Moment,
  /** The records whose mailbox has agreed. */
  confirmed: z.array(Id),
  /** The subscriptions that are canceled as both become one account, and what goes on instead. */
  subscriptions: z.array(z.object({ ...Answer, medicine: medicine() })),
  /** The record whose e-mail and password sign in from now on; null until both mailboxes have agreed. */
  signinof: z.nullable(Id),
  mergedat: z.nullable(Moment),
  /** Until when it can be undone; null unless it is merged. */
  undountil: z.nullable(Moment),
  /** Why it can't be undone now; null: it can, or there is nothing to undo. */
  undorefusal: z.nullable(z.string()),
  undone: z.nullable(z.object({ at: Moment, ...Who, reason: z.string() })),
});
export type RecordMerge = z.output<typeof RecordMerge>;

/** What can be done with a pair of records, and the merge that was asked for last. */
export const PairMerge = z.object({
  /**
   * Each of the two as the one that goes on, with a sentence for all that has to end first; none: it can be asked for. `subscriptions`: what ends by it then.
   */
  choices: z.array(
    z.object({ survivingid: Id, refusals: z.array(z.string()), subscriptions: z.array(EndingSubscription) }),
  ),
  merge: z.nullable(RecordMerge),
});
export type PairMerge = z.output<typeof PairMerge>;

/** Making one account of two records of one person; spread into `care`. */
export const mergeCalls = {
  pairMerge: clinicCall("GET /clinic/pair/{id}/merge", {
    summary: "Whether two records can become one account, what has to end first, and how far it has come",
    access: { needs: ["read:identity"], record: "pair" },
    params: IdParams,
    ok: PairMerge,
  }),
  askMerge: clinicCall("PUT /clinic/pair/{id}/merge", {
    summary:
      "Ask the patient at both e-mails whether the two records, judged to be of one person, may become one account, and say what goes on of each subscription that ends by it. Nothing changes before both mailboxes agree. Asking the same once more changes nothing",
    access: { needs: ["write:identity"], record: "pair", work: "pair" },
    params: IdParams,
    body: z.strictObject({
      survivingid: Id,
      /** Every one of its choice, as it was read; `surviving` only where the other account has the same medicine. */
      subscriptions: z.optional(z.array(z.strictObject(Answer)).check(z.maxLength(50))),
    }),
    ok: PairMerge,
    errors: ["wrong_state"],
  }),
  withdrawMerge: clinicCall("DELETE /clinic/pair/{id}/merge", {
    summary: "Withdraw the question, so that its links open nothing; what is withdrawn stays so",
    access: { needs: ["write:identity"], record: "pair", work: "pair" },
    params: IdParams,
    ok: PairMerge,
    errors: ["wrong_state"],
  }),
  undoMerge: clinicCall("POST /clinic/pair/{id}/merge/undo", {
    summary:
      "Undo a merge within 30 days: the closed account opens again with its own sign-in; its subscriptions stay canceled, and are charged only if the patient starts them again. Refused once something was ordered or charged in the one that goes on; undoing it once more changes nothing",
    access: { needs: ["write:identity"], record: "pair", work: "pair" },
    params: IdParams,
    body: z.strictObject({
      /** For the practice only. */
      reason: multiLine(2000, "Please write why."),
    }),
    ok: PairMerge,
    errors: ["wrong_state"],
  }),
} as const;
