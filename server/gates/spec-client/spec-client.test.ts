import { beforeAll, describe, expect, test } from "vitest";
import { auth } from "#contract/auth.ts";
import { documents } from "#contract/documents.ts";
import { growth } from "#contract/growth.ts";
import { specCalls } from "#contract/testing/spec-calls.ts";
import { inCareAnswered } from "#server/growth/testing/offered.ts";
import { newId } from "#server/platform/ids.ts";
import { testApiKey, type TestPatient } from "#server/testing/harness.ts";
import { listen } from "#server/testing/sockets.ts";
import { statementCounter } from "#server/testing/statements.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { inCare, pass } from "#server/treatment/testing/in-care.ts";
import { photoWithPlace } from "../hostile-files.ts";
import { multipart } from "../requests.ts";
import { expectRecorded } from "../statements.ts";
import { changesAccess, comesAndGoes, keepsProfile, shops } from "./account.ts";
import { type Call, openClient } from "./client.ts";
import { accepts, looksAtIdentities } from "./clinic.ts";
import { invites, saysYes, saysYesAndNo } from "./growth.ts";
import {
  actsOn,
  changesAnswers,
  isReviewed,
  isTreated,
  looksAtOrders,
  readsLetter,
  readsNotifications,
  writes,
} from "./in-care.ts";
import { answersAll, checksOut, comes, isStopped, type Person, showsPhotos, signsUp } from "./visit.ts";

const counter = statementCounter();
const server = serverAtNoon(counter);
let clinic: Call;
let open: () => Call;
let photo: File;
const made = new Set<string>();
const someEmail = () => `spec-${newId()}@example.com`;

beforeAll(async () => {
  const origin = await listen(server);
  open = () => openClient(origin, made, { "x-cookie-id": newId() });
  clinic = openClient(origin, made, { "x-api-key": testApiKey });
  const { name, type, bytes } = await photoWithPlace();
  photo = new File([Buffer.from(bytes)], name, { type });
});

/** An insurance document: §7 has no call that adds one. */
async function hasDocument({ email, password }: Person): Promise<string> {
  const { ok } = await server.call(auth.signIn, { body: { email, password } });
  const { payload, headers } = multipart(await photoWithPlace(), { kind: "insurance_front" });
  return (await server.call(documents.upload, { body: payload as never }, { token: ok.idToken, headers })).ok.id;
}

/** Signs in a patient who was prepared. */
async function signIn({ id, email, password }: TestPatient): Promise<Person> {
  const call = open();
  await call("POST default /signin", { body: { email, password, role: "PATIENT" } });
  return { call, id, email, password };
}

describe("§13a a client written to §7 alone: each call as written there is a success", () => {
  let rosa: Person;

  test("sign-up and visit", async () => {
    const friend = await server.newPatient();
    const { ok } = await server.call(growth.referral, { body: {} }, { token: friend.token });
    const friendsCode = ok.referralcode;
    const call = open();
    await comes(call, { friendsCode, article: server.services.content.help[0]?.id ?? "" });
    rosa = await signsUp(server, call, someEmail());
    await answersAll(rosa, { friendsCode });
  });

  test("checkout", () => checksOut(rosa));

  test("a stopped visit", async () => {
    const { call } = await signsUp(server, open(), someEmail(), "plain");
    await isStopped(call, { heart_and_clots: ["stroke"] }, testApiKey);
  });

  test("photos of an identity", async () => {
    const lena = await signsUp(server, open(), someEmail());
    await showsPhotos(lena.call, "in the visit", photo);
    await checksOut(lena);
    await looksAtIdentities(clinic, lena.id);
    await showsPhotos(lena.call, "after it", photo);
  });

  test("the practice takes her, and the first parcel comes", async () => {
    await accepts(clinic, rosa.id);
    await isTreated(server, rosa);
  });

  test("orders and papers", async () => {
    await looksAtOrders(rosa, server.clock.now().getUTCFullYear());
    await readsLetter(server, rosa);
  });

  test("messages", () => writes(rosa, photo));
  test("health answers", () => changesAnswers(rosa.call));
  test("treatment review", () => isReviewed(server, rosa));
  test("notifications", () => readsNotifications(rosa.call));
  test("Refer a Friend and promo codes", () => invites(rosa));

  test("upsell, accepted by its id and by its product", async () =>
    saysYes((await signIn(await inCareAnswered(server))).call));
  test("upsell, denied; accepted by the call for several", async () =>
    saysYesAndNo((await signIn(await inCareAnswered(server))).call));

  test("cart, session, access, profile", async () => {
    const ada = await shops(open(), someEmail());
    await comesAndGoes(ada, open);
    await keepsProfile(ada.call, photo, () => hasDocument(ada));
    await changesAccess(server, ada);
  });

  test("a subscription paused; kept instead of cancelled, and one order of it cancelled", async () => {
    const vera = await signIn(await inCare(server));
    await vera.call("PUT v1 /transact/patient/{id}/pause", { path: [vera.id] });
    const lena = await signIn(await inCare(server));
    await lena.call("PUT default /transact/patient/{id}/preventcancel", { path: [lena.id] });
    await actsOn(lena.call, "DELETE default /transact/prescriptionorder/{id}/cancel", "scheduled");
  });

  test("an order skipped, and the one after it taken when most of the box is used", async () => {
    const patient = await inCare(server);
    await actsOn((await signIn(patient)).call, "PUT default /transact/prescriptionorder/{id}/skip", "scheduled");
    await pass(server, 23);
    await actsOn((await signIn(patient)).call, "PUT default /transact/prescriptionorder/{id}/getnext", "scheduled");
  });

  test("a treatment cancelled, and one more order of it", async () => {
    const patient = await inCare(server);
    const { call, id } = await signIn(patient);
    await call("DELETE v1 /transact/patient/{id}/cancel", { path: [id], body: { reason: "Not now" } });
    await pass(server, 25);
    await actsOn((await signIn(patient)).call, "PUT default /transact/prescriptionorder/{id}/reorder", "delivered");
  });
});

test("no call sends more statements, or fewer, than are recorded", () => expectRecorded("patient", counter.most));

test("§7 no call is left out", () => {
  expect(
    Object.values(specCalls)
      .flat()
      .filter((line) => !made.has(line)),
  ).toEqual([]);
});
