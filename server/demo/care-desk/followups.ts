import { type CareDesk, earliest, handleEach, type Look, now } from "./desk.ts";

/** A follow-up is read after this many times the desk's pace. */
const readDelayPaces = 2;
/** How often the desk looks for patients to ask: nothing happens when one becomes due. */
const dueCheckMs = 3_600_000;

/** Sends a follow-up to whom the clinic's list names, with a code. */
export const sendFollowups: Look = async (desk) => {
  let code: Promise<string | undefined> | undefined;
  const next = await handleEach(
    desk,
    desk.clinic.items("cases", { query: { status: "followup_due" } }),
    async ({ refid }) => {
      const body = { code: await (code ??= followupCode(desk)) };
      await desk.clinic.sendFollowup({ params: { id: refid }, body });
      return "done";
    },
  );
  return earliest(next, now(desk) + dueCheckMs);
};

async function followupCode({ clinic, content }: CareDesk): Promise<string | undefined> {
  const { items } = await clinic.followupCodes();
  return items.find(({ percent }) => percent === content.deskanswers.followup.percent)?.code;
}

/**
 * Reads what patients answered and thanks them. One that is not complete is left alone; one that tells of an emergency is closed with it
 * (`emergencies.ts`).
 */
export const readFollowups: Look = (desk) =>
  handleEach(desk, desk.clinic.items("followups"), async ({ id, completedat, flags, revision }) => {
    const levels = flags.map(({ level }) => level);
    if (completedat === null || levels.includes("emergency")) return "left";
    const dueAt = Date.parse(completedat) + desk.paceMs * readDelayPaces;
    if (dueAt > now(desk)) return dueAt;
    const { read: thanks, flagged } = desk.content.deskanswers.followup;
    await desk.clinic.closeFollowup({
      params: { id },
      body: { note: levels.includes("clinician") ? flagged : thanks, revision },
    });
    return "done";
  });
