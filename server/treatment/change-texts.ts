/** What the patient reads when they decide on a doctor's treatment change. */
export const treatmentChangeTexts = {
  agreed: (day: string | null) =>
    day === null
      ? "Thank you. You get it with your next order, and we write to you before your card is charged."
      : `Thank you. You get it with your next order on ${day}. We write to you before your card is charged.`,
  refused: "All right. Nothing is charged for either one, and your doctor has your message.",
  /** The message sent to the doctor; the patient sees it before they confirm. */
  toDoctor: "I do not want the change you made. Please tell me what else I can do.",
  otherPrice: (total: string) => `The price is ${total} now. Please look at it again before you agree.`,
  askAgain: "This is not offered any more. Please write to your doctor.",
  toldSince: "You told us something new since then. Please write to your doctor first. Nothing is charged before.",
  settled: {
    agreed: "You have agreed to this already. To stop it, you can cancel or write to your doctor.",
    refused: "You said no to this already. Please write to your doctor if you changed your mind.",
    withdrawn: "Your doctor has changed this again, or it has ended. Please look at your plan.",
  },
};
