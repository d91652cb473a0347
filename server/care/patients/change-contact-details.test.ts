import { beforeEach, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { auth } from "#contract/auth.ts";
import { care } from "#contract/care/calls.ts";
import { store } from "#contract/cart/calls.ts";
import { newId } from "#server/platform/ids.ts";
import { signedInStaff } from "#server/staff/testing/staff-people.ts";
import { sharedTestServer, testApiKey as apiKey, type TestPatient } from "#server/testing/harness.ts";
import { clinicToday, addDays } from "#server/platform/clock/calendar-days.ts";
import { handedOver } from "../testing/handed-over.ts";

const server = await sharedTestServer();
const today = () => clinicToday(server.services);
const asked = (on = today()) => ({ channel: "phone", on, note: "She moved in with her sister." }) as const;
const address = (state = "IA", zipcode = "50309") => ({
  ...{ address1: "12 Birch Lane", address2: "Apt 4", city: "Ames", state, zipcode, phoneno: "515-555-2671" },
});
type Body = Omit<Parameters<typeof change>[1], "asked">;
let patient: TestPatient;
beforeEach(async () => void (patient = await handedOver(server, "IA")));

const change = (
  { id }: TestPatient,
  body: {
    asked?: unknown;
    email?: string;
    phoneno?: string;
    address?: ReturnType<typeof address>;
  },
) =>
  server.call(
    care.changeContactDetails,
    { params: { id }, body: { asked: asked(), ...body } as never },
    { apiKey },
  );
const record = async ({ id }: TestPatient) => (await server.call(care.patient, { params: { id } }, { apiKey })).ok;
const found = async (q: string) =>
  (await server.call(care.searchPatients, { body: { q } }, { apiKey })).ok.items.map(({ id }) => id);
const mailsTo = async (email: string) => {
  await server.jobs.drain();
  return (await server.mailbox.list(email)).map(({ subject, text }) => ({ subject, text }));
};

describe("contact details changed as the patient asked", () => {
  test("a phone and an address are changed at once, noted, found and told", async () => {
    const { status, ok } = await change(patient, { phoneno: "(555) 234-5678", address: address() });
    expect([status, ok]).toEqual([200, { pendingemail: null }]);
    const seen = await record(patient);
    expect(seen).toMatchObject({
      ...{ phoneno: "5552345678", email: patient.email },
      shippingaddress: { address1: "12 Birch Lane", address2: "Apt 4", city: "Ames", phoneno: "5155552671" },
      contactchanges: [
        {
          ...{ fields: ["phone", "address"], channel: "phone", on: today(), note: "She moved in with her sister." },
          actor: expect.stringMatching(/^key:/),
        },
      ],
    });
    expect(await found("555 234 5678")).toContain(patient.id);
    expect(await found("515-555-2671")).toContain(patient.id);
    const [told] = await mailsTo(patient.email);
    expect(told?.subject).toBe("We changed your contact details");
    expect(told?.text).not.toMatch(/Birch|2345678|5552671|sister/);
  });

  test("a new email counts once its owner opens the link; until then the old one signs in, and is told", async () => {
    const email = `new-${newId()}@example.com`;
    expect((await change(patient, { email })).ok).toEqual({ pendingemail: email });
    expect((await record(patient)).email).toBe(patient.email);
    const signIn = async (as: string) =>
      (await server.call(auth.signIn, { body: { email: as, password: patient.password } })).status;
    expect([await signIn(patient.email), await signIn(email)]).toEqual([200, 401]);
    expect((await mailsTo(patient.email))[0]?.subject).toBe("We changed your contact details");
    const [confirmation] = await mailsTo(email);
    const code = /code=([\w-]+)/.exec(confirmation?.text ?? "")?.[1] ?? "";
    expect((await server.call(account.verifyEmail, { body: { code } })).ok.email).toBe(email);
    expect([await signIn(patient.email), await signIn(email)]).toEqual([401, 200]);
    expect((await mailsTo(patient.email)).map(({ subject }) => subject)).toContain("Your email address was changed");
  });

  test("somebody else's email is asked for nothing, and the answer doesn't say so", async () => {
    const other = await server.newPatient();
    expect((await change(patient, { email: other.email })).ok).toEqual({ pendingemail: other.email });
    expect((await mailsTo(other.email)).map(({ subject }) => subject)).not.toContain("Please confirm your new email address");
    expect((await record(patient)).email).toBe(patient.email);
  });

  test.each<[string, Partial<Record<"asked", unknown>> & Body, number, string | undefined]>([
    ["nothing", {}, 400, "phoneno"],
    ["without how it was asked", { phoneno: "5552345678", asked: undefined }, 400, "asked"],
    ["asked tomorrow", { phoneno: "5552345678", asked: asked(addDays(today(), 1)) }, 400, "asked.on"],
    ["where we don't ship", { address: address("LA", "70112") }, 409, undefined],
  ])("%s is refused", async (_, body, status, path) => {
    const refused = await change(patient, body);
    expect([refused.status, refused.problem.details?.fields?.[0]?.path]).toEqual([status, path]);
    expect((await record(patient)).contactchanges).toEqual([]);
  });

  test("is patient services' to do, not a nurse's; a parcel's phone is found when the patient gives it", async () => {
    const nurse = await signedInStaff(server, ["nurse"]);
    const desk = await signedInStaff(server, ["patient_services"]);
    const input = { params: { id: patient.id }, body: { asked: asked(), phoneno: "5552345999" } };
    expect((await nurse.browser.call(care.changeContactDetails, input)).status).toBe(403);
    expect((await desk.browser.call(care.changeContactDetails, input)).status).toBe(200);
    expect((await record(patient)).contactchanges).toMatchObject([{ actor: `staff:${desk.id}` }]);
    const body = { ...address(), phoneno: "641-555-0134" };
    await server.call(store.createShippingAddress, { body }, { token: patient.token });
    expect(await found("6415550134")).toContain(patient.id);
  });
});
