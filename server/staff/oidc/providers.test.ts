import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { care } from "#contract/care/calls.ts";
import { staff } from "#contract/staff/calls.ts";
import { codeAt } from "../factors/authenticator.ts";
import { providerBrowser } from "../testing/provider-browser.ts";
import { linked, startProviderPractice } from "../testing/provider-practice.ts";
import { providers } from "../testing/provider-profiles.ts";
import { answersHtml } from "../testing/provider-twin.ts";

let practice: Awaited<ReturnType<typeof startProviderPractice>>;
beforeAll(async () => void (practice = await startProviderPractice()));
afterAll(() => practice.close());

describe.each(providers)("§4 $name", (provider) => {
  it("signs people in, is asked again, proves anew, is down, and is back", async () => {
    const { server } = practice;
    const twin = await practice.moveTo(provider, provider.settings);
    const { id, email, subject, tab, page } = await linked(server, twin, ["nurse"], (own) =>
      provider.person(own, ["nurse"]),
    );
    expect(page).toBe("/clinic");
    const access = async () => [await tab.sees(care.patients), await tab.sees(care.orders)];
    expect(await access()).toEqual(["ok", "scope_missing"]);
    expect(twin.asked.at(-1)?.get("prompt")).toBeNull();

    // Again, in another browser, without a link: they are known by issuer and subject.
    const again = providerBrowser(server);
    expect(await again.go("/api/clinic/staff/oidc?to=/clinic/inbox")).toBe("/clinic/inbox");
    expect((await again.session())?.member?.id).toBe(id);

    // A new proof.
    await tab.later(6);
    expect((await tab.session())?.freshuntil).toBeNull();
    if (provider.provesAnew) {
      expect(await tab.go("/api/clinic/staff/oidc?proof=1&to=/clinic/audit")).toBe("/clinic/audit");
      expect(twin.asked.at(-1)?.get("prompt")).toBe("login");
    } else {
      // Its sign-in proves nothing, so an app here does, which is added while the sign-in is new.
      expect(await tab.go("/api/clinic/staff/oidc?proof=1")).toBe("/clinic?problem=not_fresh");
      expect((await tab.session())?.proofs).toEqual([]);
      expect(await tab.go("/api/clinic/staff/oidc")).toBe("/clinic");
      const own = { cookies: tab.cookies(), headers: { "sec-fetch-site": "same-origin" } };
      const { secret } = (await server.call(staff.newAuthenticator, { body: {} }, own)).ok;
      await server.call(staff.confirmAuthenticator, { body: { code: codeAt(secret, server.clock.now()) } }, own);
      await tab.later(6);
      const body = { code: codeAt(secret, server.clock.now()) };
      expect((await server.call(staff.proveCode, { body }, own)).status).toBe(200);
    }
    expect((await tab.session())?.freshuntil).not.toBeNull();

    // Roles as they are now.
    twin.people.set(subject, provider.person(email, ["nurse", "pharmacy"]));
    await tab.later(16);
    expect(await access()).toEqual(["ok", provider.refreshes ? "ok" : "scope_missing"]);

    // Down, in two ways: nobody is put out, and whoever comes now reads why.
    for (const fail of [
      () => twin.goDown(true),
      () => {
        twin.goDown(false);
        for (const endpoint of ["token", "userinfo"] as const) twin.fault(endpoint, answersHtml(503));
      },
    ]) {
      fail();
      await tab.later(16);
      expect(await tab.sees(care.patients)).toBe("ok");
    }
    expect(await providerBrowser(server).go("/api/clinic/staff/oidc")).toBe("/clinic?problem=unavailable");

    // Back.
    for (const endpoint of ["token", "userinfo"] as const) twin.fault(endpoint, null);
    expect(await providerBrowser(server).go("/api/clinic/staff/oidc")).toBe("/clinic");
    await tab.later(16);
    expect(await tab.sees(care.patients)).toBe("ok");

    // No role any more.
    if (!provider.refreshes) return;
    twin.people.set(subject, provider.person(email, []));
    await tab.later(16);
    expect(await tab.sees(care.patients)).toBe("staff_session_ended");
    expect(await providerBrowser(server).go("/api/clinic/staff/oidc")).toBe("/clinic?problem=no_role");
  });
});
