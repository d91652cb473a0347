import { z } from "zod";
import { helperCopies, helperParts } from "#contract/account/helpers.ts";
import { NonEmptyText } from "./fields.ts";

const Text = z.strictObject({ title: NonEmptyText, text: NonEmptyText });
const each = <const Id extends string>(ids: readonly Id[]) =>
  z.strictObject(Object.fromEntries(ids.map((id) => [id, Text])) as Record<Id, typeof Text>);

/** What a patient can let a helper into, and what they agree to when they do. */
export const HelpersFile = z.strictObject({
  note: NonEmptyText,
  months: z.int().min(1).max(24),
  linkdays: z.int().min(1).max(30),
  most: z.int().min(1).max(20),
  authorization: z.strictObject({
    version: NonEmptyText,
    text: NonEmptyText.refine(
      (text) => text.includes("{{brand}}") && text.includes("{{date}}"),
      "names {{brand}} and {{date}}",
    ),
  }),
  parts: each(helperParts),
  copies: each(helperCopies),
});
