import { z } from "zod";
import { Condition } from "./condition.ts";
import { Category, ContentId, NonEmptyText } from "./fields.ts";

export const Action = z.strictObject({
  label: NonEmptyText,
  href: z.string().regex(/^(?:tel:\d{3,}|sms:\d{3,}|https:\/\/|\/)/),
  emphasis: z.boolean(),
});

/** What a rule touches: the whole visit, products (by id or family), or every product of a category. */
export const Scope = z.union([
  z.literal("visit"),
  z.strictObject({ products: z.array(ContentId).min(1) }),
  z.strictObject({ categories: z.array(Category).min(1) }),
]);
export type Scope = z.output<typeof Scope>;

/**
 * `STOP` on the visit ends it; on products it withholds them and `text` is the reason shown. `EMERGENCY` ends the visit
 * and shows where to get help now. `CLINICIAN` lets her go on, flags `note` for the doctor and may prefer a form; with
 * products as its scope it concerns her once one of them is chosen.
 * `INFO` only tells her something.
 */
export const Rule = z.strictObject({
  id: ContentId,
  when: Condition,
  outcome: z.enum(["STOP", "CLINICIAN", "INFO", "EMERGENCY"]),
  scope: Scope,
  title: NonEmptyText,
  text: NonEmptyText,
  /** A form of the catalogue to put first. */
  prefer: ContentId.optional(),
  actions: z.array(Action).default([]),
  /**
   * To a patient who has medicine of ours at home: `text` comes before the rule's own, `actions` before its own. `medicine: keep` where the
   * medicine is not the danger; else all of it is to be stopped.
   */
  incare: z
    .strictObject({
      text: NonEmptyText.optional(),
      actions: z.array(Action).default([]),
      medicine: z.enum(["stop", "keep"]).default("stop"),
    })
    .optional(),
  note: NonEmptyText,
});
export type Rule = z.output<typeof Rule>;

/** When `when` holds, a choice in category `ifcategory` needs another one in category `require`. */
export const Requirement = z.strictObject({
  id: ContentId,
  when: Condition,
  ifcategory: Category,
  require: Category,
  text: NonEmptyText,
  /** To a patient who would order `{{name}}` without the required one. */
  ordering: NonEmptyText.regex(/\{\{name\}\}/),
  /** To her who is about to stop the required one alone; `{{other}}` is what she goes on with. */
  stopping: NonEmptyText.regex(/\{\{other\}\}/),
});
export type Requirement = z.output<typeof Requirement>;

export const RulesFile = z.strictObject({ reviewed: NonEmptyText, rules: z.array(Rule).min(1) });
export const RequirementsFile = z.strictObject({ reviewed: NonEmptyText, requirements: z.array(Requirement).min(1) });
