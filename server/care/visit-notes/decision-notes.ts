import type { VisitDecision } from "#contract/documents/visit-note.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";

/** What a note says of each decision. `why`: what it answers; null: the patient's review. `weighs`: the health answers are weighed for it. `used`: afterwards the patient uses what it's about. */
export const decisionNotes = {
  plan_approved: { title: "visitnotes.title_plan_approved", why: "visitnotes.asked", weighs: true, used: true },
  plan_declined: { title: "visitnotes.title_plan_declined", why: "visitnotes.asked", weighs: true, used: false },
  renewal_approved: {
    title: "visitnotes.title_renewal_approved",
    why: "visitnotes.refills_used",
    weighs: true,
    used: true,
  },
  renewal_declined: {
    title: "visitnotes.title_renewal_declined",
    why: "visitnotes.refills_used",
    weighs: true,
    used: false,
  },
  treatment_changed: {
    title: "visitnotes.title_treatment_changed",
    why: "visitnotes.own_accord",
    weighs: true,
    used: true,
  },
  change_withdrawn: {
    title: "visitnotes.title_change_withdrawn",
    why: "visitnotes.own_accord",
    weighs: false,
    used: false,
  },
  upsell_approved: {
    title: "visitnotes.title_upsell_approved",
    why: "visitnotes.asked_to_add",
    weighs: true,
    used: true,
  },
  upsell_declined: {
    title: "visitnotes.title_upsell_declined",
    why: "visitnotes.asked_to_add",
    weighs: true,
    used: false,
  },
  medicine_suggested: {
    title: "visitnotes.title_medicine_suggested",
    why: "visitnotes.own_accord",
    weighs: true,
    used: true,
  },
  suggestion_withdrawn: {
    title: "visitnotes.title_suggestion_withdrawn",
    why: "visitnotes.own_accord",
    weighs: false,
    used: false,
  },
  medicine_stopped: {
    title: "visitnotes.title_medicine_stopped",
    why: "visitnotes.own_accord",
    weighs: false,
    used: false,
  },
  medicine_held: { title: "visitnotes.title_medicine_held", why: "visitnotes.own_accord", weighs: false, used: false },
  medicine_released: {
    title: "visitnotes.title_medicine_released",
    why: "visitnotes.own_accord",
    weighs: true,
    used: true,
  },
  early_fill_allowed: {
    title: "visitnotes.title_early_fill_allowed",
    why: "visitnotes.own_accord",
    weighs: false,
    used: true,
  },
  directions_changed: {
    title: "visitnotes.title_directions_changed",
    why: "visitnotes.own_accord",
    weighs: false,
    used: true,
  },
  break_planned: { title: "visitnotes.title_break_planned", why: "visitnotes.own_accord", weighs: false, used: false },
  break_ended: { title: "visitnotes.title_break_ended", why: "visitnotes.own_accord", weighs: false, used: true },
  review_read: { title: "visitnotes.title_review_read", why: null, weighs: false, used: true },
} as const satisfies Record<
  VisitDecision,
  { readonly title: string; readonly why: string | null; readonly weighs: boolean; readonly used: boolean }
>;

/** What a decision is called in the record. */
export const decisionTitle = (content: Services["content"], decision: string): string =>
  toText(content, sentence(decisionNotes[decision as VisitDecision].title));
