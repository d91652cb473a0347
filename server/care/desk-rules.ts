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
  "Thank you for asking. I looked at this together with your answers, and I would rather not add it from afar. You were not charged. Your plan stays as it is. Write to me, and we find another way.";

/** The demo's carrier. */
export const carrier = "Meadow Post";

/** How long a paid order waits before it ships, and how long shipping takes, in days of the clinic's clock. */
export const daysToShip = 1;
export const daysToDeliver = 3;
