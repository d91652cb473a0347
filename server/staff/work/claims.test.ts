import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { care } from "#contract/care/calls.ts";
import { type WorkKind, workKinds } from "#contract/http/work.ts";
import { messages } from "#contract/messages/calls.ts";
import { type Role, roles } from "#contract/policy/roles.ts";
import { staff } from "#contract/staff/calls.ts";
import { staffLimits } from "#contract/staff/constants.ts";
import { patientWithConversations, sendAsPatient } from "#server/messages/testing/conversations.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, testApiKey, type TestServer } from "#server/testing/harness.ts";
import { signedInStaff, type StaffPerson } from "../testing/staff-people.ts";

let server: TestServer;
let one: StaffPerson;
let two: StaffPerson;
beforeAll(async () => {
  server = await startTestServer();
  [one, two] = [await signedInStaff(server, ["nurse"]), await signedInStaff(server, ["nurse"])];
});
afterAll(() => server.close());

/** A patient waits for an answer. */
async function waiting() {
  const rosa = await patientWithConversations(server);
  await sendAsPatient(server, rosa, rosa.doctorConversationId, { message: "When may I start?" });
  return { rosa, id: rosa.doctorConversationId };
}
const answer = (by: StaffPerson, id: string, message = "You can start today.") =>
  by.browser.call(care.sendMessage, { params: { id }, body: { message } });
/** Almost as long as a claim lasts, in which both work on something else. */
async function passClaim() {
  server.clock.advance((staffLimits.claimMinutes - 1) * 60_000);
  for (const { browser } of [one, two]) await browser.call(staff.claims, {});
}
const answersIn = async ({ rosa, id }: Awaited<ReturnType<typeof waiting>>) => {
  const { ok } = await server.call(messages.messages, { params: { id }, query: {} }, { token: rosa.token });
  return ok.items.filter(({ sender }) => sender.role !== "patient").length;
};

