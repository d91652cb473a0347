import { nextPlanStep, planApprovalNote, planDeclineReason } from "./decision-rules.ts";
import { type CareDesk, earliest, type Handled, handleEach, type Look, now } from "./desk.ts";

/** Accepts who is waiting at once, and decides plans after the desk's pace. */
export const workCases: Look = async (desk) => {
  const { clinic } = desk;
  const accepted = await handleEach(desk, clinic.items("incoming"), async ({ id }) => {
    await clinic.accept({ params: { id } });
    return "done";
  });
  const decided = await handleEach(
    desk,
    clinic.items("cases", { query: { status: "accepted" } }),
    async ({ refid, acceptedat, waitingsince }) => {
      const dueAt = Date.parse(acceptedat ?? waitingsince) + desk.paceMs;
      return dueAt > now(desk) ? dueAt : decidePlan(desk, refid);
    },
  );
  return earliest(accepted, decided);
};

/** Decides on the record as it was read; confirms an identity in review before. */
async function decidePlan(desk: CareDesk, patientId: string): Promise<Handled> {
  const { clinic } = desk;
  const params = { id: patientId };
  const { revision, identitystatus, flags = [] } = await clinic.patient({ params });
  const step = nextPlanStep({ identityStatus: identitystatus, rules: flags.map(({ ruleid }) => ruleid) });
  if (step === "confirm_identity") {
    await clinic.decideIdentity({ params, body: { outcome: "matched" } });
    return decidePlan(desk, patientId);
  }
  if (step === "approve") await clinic.approvePlan({ params, body: { note: planApprovalNote, revision } });
  else await clinic.declinePlan({ params, body: { reason: planDeclineReason, revision } });
  return "done";
}
