/**
 * Screening rules over which the care desk declines a plan; it approves over any other. They are the content's CLINICIAN rules that a
 * careful doctor would not treat remotely. For the demo only: no decision on a real patient is made here.
 */
export const declineRuleIds: readonly string[] = ["blood_pressure_crisis", "meningioma", "porphyria"];

/** The content's requirement without which a renewal isn't sent. */
export const companionRuleId = "uterus_needs_progestogen";

/** What the patient reads when the desk declines a plan. */
export const planDeclineReason =
  "Thank you for your honest answers. Something in them needs to be checked in person before I can treat you online. Please see a doctor near you soon, and take the summary of your visit with you. You can start again with us after that.";

/** What the patient reads when the desk approves a plan. */
export const planApprovalNote =
  "I've read all your answers, and this plan is a good fit for you. Give it a few weeks to work. Write to me any time if something feels off.";

/** What the patient reads when the desk approves or declines an upsell request. */
export const upsellApprovalNote =
  "I looked at this along with your answers, and it works well with your plan. Write to me if anything feels off.";
export const upsellDeclineReason =
  "Thank you for asking. I looked at this along with your answers, and I'd rather not add it without seeing you in person. You weren't charged. Your plan stays the same. Write to me, and we'll find another way.";

/** What the desk notes where it has looked at what a patient told, and what the patient reads where medicine rests because of it. */
/** To the patient, about a result or a letter. */
export const resultMessage = "Thank you. I’ve read it, and your treatment goes on as it is.";
export const workItemNote = "Looked at by the demo's care desk.";
export const restMessage =
  "Thank you for telling me. I've read your new answers, and I'd like somebody to check this in person before you take more of this medicine. Please see a doctor near you in the next few days, and write to me with what they find.";

/** Whether the desk lets medicine rest over these rules. */
export const restsMedicine = (flags: readonly { readonly ruleid: string; readonly level: string }[]): boolean =>
  flags.some(({ ruleid, level }) => level === "stop" || declineRuleIds.includes(ruleid));

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

/** Whether the care desk approves a prescription renewal; one that the patient's answers speak against, or that lacks its companion, is left to a person. */
export const approvesPrescriptionRenewal = (request: {
  readonly onHold: boolean;
  readonly flags: readonly { readonly ruleid: string; readonly level: string }[];
}): boolean =>
  !request.onHold &&
  !request.flags.some(
    ({ ruleid, level }) => level === "stop" || ruleid === companionRuleId || declineRuleIds.includes(ruleid),
  );
