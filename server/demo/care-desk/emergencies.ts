import { isRefusal } from "#client/src/index.ts";
import { type CareDesk, handleEach, type Look, now } from "./desk.ts";

/** So long after it was told an emergency is acknowledged, and closed, whatever the desk's pace: long enough to be seen as what it is. */
const acknowledgeMs = 3 * 60_000;
const closeMs = 20 * 60_000;

/**
 * Plays the clinician who calls the patient back: acknowledges an emergency after a while, and closes it later, so that a demo's home does not stay
 * with it for good. What it writes says that nobody called.
 */
export const handleEmergencies: Look = (desk) =>
  handleEach(
    desk,
    desk.clinic.items("emergencies", { query: { state: "open" } }),
    async ({ id, reportedat, acknowledgedat, followupid }) => {
      const { acknowledged, closed } = desk.content.deskanswers.emergency;
      const [acknowledgeAt, closeAt] = [acknowledgeMs, closeMs].map((ms) => Date.parse(reportedat) + ms) as [
        number,
        number,
      ];
      if (acknowledgeAt > now(desk)) return acknowledgeAt;
      if (acknowledgedat === null)
        await desk.clinic.acknowledgeEmergency({ params: { id }, body: { note: acknowledged } });
      if (closeAt > now(desk)) return closeAt;
      if (followupid !== null) await readFollowup(desk, followupid);
      await desk.clinic.closeEmergency({ params: { id }, body: { outcome: closed } });
      return "done";
    },
  );

/** The rest of a review goes on once it was read; a person may have read it before. */
async function readFollowup({ clinic }: CareDesk, id: string): Promise<void> {
  await clinic.closeFollowup({ params: { id }, body: {} }).catch((error: unknown) => {
    if (!isRefusal(error) || error.code !== "wrong_state") throw error;
  });
}
