import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendFollowupTo } from "#server/followup/testing/followups.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { inCare, type InCare } from "#server/treatment/testing/in-care.ts";
import { inState, type World } from "./testing/in-state.ts";
import { type Listed, listedWords } from "./testing/listed-words.ts";
import { type Outlet, outlets } from "./testing/outlets.ts";
import { type Column, type StateList, states } from "./testing/states.ts";
import { toldOfCare } from "./testing/told-of-care.ts";
import { toldOfMoney } from "./testing/told-of-money.ts";
import { toldOfOrders } from "./testing/told-of-orders.ts";
import { toldOfTreatment } from "./testing/told-of-treatment.ts";
import { type Told, type ToldOf, toldOfPatientInCare } from "./testing/told.ts";

/*
 * Every value of a closed list of the database × everybody who asks for it: what the inbox, the patient's pages, the record, the money and the jobs make
 * of a patient in that state. A value that falls out of somebody's list, or is new, is told of differently and has to be looked at in its table.
 */

const told: ToldOf = { ...toldOfCare, ...toldOfMoney, ...toldOfOrders, ...toldOfTreatment };

/** Lists that these outlets don't tell apart, each with where its values are asked for. */
const elsewhere: Readonly<Record<Exclude<Listed, Column<StateList>>, string>> = {
  "credit.reason": "why a credit was given, for the practice",
  "access_finding.outcome": "what somebody found of an access, in its own list",
  "customer_order.discount_source": "names the discount's sentence",
  "treatment_change.until_pace":
    "how fast a medicine is used until another begins; every pace is in the timeline's own tests",
  "medical_letter.purpose":
    "Each is issued in `server/care/notice/care-notice.test.ts`, where the patient downloads both.",
  "dispute.evidence_status": "what became of an answer to a bank, for finance alone",
  "directions_change.pace": "how fast a medicine is used; every pace is in the timeline's own tests",
  "early_fill.cause": "why a box came early, for the practice",
  "earned_discount.source": "names the discount's sentence",
  "emergency_action.kind": "the emergency's own history",
  "helper.ended_by": "how what a helper may do ended; `ending-helpers.test.ts` tries each",
  "identity_photo.kind": "names the photo",
  "insurance_document.kind": "names the document",
  "list_action.kind": "what is done for everybody on a list",
  "list_action_patient.outcome": "counted for whoever began it",
  "message.action_status": "whether a follow-up's message was answered",
  "message.role": "who wrote a message",
  "message.type": "how a message is drawn",
  "message.writer_role": "who wrote a message",
  "order_fill.void_reason": "what was wrong with a package; `voided-fills.test.ts` tries each",
  "order_fill.matched": "the pharmacy's own record of how a box was checked",
  "onboarding.identity_reason": "names the sentence about a check",
  "patient_request.action": "the practice's record of what was asked",
  "patient_request.caller_proved": "the practice's record of what was asked",
  "patient_request.channel": "the practice's record of what was asked",
  "patient_search_term.source": "how a search finds somebody",
  "payment_intent.capture": "how an order is paid",
  "payment_intent.capture_or_void": "a job's errand at the gateway",
  "payment_mismatch.outcome": "a decision that was made",
  "peer_review_decision.outcome": "what a prescriber answered to another one's decision, in its own list",
  "person_pair.verdict": "whether two records are of one person; its own tests hold and release by it",
  "person_verdict.verdict": "a decision that was made",
  "prescribing_decision.decision": "of which decision a row is",
  "prescription_action.action": "names the record's sentence",
  "prescription_order.begins": "when a box is begun, told by the timeline's tests",
  "record_code.ended_by": "why a code stopped working; `shared-record.test.ts` ends one each way",
  "record_code.opens": "what a code opens; `shared-record.test.ts` opens both",
  "record_merge.keeps": "which of two sign-ins goes on; `merging.test.ts` tries both",
  "single_use_link.purpose": "which link opens what",
  "staff_session.stage": "what a session of the practice may do",
  "task.outcome": "what came of something a person of the practice asked",
  "told_answers.caller_proved": "how a caller showed who it is about, for the practice",
  "told_answers.source": "names the sentence of how an answer was told",
  "told_answers.teller": "names the sentence of how an answer was told",
  "treatment_change.begins": "when a change begins, told by the calendar's tests",
  "upsell.status": "an offer in the app",
  "visit_note.decision": "names the title of the note",
  "warning_override.decision": "of which decision a row is",
  "webhook_endpoint.disabled_by": "an integration, no patient",
  "work_item.outcome": "a decision that was made",
  "write_off.reason": "why a charge is tried no more, for the practice",
};

let [server, patient]: [TestServer, InCare] = [] as never;
beforeAll(async () => {
  server = await startTestServer();
  patient = await inCare(server);
  await sendFollowupTo(server, await inCare(server));
});
afterAll(() => server.close());

async function askAll(world: World): Promise<Told> {
  const answers: [string, unknown][] = [];
  for (const [name, ask] of Object.entries(outlets)) answers.push([name, await ask(world)]);
  return Object.fromEntries(answers) as unknown as Told;
}

const columnOf = (list: string) => list.split(":")[0] ?? "";
const rows = Object.entries(states).flatMap(([list, put]) =>
  Object.entries(told[list as StateList]).map(([value, differs]) => ({
    list,
    value,
    put,
    differs: differs as Partial<Told>,
  })),
);

describe("every state of a closed list, and what is told of it", () => {
  test("each list of the database is here or has a reason, with each of its values", () => {
    const here = new Set(Object.keys(states).map(columnOf));
    expect([...here, ...Object.keys(elsewhere)].toSorted()).toEqual([...listedWords.keys()].toSorted());
    expect(Object.keys(elsewhere)).toHaveLength(51);
    for (const list of Object.keys(states))
      expect(Object.keys(told[list as StateList]).toSorted()).toEqual(listedWords.get(columnOf(list))?.toSorted());
    expect(rows.length).toBeGreaterThan(120);
  });

  test("a patient in care, for whom nothing is to be done", async () => {
    expect(await inState(server, patient, () => Promise.resolve(), askAll)).toEqual(toldOfPatientInCare);
  });

  test.each(rows)("$list: $value", async ({ value, put, differs }) => {
    expect(await inState(server, patient, (world) => put(world, value), askAll)).toEqual({
      ...toldOfPatientInCare,
      ...differs,
    });
  });

  test("each outlet tells some states from others", () => {
    const telling = new Set(rows.flatMap(({ differs }) => Object.keys(differs)));
    expect(Object.keys(outlets).filter((outlet) => !telling.has(outlet as Outlet))).toEqual([]);
  });
});
