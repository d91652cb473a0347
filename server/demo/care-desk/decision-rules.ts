/**
 * Screening rules over which the care desk declines a plan; it approves over any other. They are the content's CLINICIAN rules that a
 * careful doctor would not treat remotely. For the demo only: no decision on a real patient is made here.
 */
export const declineRuleIds: readonly string[] = ["blood_pressure_crisis", "meningioma", "porphyria"];

/** What the patient reads when the desk declines a plan. */
export const planDeclineReason =
  "Thank you for your honest answers. Something in them should be looked at in person before we treat you from afar. Please see a doctor near you soon and take the summary of your visit with you. You can start again with us afterwards.";

/** What the patient reads when the desk approves a plan. */
export const planApprovalNote =
  "I read all your answers, and this plan fits you well. Give it a few weeks to work. Write to me any time if something feels off.";

/** What the patient reads when the desk approves or declines an upsell request. */
export const upsellApprovalNote =
  "I looked at this together with your answers, and it goes well with your plan. Write to me if anything feels off.";
export const upsellDeclineReason =
  "Thank you for asking. I looked at this together with your answers, and I would rather not add it from afar. You weren't charged. Your plan stays as it is. Write to me, and we find another way.";

/** The demo's carrier. */
export const carrier = "Meadow Post";

/** How long a paid order waits before it ships, and how long shipping takes, in days of the clinic's clock. */
export const daysToShip = 1;
export const daysToDeliver = 3;

export type PlanStep = "confirm_identity" | "approve" | "decline";

export interface AcceptedPlan {
  readonly identityStatus: string;
  /** Ids of the rules the patient's answers triggered. */
  readonly rules: readonly string[];
}

/** The next step of the care desk on an accepted plan. */
export function nextPlanStep({ identityStatus, rules }: AcceptedPlan): PlanStep {
  if (rules.some((rule) => declineRuleIds.includes(rule))) return "decline";
  if (identityStatus === "review") return "confirm_identity";
  return identityStatus === "matched" ? "approve" : "decline";
}

/** Whether the care desk approves a prescription renewal; one that the patient's answers speak against is left to a person. */
export const approvesPrescriptionRenewal = (request: {
  readonly onHold: boolean;
  readonly flags: readonly { readonly ruleid: string; readonly level: string }[];
}): boolean =>
  !request.onHold && !request.flags.some(({ ruleid, level }) => level === "stop" || declineRuleIds.includes(ruleid));
