import { care } from "#contract/care/calls.ts";
import { staff } from "#contract/staff/calls.ts";
import type { TestServer } from "#server/testing/harness.ts";

/** A browser that follows redirects between us and the provider, with its own cookies for each. */
export function providerBrowser(server: TestServer) {
  const { publicUrl } = server.services.config;
  let [ours, providersCookies]: [Record<string, string>, Record<string, string>] = [{}, {}];
  const sameOrigin = { "sec-fetch-site": "same-origin" };
  const call = async (endpoint: typeof care.patients | typeof care.orders) =>
    server.call(endpoint, { query: endpoint === care.orders ? { status: "ready" } : {} } as never, {
      cookies: ours,
      headers: sameOrigin,
    });
  return {
    cookies: () => ours,
    /** As the page of a mailed link does. */
    setCookie: (name: string, value: string) => void (ours = { ...ours, [name]: value }),
    /** Signed out at the provider, but not here. */
    leaveProvider: () => void (providersCookies = {}),
    /** Goes there and where it is sent on to; ends with the first address of ours that is no call, one that `until` says, or a page of the provider's. */
    async go(path: string, { until = /^$/ }: { readonly until?: RegExp } = {}): Promise<string> {
      let url = new URL(path, publicUrl);
      for (let hops = 0; hops < 12; hops += 1) {
        if (until.test(url.href)) return url.href;
        if (url.origin === publicUrl) {
          if (!url.pathname.startsWith("/api")) return url.pathname + url.search;
          const answer = await server.app.inject({ method: "GET", url: url.pathname + url.search, cookies: ours });
          ours = { ...ours, ...Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value])) };
          if (!answer.headers.location) return `${answer.statusCode}`;
          url = new URL(answer.headers.location, publicUrl);
        } else {
          const cookie = Object.entries(providersCookies).map(([name, value]) => `${name}=${value}`);
          const answer = await fetch(url, { redirect: "manual", headers: { cookie: cookie.join("; ") } });
          for (const line of answer.headers.getSetCookie()) {
            const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
            providersCookies = { ...providersCookies, [name]: value };
          }
          const location = answer.headers.get("location");
          if (location === null) return answer.text();
          await answer.body?.cancel();
          url = new URL(location, url);
        }
      }
      throw new Error("Too many redirects");
    },
    call,
    /** `ok`, or why not. */
    async sees(endpoint: typeof care.patients | typeof care.orders): Promise<string> {
      const { status, problem } = await call(endpoint);
      return status === 200 ? "ok" : problem.code;
    },
    session: async () => (await server.call(staff.session, {}, { cookies: ours, headers: sameOrigin })).ok.session,
    /** Time passes while the person works. */
    async later(minutes: number): Promise<void> {
      for (let passed = 0; passed < minutes; passed += 2) {
        server.clock.advance(120_000);
        if (passed < minutes - 2) await call(care.patients);
      }
    },
  };
}
