import { beforeAll, describe, expect, test } from "vitest";
import { auth } from "#contract/auth.ts";
import { documents } from "#contract/documents/calls.ts";
import { growth } from "#contract/growth/calls.ts";
import { specCalls } from "#contract/testing/spec-calls.ts";
import { answeredPatientInCare } from "#server/growth/testing/upsells.ts";
import { newId } from "#server/platform/ids.ts";
import { testApiKey, type TestPatient } from "#server/testing/harness.ts";
import { statementCounter } from "#server/testing/statement-counter.ts";
import { listen } from "#server/testing/test-sockets.ts";
import { photoWithGps } from "#server/testing/upload-files.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { inCare, passDays } from "#server/treatment/testing/in-care.ts";
import { multipart } from "../testing/example-requests.ts";
import { expectRecorded } from "../testing/statement-counts.ts";
import { changePasswordAndEmail, exerciseSessions, updateProfile, shopAsNewPatient } from "./account.ts";
import { type Call, openClient } from "./client.ts";
import { acceptPatient, checkIdentityQueue } from "./clinic.ts";
import { inviteFriend, acceptBothUpsells, denyAndAcceptUpsells } from "./growth.ts";
import {
  actOnPrescriptionOrder,
  changeHealthAnswers,
  completeReview,
  approveAndDeliver,
  readOrdersAndDocuments,
  readMedicalLetter,
  readNotifications,
  exchangeMessages,
} from "./in-care.ts";
import {
  completeVisit,
  checkOut,
  arriveWithReferral,
  stopVisit,
  type Person,
  uploadIdentityPhotos,
  signUp,
} from "./visit.ts";

const counter = statementCounter();
const server = serverAtNoon(counter);
let clinic: Call;
let openBrowser: () => Call;
let photo: File;
const succeededCalls = new Set<string>();
const someEmail = () => `spec-${newId()}@example.com`;

beforeAll(async () => {
  const origin = await listen(server);
  openBrowser = () => openClient(origin, succeededCalls, { "x-cookie-id": newId() });
  clinic = openClient(origin, succeededCalls, { "x-api-key": testApiKey });
  const { name, type, bytes } = await photoWithGps();
  photo = new File([Buffer.from(bytes)], name, { type });
});

/** Adds an insurance document: §7 has no call for it. */
async function uploadInsuranceDocument({ email, password }: Person): Promise<string> {
  const { ok } = await server.call(auth.signIn, { body: { email, password } });
  const { payload, headers } = multipart(await photoWithGps(), { kind: "insurance_front" });
  return (await server.call(documents.upload, { body: payload as never }, { token: ok.idToken, headers })).ok.id;
}

/** Signs in a prepared patient. */
async function signIn({ id, email, password }: TestPatient): Promise<Person> {
  const call = openBrowser();
  await call("POST default /signin", { body: { email, password, role: "PATIENT" } });
  return { call, id, email, password };
}

describe("§13a a client written to §7 alone: each call as written there is a success", () => {
  let rosa: Person;

  test("sign-up and visit", async () => {
    const friend = await server.newPatient();
    const { ok } = await server.call(growth.referral, { body: {} }, { token: friend.token });
    const friendsCode = ok.referralcode;
    const call = openBrowser();
    await arriveWithReferral(call, { friendsCode, article: server.services.content.help[0]?.id ?? "" });
    rosa = await signUp(server, call, someEmail());
    await completeVisit(rosa, { friendsCode });
  });

  test("checkout", () => checkOut(rosa));

  test("a stopped visit", async () => {
    const { call } = await signUp(server, openBrowser(), someEmail(), "plain");
    await stopVisit(call, { heart_and_clots: ["stroke"] }, testApiKey);
  });

  test("photos of an identity", async () => {
    const lena = await signUp(server, openBrowser(), someEmail());
    await uploadIdentityPhotos(lena.call, "in the visit", photo);
    await checkOut(lena);
    await checkIdentityQueue(clinic, lena.id);
    await uploadIdentityPhotos(lena.call, "after it", photo);
  });

  test("the practice accepts the patient, and the first parcel comes", async () => {
    await acceptPatient(clinic, rosa.id);
    await approveAndDeliver(server, rosa);
  });

  test("orders and documents", async () => {
    await readOrdersAndDocuments(rosa, server.clock.now().getUTCFullYear());
    await readMedicalLetter(server, rosa);
  });

  test("messages", () => exchangeMessages(rosa, photo));
  test("health answers", () => changeHealthAnswers(rosa.call));
  test("follow-up", () => completeReview(server, rosa));
  test("notifications", () => readNotifications(rosa.call));
  test("Refer a Friend and promo codes", () => inviteFriend(rosa));

  test("upsell, accepted by its id and by its product", async () =>
    acceptBothUpsells((await signIn(await answeredPatientInCare(server))).call));
  test("upsell, denied; accepted by the call for several", async () =>
    denyAndAcceptUpsells((await signIn(await answeredPatientInCare(server))).call));

  test("cart, session, access, profile", async () => {
    const ada = await shopAsNewPatient(openBrowser(), someEmail());
    await exerciseSessions(ada, openBrowser);
    await updateProfile(ada.call, photo, () => uploadInsuranceDocument(ada));
    await changePasswordAndEmail(server, ada);
  });

  test("a subscription paused; kept instead of cancelled, and one of its orders cancelled", async () => {
    const vera = await signIn(await inCare(server));
    await vera.call("PUT v1 /transact/patient/{id}/pause", { path: [vera.id] });
    const lena = await signIn(await inCare(server));
    await lena.call("PUT default /transact/patient/{id}/preventcancel", { path: [lena.id] });
    await actOnPrescriptionOrder(lena.call, "DELETE default /transact/prescriptionorder/{id}/cancel", "scheduled");
  });

  test("an order skipped, and the next one requested once most of the box is used", async () => {
    const patient = await inCare(server);
    await actOnPrescriptionOrder(
      (await signIn(patient)).call,
      "PUT default /transact/prescriptionorder/{id}/skip",
      "scheduled",
    );
    await passDays(server, 23);
    await actOnPrescriptionOrder(
      (await signIn(patient)).call,
      "PUT default /transact/prescriptionorder/{id}/getnext",
      "scheduled",
    );
  });

  test("a treatment cancelled, and one more order of it", async () => {
    const patient = await inCare(server);
    const { call, id } = await signIn(patient);
    await call("DELETE v1 /transact/patient/{id}/cancel", { path: [id], body: { reason: "Not now" } });
    await passDays(server, 25);
    await actOnPrescriptionOrder(
      (await signIn(patient)).call,
      "PUT default /transact/prescriptionorder/{id}/reorder",
      "delivered",
    );
  });
});

test("no call sends more or fewer statements than recorded", () => expectRecorded("patient", counter.maxByCall));

test("§7 no call is left out", () => {
  expect(
    Object.values(specCalls)
      .flat()
      .filter((line) => !succeededCalls.has(line)),
  ).toEqual([]);
});
