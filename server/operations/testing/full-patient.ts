import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { growth } from "#contract/growth/calls.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { support } from "#contract/support.ts";
import { wellbeing } from "#contract/wellbeing/calls.ts";
import { updatePatient } from "#server/auth/public.ts";
import { submitted } from "#server/care/testing/submitted-visit.ts";
import { sendFollowupTo, goThrough, save } from "#server/followup/testing/followups.ts";
import {
  attachAsPatient,
  conversationsOf,
  sendAsPatient,
  sendAsClinic,
} from "#server/messages/testing/conversations.ts";
import { storeUpload } from "#server/platform/files/uploads.ts";
import { type TestPatient, type TestServer, testApiKey as apiKey } from "#server/testing/harness.ts";
import { photoWithGps } from "#server/testing/upload-files.ts";
import { tokenOf } from "#server/treatment/testing/in-care.ts";
import {
  checkIn,
  checkInsOf,
  everyDay,
  noteDose,
  pickDays,
  readWellbeing,
} from "#server/wellbeing/testing/wellbeing.ts";

/** Words entered about a full patient; they occur nowhere else. */
export const secretWords = {
  phone: "4158675309",
  note: "Gullfeatherqo note",
  unsigned: "Pebblestoneqa question",
  signedIn: "Thimbleweedqe question",
  friend: "tarnishwrenqi.canary@example.com",
  message: "Dewcombqa message",
  answer: "Rushlightqo answer",
  approval: "Marlinspikequ approval",
  review: "Brindlemossqe words",
  parcel: "MEADOWPARCEL77",
  refund: "Cobblefinchqa damaged",
};

/** A patient with data in every feature: visit, treatment, follow-up, check-ins and doses, messages, files, payments, invitations, newsletter. */
export async function fullPatient(server: TestServer): Promise<TestPatient> {
  const patient = await submitted(server, { answers: { note_for_doctor: secretWords.note } });
  const { services } = server;
  const { id, email } = patient;
  await updatePatient(services, id, { phone: secretWords.phone });
  const params = { id };
  await server.call(care.accept, { params, body: {} }, { apiKey });
  await server.call(care.approvePlan, { params, body: { note: secretWords.approval } }, { apiKey });
  await server.jobs.drain();
  const parcel = { carrier: "Meadow Post", trackingnumber: secretWords.parcel };
  await server.call(care.shipOrder, { params: { id: patient.orderId }, body: parcel }, { apiKey });
  await server.call(care.deliverOrder, { params: { id: patient.orderId }, body: {} }, { apiKey });
  await server.call(
    care.refundOrder,
    { params: { id: patient.orderId }, body: { amount: 1.25, reason: secretWords.refund } },
    { apiKey },
  );
  await server.jobs.drain();
  await exchangeMessages(server, patient);
  const review = await sendFollowupTo(server, patient);
  await goThrough(server, review, {}, 11);
  await save(server, review, 11, { note: secretWords.review });

  const token = await tokenOf(server, patient);
  await noteWellbeing(server, patient);
  await server.call(support.contact, { body: { topic: "other", message: secretWords.signedIn } }, { token });
  await server.call(support.contact, { body: { name: "Rosa", email, topic: "other", message: secretWords.unsigned } });
  await server.call(account.joinMailingList, { body: { email, firstname: "Rosa" } });
  await server.call(onboarding.event, { params: { eventName: "PageSeen" }, body: {} }, { token });
  const { referralLink } = (await server.call(growth.referral, { body: {} }, { token })).ok;
  await server.call(growth.inviteFriend, { body: { referralLink, email: secretWords.friend } }, { token });
  await storeIdentityPhoto(server, patient);
  await server.jobs.drain();
  return patient;
}

/** A check-in, and a dose of a medicine with a reminder. */
async function noteWellbeing(server: TestServer, patient: TestPatient): Promise<void> {
  const token = await tokenOf(server, patient);
  await server.call(wellbeing.setCheckIns, { body: { on: true } }, { token });
  const [symptom] = (await checkInsOf(server, patient)).symptoms;
  await checkIn(server, patient, { [symptom?.id ?? ""]: 1 });
  const daily = (await readWellbeing(server, patient)).doses.items.find(({ options }) => options.length === 1);
  if (!daily) throw new Error("The patient has nothing to take every day");
  const { wellbeing: picked } = (await pickDays(server, patient, daily.id, everyDay, 20)).ok;
  const today = picked.doses.items.find(({ id }) => id === daily.id)?.today;
  await noteDose(server, patient, { id: daily.id, day: today?.day ?? "" }, "done");
}

async function exchangeMessages(server: TestServer, patient: TestPatient): Promise<void> {
  const [conversation] = await conversationsOf(server, patient);
  const id = conversation?.id ?? "";
  await sendAsPatient(server, patient, id, { message: secretWords.message });
  await sendAsClinic(server, id, { message: secretWords.answer });
  await attachAsPatient(server, patient, id, await photoWithGps());
}

/** A photo for the identity check, as sent by a patient whose number did not match. */
async function storeIdentityPhoto({ services }: TestServer, { id }: TestPatient): Promise<void> {
  const file = {
    bytes: Buffer.from("a photo of an ID card"),
    type: "image/jpeg" as const,
    width: 4,
    height: 3,
    sha256: "0",
  };
  const { id: file_id } = await storeUpload(services, { patientId: id, kind: "photo_id", file });
  const now = services.clock.now();
  await services.db
    .insertInto("identity_photo")
    .values({ id: file_id, patient_id: id, kind: "photo_id", file_id, created_at: now })
    .execute();
}
