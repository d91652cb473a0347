import { z } from "zod";
import { NonEmptyText, usesOnly } from "./fields.ts";

/** How the practice ends a patient's care. */
export const EndOfCareFile = z.strictObject({
  note: NonEmptyText,
  /** The fewest days between the notice and the last day. */
  noticedays: z.int().min(30).max(180),
  latestdays: z.int().min(30).max(730),
  /** The states in which the letter also goes by certified mail, each with its source. */
  certified: z.record(z.string().regex(/^[A-Z]{2}$/u, "must be a state"), NonEmptyText),
  certifiedtask: NonEmptyText.refine(usesOnly(["source"]), "must use no placeholder but {{source}}"),
  emergencytask: NonEmptyText.refine(usesOnly(["day"]), "must use no placeholder but {{day}}"),
  withdrawntask: NonEmptyText.refine(usesOnly(["day"]), "must use no placeholder but {{day}}"),
  /** Paragraphs of the letter. */
  letter: z
    .array(
      NonEmptyText.refine(
        usesOnly(["name", "day", "phone"]),
        "must use no placeholders but {{name}}, {{day}} and {{phone}}",
      ),
    )
    .min(1)
    .refine((letter) => letter.some((text) => text.includes("{{day}}")), "must say the day"),
});
