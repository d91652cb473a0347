import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { care } from "#contract/care/calls.ts";
import { roles } from "#contract/policy/roles.ts";
import { staff } from "#contract/staff/calls.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { claimWork } from "#server/staff/public.ts";
import { staffBrowser } from "#server/staff/testing/staff-people.ts";
import { startTestServer, testApiKey, type TestServer } from "#server/testing/harness.ts";
import { switchCareDesk } from "../care-desk-switch.ts";
import { seedDemoStaff } from "./seed-staff.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ careDesk: true });
  await seedDemoStaff(server.services);
});
afterAll(() => server.close());

const page = async () => (await server.app.inject({ method: "GET", url: "/dev/staff" })).payload;
const codeOf = async (email: string) =>
  new RegExp(`${email}</td><td class="code">(\\d{6})`).exec(await page())?.[1] ?? "";

describe("decisions §11 in demo mode one demo person per role", () => {
  it("there is one of each, and a second start changes nothing", async () => {
    const before = await server.call(staff.members, {}, { apiKey: testApiKey });
    await seedDemoStaff(server.services);
    const { ok } = await server.call(staff.members, {}, { apiKey: testApiKey });
    expect(ok).toEqual(before.ok);
    expect(new Set(ok.items.flatMap((member) => member.roles))).toEqual(new Set(roles));
    expect(ok.items.every(({ status, hasauthenticator }) => status === "active" && hasauthenticator)).toBe(true);
  });

  it("nodes that start at the same moment make each person once", async () => {
    const fresh = await startTestServer();
    try {
      await Promise.all([1, 2, 3, 4].map(() => seedDemoStaff(fresh.services)));
      const { ok } = await fresh.call(staff.members, {}, { apiKey: testApiKey });
      const emails = fresh.services.content.demo.staff.people.map(({ email }) => email);
      expect(ok.items.map(({ email }) => email).toSorted()).toEqual(emails.toSorted());
    } finally {
      await fresh.close();
    }
  });

  it.each(["physician", "nurse", "services", "pharmacy", "finance", "admin"])(
    "%s signs in with the password and the code the page shows",
    async (name) => {
      const email = `${name}@demo.calendula.example`;
      const browser = staffBrowser(server);
      await browser.call(staff.signIn, { body: { email, password: server.services.content.demo.staff.password } });
      const { ok } = await browser.call(staff.proveCode, { body: { code: await codeOf(email) } });
      expect(ok).toMatchObject({ stage: "open", member: { email } });
      expect(ok.member?.scopes.length).toBeGreaterThan(0);
    },
  );

  it("the robot leaves a case that a person works on, and takes it up once it is released", async () => {
    const { id } = await handedOver(server);
    await server.runCareDesk();
    const { ok } = await server.call(staff.members, {}, { apiKey: testApiKey });
    const nurse = ok.items.find(({ roles: own }) => own.includes("nurse"))?.id ?? "";
    await claimWork(server.services, nurse, { kind: "case", id });
    const status = async () =>
      (await server.call(care.patient, { params: { id } }, { apiKey: testApiKey })).ok.planstatus;
    await server.runCareDesk();
    const before = await status();
    await server.services.db
      .updateTable("staff_claim")
      .set({ ends_at: new Date(8e15) })
      .where("object_id", "=", id)
      .execute();
    server.clock.advance(2 * 3_600_000);
    await server.runCareDesk();
    expect(await status()).toBe(before);
    await server.services.db.deleteFrom("staff_claim").where("object_id", "=", id).execute();
    server.clock.advance(2 * 3_600_000);
    await server.runCareDesk();
    expect(await status()).not.toBe(before);
  });

  it("the robot stops for “I do it myself”, and takes up what is left when it is let again", async () => {
    const send = (desk: string) =>
      server.app.inject({
        method: "POST",
        url: "/dev/staff",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        payload: `desk=${desk}`,
      });
    expect((await send("off")).statusCode).toBe(303);
    expect(await page()).toContain("You do it yourself");
    const { id } = await handedOver(server);
    const isWaiting = async () =>
      (await server.call(care.incoming, { query: {} }, { apiKey: testApiKey })).ok.items.some((each) => each.id === id);
    server.clock.advance(2 * 3_600_000);
    await server.runCareDesk();
    expect(await isWaiting()).toBe(true);
    await switchCareDesk(server.services.db, true);
    server.clock.advance(2 * 3_600_000);
    await server.runCareDesk();
    expect(await isWaiting()).toBe(false);
  });
});
