import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { care } from "#contract/care/calls.ts";
import { staff } from "#contract/staff/calls.ts";
import { runStaffCommand } from "#server/operations/staff.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, testApiKey, type TestServer } from "#server/testing/harness.ts";
import { startIdentityProvider } from "../testing/identity-provider.ts";
import { providerBrowser } from "../testing/provider-browser.ts";
import { signedInStaff, staffBrowser, staffPassword } from "../testing/staff-people.ts";

let provider: Awaited<ReturnType<typeof startIdentityProvider>>;
let server: TestServer;
const publicUrl = "http://localhost:4321";
beforeAll(async () => {
  provider = await startIdentityProvider();
  provider.connect(publicUrl);
  server = await startTestServer(
    {},
    {
      PUBLIC_URL: publicUrl,
      STAFF_OIDC_ISSUER: provider.issuer,
      STAFF_OIDC_CLIENT_ID: "calendula",
      STAFF_OIDC_CLIENT_SECRET: "a secret of the client, long enough",
      STAFF_OIDC_ONLY: "1",
      STAFF_OIDC_JOIN: "roles",
      // Without it, the library gives no refresh tokens.
      STAFF_OIDC_PROMPT: "consent",
    },
  );
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

const newPerson = (roles: string[]) => {
  const id = newId();
  provider.people.set(id, { email: `${id}@practice.example`, name: "Ines Falk", roles });
  return id;
};

const browser = () => providerBrowser(server);

async function signedIn(id: string) {
  provider.signsIn(id);
  const tab = browser();
  expect(await tab.go("/api/clinic/staff/oidc?to=/clinic/team")).toBe("/clinic/team");
  return tab;
}
const memberOf = async (id: string) => {
  const { ok } = await server.call(staff.members, {}, { apiKey: testApiKey });
  return ok.items.find(({ email }) => email === `${id}@practice.example`);
};

describe("decisions §11 sign-in by the practice's identity provider", () => {
  it("where whoever has a role there may join, it makes the person at their first sign-in, with the roles it gives", async () => {
    const id = newPerson(["nurse", "wizard"]);
    const tab = await signedIn(id);
    expect((await tab.call(care.patients)).status).toBe(200);
    expect((await tab.call(care.orders)).problem.code).toBe("scope_missing");
    expect(await memberOf(id)).toMatchObject({ roles: ["nurse"], name: "Ines Falk" });
  });

  it("roles are asked for again after a quarter of an hour: fewer count at once, none end the session", async () => {
    const id = newPerson(["nurse", "pharmacy"]);
    const tab = await signedIn(id);
    expect((await tab.call(care.orders)).status).toBe(200);
    Object.assign(provider.people.get(id) ?? {}, { roles: ["nurse"] });
    expect((await tab.call(care.orders)).status).toBe(200);
    await tab.later(16);
    expect((await tab.call(care.orders)).problem.code).toBe("scope_missing");
    Object.assign(provider.people.get(id) ?? {}, { roles: [] });
    await tab.later(16);
    expect((await tab.call(care.patients)).problem.code).toBe("staff_session_ended");
  });

  it("a provider that is down ends nobody's work; a new sign-in says so and leaves nothing half done", async () => {
    const id = newPerson(["nurse"]);
    const tab = await signedIn(id);
    provider.goDown(true);
    try {
      await tab.later(16);
      expect((await tab.call(care.patients)).status).toBe(200);
      const other = browser();
      provider.signsIn(id);
      expect(await other.go("/api/clinic/staff/oidc", { until: /^http:\/\/127/ })).toMatch(
        /problem=unavailable|127\.0\.0\.1/,
      );
      expect(other.cookies()).not.toHaveProperty("staffSession");
    } finally {
      provider.goDown(false);
    }
  });

  it("nobody without a role, whom the practice disabled, or who pressed Cancel comes in", async () => {
    const nobody = newPerson(["gardener"]);
    provider.signsIn(nobody);
    expect(await browser().go("/api/clinic/staff/oidc")).toBe("/clinic?problem=no_role");
    expect(await memberOf(nobody)).toBeUndefined();
    const left = newPerson(["nurse"]);
    await signedIn(left);
    const params = { id: (await memberOf(left))?.id ?? "" };
    await server.call(staff.disableMember, { params, body: {} }, { apiKey: testApiKey });
    expect(await browser().go("/api/clinic/staff/oidc")).toMatch(/problem=/);
    provider.signsIn(left);
    expect(await browser().go("/api/clinic/staff/oidc")).toBe("/clinic?problem=disabled");
    provider.signsIn(null);
    expect(await browser().go("/api/clinic/staff/oidc")).toBe("/clinic?problem=refused");
  });

  it("a state counts once, and only in the browser it began in", async () => {
    const id = newPerson(["nurse"]);
    provider.signsIn(id);
    const attacker = browser();
    const callback = await attacker.go("/api/clinic/staff/oidc", { until: /oidc\/callback/ });
    const victim = browser();
    const path = new URL(callback).pathname + new URL(callback).search;
    expect(await victim.go(path)).toBe("/clinic?problem=refused");
    expect(victim.cookies()).not.toHaveProperty("staffSession");
    expect(await attacker.go(path)).toBe("/clinic");
    expect(await attacker.go(path)).toBe("/clinic?problem=refused");
  });

  it.each(["https://evil.example", "//evil.example", "/dev/mailbox", "/clinic/../dev", "/clinic?x=1"])(
    "returns to our own pages only: %s",
    async (to) => {
      provider.signsIn(newPerson(["nurse"]));
      expect(await browser().go(`/api/clinic/staff/oidc?to=${encodeURIComponent(to)}`)).toBe("/clinic");
    },
  );

  it("a fresh proof is a sign-in anew; a colleague's proves nothing", async () => {
    const [one, two] = [newPerson(["administrator"]), newPerson(["administrator"])];
    const tab = await signedIn(one);
    const fresh = async () => (await tab.session())?.freshuntil;
    await tab.later(6);
    expect(await fresh()).toBeNull();
    tab.leaveProvider();
    provider.signsIn(two);
    expect(await tab.go("/api/clinic/staff/oidc?proof=1")).toBe("/clinic?problem=refused");
    expect(await fresh()).toBeNull();
    tab.leaveProvider();
    provider.signsIn(one);
    expect(await tab.go("/api/clinic/staff/oidc?proof=1&to=/clinic/audit")).toBe("/clinic/audit");
    expect(await fresh()).not.toBeNull();
  });
});

describe("decisions §11 the provider alone", () => {
  it("begins once an emergency account has proved that it works; that one still signs in with its password", async () => {
    const [ordinary, emergency] = [
      await signedInStaff(server, ["nurse"]),
      await signedInStaff(server, ["administrator"]),
    ];
    const enter = async ({ email }: { readonly email: string }) =>
      (await staffBrowser(server).call(staff.signIn, { body: { email, password: staffPassword } })).status;
    const options = async () => (await server.call(staff.signInOptions, {})).ok;
    await runStaffCommand(server.services, ["emergency", emergency.email]);
    expect([await options(), await enter(ordinary)]).toEqual([{ provider: true, password: true }, 200]);
    const desk = staffBrowser(server);
    await desk.call(staff.signIn, { body: { email: emergency.email, password: staffPassword } });
    server.clock.advance(60_000);
    expect((await desk.call(staff.proveCode, { body: { code: emergency.code() } })).status).toBe(200);
    expect([await options(), await enter(ordinary), await enter(emergency)]).toEqual([
      { provider: true, password: false },
      401,
      200,
    ]);
  });
});
