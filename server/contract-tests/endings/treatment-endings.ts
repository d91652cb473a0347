import { care } from "#contract/care/calls.ts";
import { growth } from "#contract/growth/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { wellbeing } from "#contract/wellbeing/calls.ts";
import { setCareEnd } from "#server/auth/public.ts";
import { careNoticeQueue } from "#server/care/notice/care-notice.ts";
import { suggested } from "#server/care/testing/suggestions.ts";
import { answeredPatientInCare, dashboardUpsell } from "#server/growth/testing/upsells.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { changeTreatment, stronger } from "#server/treatment/testing/changes.ts";
import {
  declineCard,
  type InCare,
  passDays,
  home,
  inCare,
  prescriptionOrderIn,
  subscriptionOf,
  tokenOf,
} from "#server/treatment/testing/in-care.ts";
import { doseOf, everyDay, patientAtHome, pickDays } from "#server/wellbeing/testing/wellbeing.ts";
import { answered, type Ending, exampleOf, exampleRequest, type Scene } from "./ending.ts";

const patch = "estradiol_patch_0_05";

const ofSubscription =
  (end: (server: TestServer, patient: InCare, subscriptionId: string, token: string) => Scene["end"]): Ending["open"] =>
  async (server) => {
    const patient = await inCare(server);
    const { id } = await subscriptionOf(server, patient);
    return { ended: [id], patient, end: end(server, patient, id, await tokenOf(server, patient)) };
  };

/** The prescription of a patch, which a doctor stops or rests. */
const ofPrescription =
  (title: string): Ending["open"] =>
  async (server) => {
    const patient = await inCare(server);
    const { ok } = await server.call(care.patient, { params: { id: patient.id } }, { apiKey });
    const PRESCRIPTION = ok.prescriptions?.find(({ productid }) => productid === patch)?.id ?? "";
    return { ended: [PRESCRIPTION], patient, end: () => exampleRequest(server, title, { PRESCRIPTION }) };
  };