describe("decisions §11 work is claimed and released; two people on one thing make one decision", () => {
  it("of two answers at the same moment one is sent; the other learns who answers, and loses nothing", async () => {
    for (let race = 0; race < 10; race += 1) {
      const asked = await waiting();
      const both = await Promise.all([answer(one, asked.id), answer(two, asked.id)]);
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
      const refused = both.find(({ status }) => status === 409);
      expect(refused?.problem).toMatchObject({ code: "claimed", details: { name: "Ines Falk" } });
      expect(await answersIn(asked)).toBe(1);
    }
  });

  it("taking over is a press of its own; what was refused may then be sent with the same key", async () => {
    const { id } = await waiting();
    await one.browser.call(staff.claim, { params: { kind: "conversation", id }, body: {} });
    const key = newId();
    const body = { message: "You can start today." };
    const first = await two.browser.call(care.sendMessage, { params: { id }, body }, { key });
    expect(first.problem.code).toBe("claimed");
    const taken = await two.browser.call(staff.claim, {
      params: { kind: "conversation", id },
      body: { takeover: true },
    });
    expect(taken.ok.memberid).toBe(two.id);
    expect((await two.browser.call(care.sendMessage, { params: { id }, body }, { key })).status).toBe(201);
    expect((await answer(one, id)).problem.code).toBe("claimed");
  });

  it("ends when it is released, after fifteen minutes without work on it, and when the person is disabled", async () => {
    const { id } = await waiting();
    const work = { kind: "conversation" as const, id };
    const claim = (by: StaffPerson) => by.browser.call(staff.claim, { params: work, body: {} });
    expect([(await claim(one)).status, (await claim(two)).status]).toEqual([200, 409]);
    await two.browser.call(staff.release, { params: work });
    expect((await claim(two)).status).toBe(409);
    await one.browser.call(staff.release, { params: work });
    expect((await claim(two)).status).toBe(200);
    await passClaim();
    expect((await claim(two)).status).toBe(200);
    await passClaim();
    expect((await claim(one)).status).toBe(409);
    const three = await signedInStaff(server, ["nurse"]);
    await three.browser.call(staff.claim, { params: work, body: { takeover: true } });
    await server.call(staff.disableMember, { params: { id: three.id }, body: {} }, { apiKey: testApiKey });
    expect((await claim(one)).status).toBe(200);
    const { ok } = await two.browser.call(staff.claims, {});
    expect(ok.items.filter((each) => each.id === id)).toMatchObject([{ memberid: one.id, name: "Ines Falk" }]);
  });

  it("an emergency and a stop wait for nobody, and the practice's own system claims nothing", async () => {
    const { id } = await waiting();
    await one.browser.call(staff.claim, { params: { kind: "conversation", id }, body: {} });
    const bySystem = await server.call(
      care.sendMessage,
      { params: { id }, body: { message: "Hello" } },
      { apiKey: testApiKey },
    );
    expect(bySystem.status).toBe(201);
    for (const call of [care.acknowledgeEmergency, care.stopPrescription, care.holdPrescription])
      expect(call).not.toHaveProperty("work");
  });

  it("is only for somebody whose role does such work; nobody's claim keeps others from what they can't do themself", async () => {
    const { rosa, id } = await waiting();
    const person: Record<Role, StaffPerson> = {
      physician: await signedInStaff(server, ["physician"], "elena_marsh"),
      nurse: one,
      patient_services: await signedInStaff(server, ["patient_services"]),
      pharmacy: await signedInStaff(server, ["pharmacy"]),
      finance: await signedInStaff(server, ["finance"]),
      administrator: await signedInStaff(server, ["administrator"]),
    };
    const who = async (kind: WorkKind, objectId = newId()) => {
      const may: Role[] = [];
      for (const role of roles) {
        const { browser } = person[role];
        const work = { kind, id: objectId };
        const { status, problem } = await browser.call(staff.claim, { params: work, body: { takeover: true } });
        if (status === 200) may.push(role);
        else
          expect([role, status, problem]).toEqual([
            role,
            403,
            expect.objectContaining({ code: "scope_missing", message: expect.stringContaining("Your role") as string }),
          ]);
      }
      return may;
    };
    const found = Object.fromEntries(
      await Promise.all(
        workKinds.filter((kind) => kind !== "conversation").map(async (kind) => [kind, await who(kind)] as const),
      ),
    );
    expect(found).toEqual({
      case: ["physician"],
      identity: ["physician", "nurse", "patient_services"],
      renewal: ["physician"],
      upsell: ["physician"],
      followup: ["physician", "nurse"],
      order: ["pharmacy"],
      contact: ["patient_services"],
      work_item: ["physician", "nurse"],
      pair: ["physician", "nurse", "patient_services"],
    });
    expect(await who("conversation", id)).toEqual(["physician", "nurse"]);
    expect(await who("conversation", rosa.servicesConversationId)).toEqual(["physician", "nurse", "patient_services"]);
  });

  it("what is refused for its role claims nothing: patient services write to the doctor's conversation in vain", async () => {
    const { id } = await waiting();
    const services = await signedInStaff(server, ["patient_services"]);
    expect((await answer(services, id)).problem.code).toBe("scope_missing");
    const { ok } = await one.browser.call(staff.claims, {});
    expect(ok.items.filter((each) => each.id === id)).toEqual([]);
    expect((await answer(one, id)).status).toBe(201);
  });

  it("ends with the role that did it", async () => {
    const { id } = await waiting();
    const three = await signedInStaff(server, ["nurse"]);
    await three.browser.call(staff.claim, { params: { kind: "conversation", id }, body: {} });
    const update = (roleNames: Role[]) =>
      server.call(
        staff.updateMember,
        { params: { id: three.id }, body: { name: "Ines Falk", roles: roleNames } },
        { apiKey: testApiKey },
      );
    await update(["nurse", "finance"]);
    expect((await answer(one, id)).problem.code).toBe("claimed");
    await update(["finance"]);
    expect((await answer(one, id)).status).toBe(201);
  });

  it("a conversation that isn't there is not found", async () => {
    const params = { kind: "conversation" as const, id: newId() };
    expect((await one.browser.call(staff.claim, { params, body: {} })).problem.code).toBe("not_found");
  });

  it("bad input: an unknown kind, and an id that is none", async () => {
    const send = (kind: string, id: string) =>
      one.browser.call(staff.claim, { params: { kind, id } as never, body: {} });
    expect([(await send("parcel", newId())).status, (await send("case", "1")).status]).toEqual([400, 400]);
  });
});

describe("decisions §11 nothing typed is lost when the line drops or the lock comes", () => {
  it("a draft is kept for its person alone, sealed, until it is dropped", async () => {
    const params = { kind: "conversation" as const, id: newId() };
    const text = "Please start with half a patch.";
    await one.browser.call(staff.saveDraft, { params, body: { text: "Please" } });
    await one.browser.call(staff.saveDraft, { params, body: { text } });
    expect((await one.browser.call(staff.draft, { params })).ok.text).toBe(text);
    expect((await two.browser.call(staff.draft, { params })).ok).toEqual({ text: "", updatedat: null });
    const stored = await server.services.db.selectFrom("staff_draft").selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain("patch");
    await one.browser.call(staff.saveDraft, { params, body: { text: " " } });
    expect((await one.browser.call(staff.draft, { params })).ok.text).toBe("");
  });

  it("two devices that save at once leave one of the two texts", async () => {
    const params = { kind: "case" as const, id: newId() };
    const texts = ["first", "second", "third"];
    const saved = await Promise.all(texts.map((text) => one.browser.call(staff.saveDraft, { params, body: { text } })));
    expect(saved.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(texts).toContain((await one.browser.call(staff.draft, { params })).ok.text);
  });
});
