import { account } from "#contract/account.ts";
import { care } from "#contract/care.ts";
import { growth } from "#contract/growth.ts";
import { onboarding } from "#contract/onboarding.ts";
import { support } from "#contract/support.ts";
import { updatePatient } from "#server/auth/public.ts";
import { submitted } from "#server/care/testing/submit.ts";
import { ask, goThrough, save } from "#server/followup/testing/reviews.ts";
import { photoWithPlace } from "#server/gates/hostile-files.ts";
import { attach, conversations, say, tell } from "#server/messages/testing/talk.ts";
import { keepUpload } from "#server/platform/files/uploads.ts";
import { type TestPatient, type TestServer, testApiKey as apiKey } from "#server/testing/harness.ts";
import { tokenOf } from "#server/treatment/testing/in-care.ts";

/** What is told about a full patient; the words occur nowhere else. */
export const told = {
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

/** A patient who left something in every room: visit, treatment, review, messages, files, payments, invitations, newsletter. */
export async function fullPatient(server: TestServer): Promise<TestPatient> {
  const patient = await submitted(server, { answers: { note_for_doctor: told.note } });
  const { services } = server;
  const { id, email } = patient;
  await updatePatient(services, id, { phone: told.phone });
  const params = { id };
  await server.call(care.accept, { params, body: {} }, { apiKey });
  await server.call(care.approvePlan, { params, body: { note: told.approval } }, { apiKey });
  await server.jobs.drain();
  const parcel = { carrier: "USPS", trackingnumber: told.parcel };
  await server.call(care.shipOrder, { params: { id: patient.orderId }, body: parcel }, { apiKey });
  await server.call(care.deliverOrder, { params: { id: patient.orderId }, body: {} }, { apiKey });
  await server.call(
    care.refundOrder,
    { params: { id: patient.orderId }, body: { amount: 1.25, reason: told.refund } },
    { apiKey },
  );
  await server.jobs.drain();
  await talk(server, patient);
  const review = await ask(server, patient);
  await goThrough(server, review, {}, 11);
  await save(server, review, 11, { note: told.review });

  const token = await tokenOf(server, patient);
  await server.call(support.contact, { body: { topic: "other", message: told.signedIn } }, { token });
  await server.call(support.contact, { body: { name: "Rosa", email, topic: "other", message: told.unsigned } });
  await server.call(account.joinMailingList, { body: { email, firstname: "Rosa" } });
  await server.call(onboarding.event, { params: { eventName: "PageSeen" }, body: {} }, { token });
  const { referralLink } = (await server.call(growth.referral, { body: {} }, { token })).ok;
  await server.call(growth.inviteFriend, { body: { referralLink, email: told.friend } }, { token });
  await keepPhoto(server, patient);
  await server.jobs.drain();
  return patient;
}

async function talk(server: TestServer, patient: TestPatient): Promise<void> {
  const [conversation] = await conversations(server, patient);
  const id = conversation?.id ?? "";
  await say(server, patient, id, { message: told.message });
  await tell(server, id, { message: told.answer });
  await attach(server, patient, id, await photoWithPlace());
}

/** A photo for the identity check, as a patient sends one whose number did not match. */
async function keepPhoto({ services }: TestServer, { id }: TestPatient): Promise<void> {
  const file = {
    bytes: Buffer.from("a photo of an ID card"),
    type: "image/jpeg" as const,
    width: 4,
    height: 3,
    sha256: "0",
  };
  const { id: file_id } = await keepUpload(services, { patientId: id, kind: "photo_id", file });
  const now = services.clock.now();
  await services.db
    .insertInto("identity_photo")
    .values({ id: file_id, patient_id: id, kind: "photo_id", file_id, created_at: now })
    .execute();
}
