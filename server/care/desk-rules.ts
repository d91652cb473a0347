/**
 * Screening rules over which the care desk declines a plan; over any other it approves. Ids of the content's CLINICIAN rules that a
 * careful doctor would not treat from afar. For the demo only: no decision on a real patient is made here.
 */
export const declineRuleIds: readonly string[] = ["blood_pressure_crisis", "meningioma", "porphyria"];

/** What she is told then. */
export const planDeclineReason =
  "Thank you for your honest answers. Something in them should be looked at in person before we treat you from afar. Please see a doctor near you soon and take the summary of your visit with you. You can start again with us afterwards.";

/** What she is told with an approval. */
export const planApprovalNote =
  "I read all your answers, and this plan fits you well. Give it a few weeks to work. Write to me any time if something feels off.";

/** What she is told about something she added: yes, and no. */
export const upsellApprovalNote =
  "I looked at this together with your answers, and it goes well with your plan. Write to me if anything feels off.";
export const upsellDeclineReason =
  "Thank you for asking. I looked at this together with your answers, and I would rather not add it from afar. You were not charged. Your plan stays as it is. Write to me, and we find another way.";

/** The parcel service of the demo. */
export const carrier = "Meadow Post";

/** How long a paid order waits for its parcel, and a parcel is on its way, in days of the clinic's clock. */
export const daysToShip = 1;
export const daysToDeliver = 3;
