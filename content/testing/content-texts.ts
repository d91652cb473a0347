import type { Content } from "../schema/content.ts";

/** A text somebody reads, and where it stands. */
export interface Copy {
  readonly where: string;
  readonly text: string;
}

/** Keys whose values are for the practice, for a program, or what a patient writes. */
const unread = new Set(
  "id note notes reviewed about phrases examples keywords version profileUrl picture href when weight flag written unanswered withdrawn emergency icon".split(
    " ",
  ),
);

/** The texts in a part of the content: each with the path of its keys. A text is at least three words. */
function textsIn(part: unknown, where: string): Copy[] {
  if (typeof part === "string") return /\S+\s+\S+\s+\S/.test(part) ? [{ where, text: part }] : [];
  if (typeof part !== "object" || part === null) return [];
  if (!Array.isArray(part))
    return Object.entries(part).flatMap(([key, value]) => (unread.has(key) ? [] : textsIn(value, `${where}.${key}`)));
  return part.flatMap((each: unknown, index) => {
    const { id, code, family, type } = (typeof each === "object" && each !== null ? each : {}) as Record<
      string,
      string
    >;
    return textsIn(each, `${where}.${id ?? code ?? family ?? type ?? index}`);
  });
}

/** What patients read of the content, part by part. */
export const contentTexts = (content: Content): Copy[] =>
  Object.entries({
    questions: content.questionnaire.questions,
    sections: content.questionnaire.sections,
    screens: content.questionnaire.screens,
    rules: content.rules,
    requirements: content.requirements,
    catalogue: content.catalogue,
    consents: content.consents,
    doctors: content.doctors,
    interstitials: content.interstitials,
    mails: content.mails,
    messages: content.messages,
    notifications: content.notifications,
    sentences: content.sentences,
    help: content.help,
    marketing: content.brand.marketing,
    crisis: content.brand.crisis,
    documents: content.documents,
    statemove: content.statemove,
    referral: content.referral.rewards,
    desk: content.deskanswers,
    cannedreplies: content.cannedreplies.map(({ text }) => text),
    emergencywords: content.emergencywords,
    followup: content.followup,
    upsells: content.upsells,
    nextsteps: content.nextsteps,
    arrival: content.arrival,
    endofcare: content.endofcare.letter,
    visitnotes: content.visitnotes,
    helpers: content.helpers,
  }).flatMap(([part, value]) => textsIn(value, part));