export const treatmentEndings: readonly Ending[] = [
  {
    of: "care.withdrawCredit",
    open: exampleOf("care.withdrawCredit", "CREDIT"),
    ends: "credit notification",
    begins: "notification",
  },
  {
    of: "care.writeOff",
    alone: true,
    open: exampleOf("care.writeOff", "SUPPLY"),
    ends: "care.inbox care.orders:past_due",
    begins: "write_off care.orders:written_off",
    stays: {
      prescription_order: "the patient can still pay it with another card",
      notification: "of what was before, not read yet",
    },
  },
  {
    of: "care.takeWriteOffBack",
    alone: true,
    open: exampleOf("care.takeWriteOffBack", "SUPPLY"),
    ends: "write_off care.orders:written_off",
    begins: "care.inbox care.orders:past_due",
    stays: {
      prescription_order: "it's past due again",
      notification: "of what was before, not read yet",
    },
  },
  {
    of: "treatment.cancel",
    when: "one of two subscriptions",
    open: ofSubscription(
      (server, { id }, subscriptionid, token) =>
        () =>
          answered(server.call(treatment.cancel, { params: { id }, body: { subscriptionid } }, { token })),
    ),
    ends: "home:charges prescription_order subscription",
    begins: "notification",
    never: { charged: [patch] },
  },
  {
    of: "treatment.cancel",
    when: "all of it",
    open: async (server) => {
      const rosa = await inCare(server);
      const subscriptions = (await home(server, rosa)).subscriptions.map(({ id }) => id);
      const token = await tokenOf(server, rosa);
      const end = () => answered(server.call(treatment.cancel, { params: { id: rosa.id }, body: {} }, { token }));
      return { ended: subscriptions, patient: rosa, end };
    },
    ends: "home:charges prescription_order subscription",
    begins: "notification",
    never: { charged: "anything", mailed: /next order is coming up|Receipt/ },
  },
  {
    of: "treatment.cancel",
    when: "with a change that waits",
    open: async (server) => {
      const rosa = await inCare(server);
      await changeTreatment(server, rosa, { pricingid: stronger });
      const { changes, subscriptions } = await home(server, rosa);
      const token = await tokenOf(server, rosa);
      const end = () => answered(server.call(treatment.cancel, { params: { id: rosa.id }, body: {} }, { token }));
      return { ended: [...changes, ...subscriptions].map(({ id }) => id), patient: rosa, end };
    },
    ends: "subscription prescription_order treatment_change care.cases:change care.inbox home:charges home:changes:waiting",
    begins: "notification",
    stays: { visit_note: "what was decided stays in the record", notification: "that the doctor asked" },
  },
  {
    of: "treatment.cancel",
    when: "past due",
    alone: true,
    open: async (server) => {
      const rosa = await inCare(server);
      await declineCard(server, rosa, "insufficient_funds");
      await passDays(server, 23);
      await server.jobs.drain();
      const subscriptions = (await home(server, rosa)).subscriptions.map(({ id }) => id);
      const token = await tokenOf(server, rosa);
      const end = () => answered(server.call(treatment.cancel, { params: { id: rosa.id }, body: {} }, { token }));
      return { ended: [...subscriptions, rosa.id], patient: rosa, end };
    },
    ends: "subscription prescription_order care.orders:past_due care.inbox home:charges",
    begins: "notification",
    about: "subscription prescription_order care.orders:past_due",
  },
  {
    of: careNoticeQueue,
    open: async (server) => {
      const rosa = await inCare(server);
      const today = clinicToday(server.services);
      const fields = [
        { id: "endson", value: addDays(today, 30) },
        { id: "reason", value: "trust" },
      ];
      const body = { kind: "end_of_care", words: "Trust is gone.", fields };
      await server.call(care.addPatientLog, { params: { id: rosa.id }, body }, { apiKey });
      const subscriptions = (await home(server, rosa)).subscriptions.map(({ id }) => id);
      const end = async () => {
        await inTransaction(server.services, ({ db }) => setCareEnd(db, rosa.id, today));
        await server.jobs.enqueue(server.services.db, careNoticeQueue, {});
        await server.jobs.drain();
        return { status: 200, payload: "" };
      };
      return { ended: subscriptions, patient: rosa, end };
    },
    ends: "subscription prescription_order home:charges",
    begins: "notification",
  },
  {
    of: "treatment.cancelPrescriptionOrder",
    when: "planned",
    open: async (server) => {
      const rosa = await inCare(server);
      const { id } = prescriptionOrderIn(await subscriptionOf(server, rosa), "scheduled");
      const token = await tokenOf(server, rosa);
      const end = () => answered(server.call(treatment.cancelPrescriptionOrder, { params: { id } }, { token }));
      return { ended: [id], patient: rosa, end };
    },
    ends: "home:charges prescription_order",
    begins: "notification prescription_order",
  },
  {
    of: "treatment.skip",
    open: async (server) => {
      const rosa = await inCare(server);
      const { id } = prescriptionOrderIn(await subscriptionOf(server, rosa), "scheduled");
      const token = await tokenOf(server, rosa);
      const end = () => answered(server.call(treatment.skip, { params: { id }, body: {} }, { token }));
      return { ended: [id], patient: rosa, end };
    },
    ends: "home:charges prescription_order",
    begins: "notification prescription_order",
    alsoEnds: { prescription_order: "of the same subscription" },
  },
  {
    of: "treatment.pause",
    open: ofSubscription(
      (server, { id }, subscriptionid, token) =>
        () =>
          answered(
            server.call(
              treatment.pause,
              { params: { id }, body: { months: 1, subscriptionid, separately: true } },
              { token },
            ),
          ),
    ),
    ends: "subscription",
    begins: "notification subscription",
    stays: { "home:charges prescription_order": "planned for when the pause is over" },
  },
  {
    of: "treatment.refuseChange",
    open: async (server) => {
      const rosa = await inCare(server);
      await changeTreatment(server, rosa, { pricingid: stronger });
      const [change] = (await home(server, rosa)).changes;
      const id = change?.id ?? "";
      const token = await tokenOf(server, rosa);
      const end = () => answered(server.call(treatment.refuseChange, { params: { id }, body: {} }, { token }));
      return { ended: [id], patient: rosa, end };
    },
    ends: "care.cases:change care.inbox home:changes:waiting treatment_change",
    begins: "home:changes:refused message",
    stays: { notification: "that the doctor asked" },
  },
  {
    of: "treatment.declineSuggestion",
    open: async (server) => {
      const rosa = await inCare(server);
      const { id } = await suggested(server, rosa);
      const token = await tokenOf(server, rosa);
      const end = () => answered(server.call(treatment.declineSuggestion, { params: { id }, body: {} }, { token }));
      return { ended: [id], patient: rosa, end };
    },
    ends: "medicine_suggestion home:suggestions:waiting",
    begins: "message home:suggestions:declined",
    stays: {
      visit_note: "what was decided stays in the record",
      notification: "that the doctor asked",
      message: "why the doctor suggested it",
    },
  },
  {
    of: "growth.denyUpsell",
    open: async (server) => {
      const rosa = await answeredPatientInCare(server);
      const { upsellId: id } = await dashboardUpsell(server, rosa, "minoxidil");
      const end = () => answered(server.call(growth.denyUpsell, { params: { id }, body: {} }, { token: rosa.token }));
      return { ended: [id], patient: rosa, end };
    },
    ends: "growth.availableUpsells growth.dashboardUpsells growth.upsells upsell",
  },
  {
    of: "wellbeing.endDays",
    open: async (server) => {
      const rosa = await patientAtHome(server);
      const { id } = await doseOf(server, rosa, "capsule");
      const picked = await pickDays(server, rosa, id, everyDay, 20);
      if (picked.status !== 200) throw new Error(picked.raw.payload);
      const schedules = server.services.db.selectFrom("dose_schedule").select("id").where("patient_id", "=", rosa.id);
      const picks = await schedules.execute();
      const token = await tokenOf(server, rosa);
      const end = () => answered(server.call(wellbeing.endDays, { params: { id } }, { token }));
      return { ended: picks.map((each) => each.id), patient: rosa, end };
    },
    ends: "dose_schedule",
    never: { mailed: /Your reminder for today/ },
  },
  {
    of: "wellbeing.setCheckIns",
    open: async (server) => {
      const rosa = await patientAtHome(server);
      const token = await tokenOf(server, rosa);
      await server.call(wellbeing.setCheckIns, { body: { on: true } }, { token });
      const end = () => answered(server.call(wellbeing.setCheckIns, { body: { on: false } }, { token }));
      return { ended: [rosa.id], patient: rosa, end };
    },
    ends: "check_in_preference",
    about: "check_in_preference",
  },
  {
    of: "care.cancelSubscription",
    open: exampleOf("care.cancelSubscription", "SUBSCRIPTION"),
    ends: "prescription_order subscription",
    begins: "notification work_item",
    never: { charged: [patch] },
  },
  {
    of: "care.pauseSubscription",
    open: exampleOf("care.pauseSubscription", "SUBSCRIPTION"),
    ends: "subscription",
    begins: "notification subscription",
    alsoEnds: { subscription: "what shares its parcel" },
    stays: { prescription_order: "planned for when the pause is over" },
  },
  {
    of: "care.skipPrescriptionOrder",
    open: exampleOf("care.skipPrescriptionOrder", "SUPPLY"),
    ends: "prescription_order",
    begins: "notification prescription_order",
    alsoEnds: { prescription_order: "of the same subscription" },
  },
  {
    of: "care.stopPrescription",
    open: ofPrescription("care.stopPrescription"),
    ends: "prescription wellbeing.read home:nextstep:arrival",
    begins: "message notification visit_note",
    alsoEnds: { prescription_order: "of the same subscription", subscription: "of what is stopped" },
    never: { charged: [patch] },
  },
  {
    of: "care.stopPrescription",
    when: "with a change that waits",
    open: async (server) => {
      const scene = await ofPrescription("care.stopPrescription")(server);
      await changeTreatment(server, scene.patient as InCare, { pricingid: stronger });
      const { changes } = await home(server, scene.patient as InCare);
      return { ...scene, ended: [...scene.ended, ...changes.map(({ id }) => id)] };
    },
    ends: "prescription wellbeing.read treatment_change home:changes:waiting care.cases:change care.inbox",
    begins: "message notification visit_note",
    alsoEnds: { prescription_order: "of the same subscription", subscription: "of what is stopped" },
    stays: { notification: "that the doctor asked" },
    never: { charged: [patch] },
  },
  {
    of: "care.holdPrescription",
    open: ofPrescription("care.holdPrescription"),
    ends: "prescription wellbeing.read home:nextstep:arrival",
    begins: "message notification visit_note",
    never: { charged: [patch] },
  },
  {
    of: "care.releasePrescription",
    open: exampleOf("care.releasePrescription", "PRESCRIPTION"),
    ends: "",
    begins: "message notification prescription visit_note",
    stays: { visit_note: "what was decided stays in the record" },
  },
  {
    of: "care.declinePrescriptionRenewal",
    alone: true,
    open: exampleOf("care.declinePrescriptionRenewal", "RENEWAL"),
    ends: "care.cases:renewal care.inbox care.prescriptionRenewals renewal_request",
    begins: "notification visit_note",
    alsoEnds: {
      prescription: "it is not renewed",
      prescription_order: "of the same subscription",
      subscription: "of what is stopped",
    },
    never: { charged: [patch] },
  },
  {
    of: "care.withdrawChange",
    open: exampleOf("care.withdrawChange", "SUBSCRIPTION"),
    ends: "care.cases:change care.inbox treatment_change",
    begins: "message notification visit_note",
    stays: {
      visit_note: "what was decided stays in the record",
      "subscription prescription_order": "goes on as before",
    },
  },
  {
    of: "care.withdrawSuggestion",
    open: exampleOf("care.withdrawSuggestion", "SUGGESTION"),
    ends: "medicine_suggestion",
    begins: "message notification visit_note",
    stays: {
      visit_note: "what was decided stays in the record",
      notification: "that the doctor asked",
      message: "why the doctor suggested it",
    },
  },
];
