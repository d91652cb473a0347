import { z } from "zod";
import { Condition } from "./condition.ts";
import { Category, ContentId, NonEmptyText, textWith } from "./fields.ts";
import { Look } from "./work-items.ts";

export const Action = z.strictObject({
  label: NonEmptyText,
  href: z.string().regex(/^(?:tel:\d{3,}|sms:\d{3,}|https:\/\/|\/)/),
  emphasis: z.boolean(),
});

/** What a rule applies to: the whole visit, products (by id or family), or every product of a category. */
export const Scope = z.union([
  z.literal("visit"),
  z.strictObject({ products: z.array(ContentId).min(1) }),
  z.strictObject({ categories: z.array(Category).min(1) }),
]);
export type Scope = z.output<typeof Scope>;

/**
 * `STOP` on the visit ends it; on products it excludes them and `text` is the reason shown. `EMERGENCY` ends the visit and shows where to get help at
 * once. `CLINICIAN` lets the patient continue, flags `note` for the doctor and may prefer a form; with products as its scope it applies once one of
 * them is chosen. `INFO` only shows a text.
 */
export const Rule = z.strictObject({
  id: ContentId,
  when: Condition,
  outcome: z.enum(["STOP", "CLINICIAN", "INFO", "EMERGENCY"]),
  scope: Scope,
  title: NonEmptyText,
  text: NonEmptyText,
  /** A form of the catalogue to rank first. */
  prefer: ContentId.optional(),
  actions: z.array(Action).default([]),
  /**
   * For a patient who has our medicine at home: `text` is shown before the rule's own, `actions` before its own. `medicine: keep` where the medicine
   * is not the danger; else the patient is to stop taking all of it.
   */
  incare: z
    .strictObject({
      text: NonEmptyText.optional(),
      actions: z.array(Action).default([]),
      medicine: z.enum(["stop", "keep"]).default("stop"),
    })
    .optional(),
  /** For a patient in care whose answers begin to hit it: when a clinician looks; left out, as `work-items.yaml` says of answers. */
  look: Look.optional(),
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
  /** Shown to a patient who would order `{{name}}` without the required one. */
  ordering: textWith("name").regex(/\{\{name\}\}/),
  /** Shown to a patient about to stop only the required one; `{{other}}` is what they continue. */
  stopping: textWith("other").regex(/\{\{other\}\}/),
  /** For the doctor who would renew `{{name}}`, by what has become of the required one: `{{other}}`. */
  note: z.strictObject({
    missing: textWith("name").regex(/\{\{name\}\}/),
    onhold: textWith("name", "other").regex(/\{\{other\}\}/),
    notsent: textWith("name", "other").regex(/\{\{other\}\}/),
  }),
});
export type Requirement = z.output<typeof Requirement>;

export const RulesFile = z.strictObject({ reviewed: NonEmptyText, rules: z.array(Rule).min(1) });
export const RequirementsFile = z.strictObject({ reviewed: NonEmptyText, requirements: z.array(Requirement).min(1) });
