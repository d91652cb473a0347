import * as z from "zod/mini";
import { multiLine, singleLine } from "#contract/fields/fields.ts";
import { roles } from "#contract/policy/roles.ts";

/** Name of a kind, a field, a choice or an outcome, as the practice's content names it. */
export const LogId = singleLine(60, "Please choose one.");

/** One of a list: its id, and what somebody reads. */
export const LogChoice = z.object({ id: z.string(), label: z.string() });

/** What can come of an entry, and what the note of whoever says so has to say; null: it may be left out. */
export const LoggedOutcome = z.object({ ...LogChoice.shape, note: z.nullable(z.string()) });

/** How an entry ends: with its outcome as it's logged · as work that waits for somebody · on the patient's chart until somebody ends it. */
export const logEnds = ["at_once", "work", "chart"] as const;

/** A kind of entry that people of the practice log, by the practice's content. */
export const LogKind = z.object({
  id: z.string(),
  label: z.string(),
  /** What its words are. */
  words: z.string(),
  about: z.enum(["patient", "practice"]),
  ends: z.enum(logEnds),
  /** The caller may make one. */
  mayadd: z.boolean(),
  /** Whom it waits for; null: nobody. */
  for: z.nullable(z.enum(roles)),
  /** Why it has its day, such as a law; null: no law says so. */
  source: z.nullable(z.string()),
  fields: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      type: z.enum(["choice", "line", "day", "email"]),
      /** Of a choice; empty for the others. */
      choices: z.array(LogChoice),
      optional: z.boolean(),
    }),
  ),
  /** What can come of it. */
  outcomes: z.array(LogChoice),
});
export type LogKind = z.output<typeof LogKind>;

/** What was logged, as somebody reads it. */
export const LoggedEntry = z.object({
  kind: z.string(),
  label: z.string(),
  ends: z.enum(logEnds),
  /** It's part of the patient's record. */
  record: z.boolean(),
  /** Whoever settles it says why in the note, which the patient reads. */
  why: z.boolean(),
  /** Each thing in it is judged by itself, and it ends with the last. */
  judged: z.boolean(),
  /** It names an address for mails that nobody has confirmed: until then they go where they went. */
  unconfirmed: z.boolean(),
  /** It’s a side effect that can be downloaded with the fields of Form FDA 3500, by `fdaReport`. */
  fdareport: z.boolean(),
  fields: z.array(z.object({ id: z.string(), label: z.string(), value: z.string() })),
  /** What can come of it. */
  outcomes: z.array(LoggedOutcome),
  /** What came of it; null while it's open, and of a kind without outcomes. */
  outcome: z.nullable(LogChoice),
});
export type LoggedEntry = z.output<typeof LoggedEntry>;

/** A field of a new entry. A choice is the id of one, a day `YYYY-MM-DD`. */
export const NewLogField = z.strictObject({ id: LogId, value: singleLine(200, "Please fill this in.") });

/** What a new entry has. */
export const newEntry = {
  kind: LogId,
  words: multiLine(4000, "Please write what this is about."),
  fields: z.array(NewLogField).check(z.maxLength(20)),
};
