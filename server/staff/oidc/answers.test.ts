import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { coverEveryRow } from "#server/testing/outside-rows.ts";
import { providerBrowser } from "../testing/provider-browser.ts";
import { linked, startProviderPractice } from "../testing/provider-practice.ts";
import {
  answersHtml,
  answersJson,
  type Fault,
  type ProviderProfile,
  type ProviderTwin,
} from "../testing/provider-twin.ts";
import { type OidcProblem, type ProviderAnswer, staffSignIn } from "./answers.ts";
import type { OidcSettings } from "./discovery.ts";
import { probeProvider } from "./probe-provider.ts";

let practice: Awaited<ReturnType<typeof startProviderPractice>>;
let twin: ProviderTwin;
const plain: ProviderProfile = { idToken: (person) => person, userinfo: () => ({}) };
beforeAll(async () => void (practice = await startProviderPractice()));
beforeEach(() => move());
afterAll(() => practice.close());

async function move(profile: ProviderProfile = plain, settings: Partial<OidcSettings> = {}) {
  twin = await practice.moveTo(profile, settings);
}
const inside = async () =>
  linked(practice.server, twin, ["nurse"], (email) => ({ email, name: "Ines Falk", roles: ["nurse"] }));

async function counted(answer: ProviderAnswer): Promise<number> {
  const text = await practice.server.services.metrics.getSingleMetricAsString("outside_answers_total");
  return Number(new RegExp(`system="staff_sign_in",answer="${answer}",.*} (\\d+)`).exec(text)?.[1] ?? 0);
}
/** Of this row, once, whatever `act` does. */
async function isCounted<T>(answer: ProviderAnswer, act: () => Promise<T>): Promise<T> {
  const before = await counted(answer);
  const result = await act();
  expect((await counted(answer)) - before).toBe(1);
  return result;
}
/** A sign-in that ends with this problem and without a session. */
const refuses = (answer: ProviderAnswer, problem: OidcProblem, { proof = false } = {}) =>
  isCounted(answer, async () => {
    const tab = providerBrowser(practice.server);
    expect(await tab.go(`/api/clinic/staff/oidc${proof ? "?proof=1" : ""}`)).toBe(`/clinic?problem=${problem}`);
    expect(tab.cookies()).not.toHaveProperty("staffSession");
  });
/** A refresh in a session that is open; what its next call answers. */
const refreshed = async (answer: ProviderAnswer, person: Awaited<ReturnType<typeof inside>>) => {
  await person.tab.later(16);
  return isCounted(answer, () => person.tab.sees(care.patients));
};
const atToken = (fault: Fault) => twin.fault("token", fault);
/** Somebody is in; then the token endpoint answers so, at their refresh and at a sign-in. */
async function tokenAnswers(
  answer: ProviderAnswer,
  fault: Fault,
  { sees, problem }: { readonly sees: "ok" | "staff_session_ended"; readonly problem: OidcProblem },
) {
  const person = await inside();
  atToken(fault);
  expect(await refreshed(answer, person)).toBe(sees);
  await refuses(answer, problem);
}
const forNow = { sees: "ok", problem: "unavailable" } as const;
const ours = { sees: "ok", problem: "misconfigured" } as const;
const final = { sees: "staff_session_ended", problem: "refused" } as const;
/** Everybody who signs in comes back with this in the address. */
const comesBackWith = (error: string) =>
  twin.fault("authorize", (request, response) => {
    const query = new URL(request.url ?? "", "http://twin").searchParams;
    const to = new URL(query.get("redirect_uri") ?? "");
    to.search = new URLSearchParams({ error, state: query.get("state") ?? "" }).toString();
    response.writeHead(302, { location: to.href }).end();
    return true;
  });
const claimsWith = (changed: Record<string, unknown>) =>
  twin.changeClaims((claims) =>
    Object.fromEntries(Object.entries({ ...claims, ...changed }).filter(([, value]) => value !== undefined)),
  );

coverEveryRow(staffSignIn, {
  unavailable: async () => {
    for (const fault of [
      answersHtml(503),
      answersHtml(200),
      answersHtml(403),
      answersJson(429, { error: "too_many_requests" }),
      answersJson(400, { error: "temporarily_unavailable" }),
      answersJson(500, { error: "server_error" }),
      answersJson(502, "bad gateway"),
      redirects,
      breaksOff,
      halfAnAnswer,
    ]) {
      await move();
      await tokenAnswers("unavailable", fault, forNow);
    }
    await move();
    twin.fault("jwks", answersHtml(503));
    twin.people.set("a", {});
    twin.signsIn("a");
    await refuses("unavailable", "unavailable");
    comesBackWith("temporarily_unavailable");
    await refuses("unavailable", "unavailable");
    await move();
    twin.fault("discovery", answersHtml(503));
    await refuses("unavailable", "unavailable");
  },
  client_refused: async () => {
    for (const error of ["invalid_client", "unauthorized_client", "invalid_scope", "invalid_request"]) {
      await move();
      await tokenAnswers("client_refused", answersJson(400, { error }), ours);
    }
    await move();
    await tokenAnswers(
      "client_refused",
      (_, response) => {
        response.writeHead(401, { "www-authenticate": 'Basic realm="client"' }).end();
        return true;
      },
      ours,
    );
  },
  request_refused: async () => {
    for (const error of ["invalid_scope", "unauthorized_client", "invalid_request", "something_else", "<script>"]) {
      comesBackWith(error);
      await refuses("request_refused", "misconfigured");
    }
    expect(practice.server.logged()).not.toContain("<script>");
  },
  denied: async () => {
    comesBackWith("access_denied");
    await refuses("denied", "refused");
    await move();
    await tokenAnswers("denied", answersJson(403, { error: "access_denied" }), final);
  },
  interaction_required: async () => {
    comesBackWith("login_required");
    await refuses("interaction_required", "refused");
    await move();
    await tokenAnswers("interaction_required", answersJson(400, { error: "interaction_required" }), final);
  },
  signed_out_there: () => tokenAnswers("signed_out_there", answersJson(400, { error: "invalid_grant" }), final),
  another_sign_in: async () => {
    const person = await inside();
    claimsWith({ nonce: "of another" });
    await refuses("another_sign_in", "refused");
    claimsWith({ sub: "another" });
    expect(await refreshed("another_sign_in", person)).toBe("staff_session_ended");
  },
  bad_signature: async () => {
    const person = await inside();
    await twin.signWithForeignKey(twin.keyId());
    expect(await refreshed("bad_signature", person)).toBe("ok");
    await refuses("bad_signature", "misconfigured");
  },
  unknown_key: async () => {
    const person = await inside();
    const stop = await twin.signWithForeignKey("not listed");
    twin.fault("jwks", answersJson(200, { keys: [] }));
    expect(await refreshed("unknown_key", person)).toBe("ok");
    await refuses("unknown_key", "unavailable");
    stop();
    twin.fault("jwks", null);
    expect(await providerBrowser(practice.server).go("/api/clinic/staff/oidc")).toBe("/clinic");
  },
  wrong_issuer: async () => {
    const person = await inside();
    for (const changed of [{ iss: "https://else.example" }, { aud: "another client" }]) {
      claimsWith(changed);
      await refuses("wrong_issuer", "misconfigured");
    }
    expect(await refreshed("wrong_issuer", person)).toBe("ok");
    await move({ ...plain, metadata: { issuer: "https://else.example" } });
    await refuses("wrong_issuer", "misconfigured");
    await move({ ...plain, issuerPath: "/common/v2.0" });
    await refuses("wrong_issuer", "misconfigured");
    await move({ ...plain, metadata: { issuer: "https://login.microsoftonline.com/{tenantid}/v2.0" } });
    await refuses("wrong_issuer", "misconfigured");
  },
  lacks_needed: async () => {
    for (const metadata of [
      { token_endpoint: undefined },
      { jwks_uri: "ftp://keys.example" },
      { authorization_endpoint: 7 },
      { response_types_supported: ["id_token"] },
      { id_token_signing_alg_values_supported: ["HS256", "none"] },
      { token_endpoint_auth_methods_supported: ["private_key_jwt"] },
      { scopes_supported: ["email"] },
    ]) {
      await move({ ...plain, metadata });
      await refuses("lacks_needed", "misconfigured");
    }
  },
  clock_off: async () => {
    const person = await inside();
    claimsWith({ exp: 1_700_000_000 });
    await refuses("clock_off", "misconfigured");
    expect(await refreshed("clock_off", person)).toBe("ok");
  },
  odd_answer: async () => {
    const person = await inside();
    claimsWith({ sub: undefined });
    await refuses("odd_answer", "misconfigured");
    twin.changeClaims(null);
    for (const answer of [{ access_token: 7 }, [], { access_token: "a", token_type: "Bearer", id_token: "no.token" }]) {
      atToken(answersJson(200, answer));
      await refuses("odd_answer", "misconfigured");
    }
    expect(await refreshed("odd_answer", person)).toBe("ok");
  },
  no_sign_in_time: async () => {
    await move({ ...plain, authTime: false });
    const { tab } = await inside();
    await isCounted("no_sign_in_time", async () =>
      expect(await tab.go("/api/clinic/staff/oidc?proof=1")).toBe("/clinic?problem=not_fresh"),
    );
    expect(await tab.sees(care.patients)).toBe("ok");
  },
  not_signed_in_again: async () => {
    await move({ ...plain, obeysLogin: false });
    const { tab } = await inside();
    for (const fresh of ["auth_time", "prompt"] as const) {
      practice.set({ fresh });
      await isCounted("not_signed_in_again", async () =>
        expect(await tab.go("/api/clinic/staff/oidc?proof=1")).toBe("/clinic?problem=not_fresh"),
      );
    }
  },
  weaker_sign_in: async () => {
    await move(plain, { acr: "two-factors" });
    twin.people.set("a", { acr: "password", email: "a@practice.example", roles: ["nurse"] });
    twin.signsIn("a");
    await refuses("weaker_sign_in", "refused");
    expect(twin.asked.at(-1)?.get("acr_values")).toBe("two-factors");
  },
  userinfo_refused: async () => {
    await move({ idToken: () => ({}), userinfo: (person) => person });
    const person = await inside();
    for (const status of [401, 403]) {
      twin.fault("userinfo", answersJson(status, { error: "insufficient_scope" }));
      await refuses("userinfo_refused", "misconfigured");
    }
    expect(await refreshed("userinfo_refused", person)).toBe("ok");
  },
  roles_left_out: async () => {
    await move(plain, { rolesClaim: "groups" });
    const person = await linked(practice.server, twin, ["nurse"], (email) => ({ email, groups: ["nurse"] }));
    twin.people.set(person.subject, { _claim_names: { groups: "src1" }, _claim_sources: { src1: { endpoint: "" } } });
    await refuses("roles_left_out", "misconfigured");
    expect(await refreshed("roles_left_out", person)).toBe("ok");
  },
  roles_not_refreshed: async () => {
    await move({ ...plain, refreshedIdToken: () => ({}) });
    const person = await inside();
    expect(await refreshed("roles_not_refreshed", person)).toBe("ok");
  },
  no_administrator_left: async () => {
    const person = await linked(practice.server, twin, ["administrator"], (email) => ({
      email,
      roles: ["administrator"],
    }));
    twin.people.set(person.subject, { roles: ["nurse"] });
    expect(await refreshed("no_administrator_left", person)).toBe("ok");
  },
  unknown: () => tokenAnswers("unknown", answersJson(400, { error: "something_new" }), forNow),
});

test("keys that rotate are read again; a signature of one that was listed before still counts", async () => {
  await inside();
  await twin.rotateKeys();
  // The library reads keys again at most once a minute: whoever comes in that minute reads to try again.
  await refuses("unknown_key", "unavailable");
});

test("the probe says in a line each what a provider lacks, and whether it knows the client", async () => {
  const probed = async () =>
    (await probeProvider(practice.server.services.config.staffOidc)).map(({ checked, problem }) =>
      problem === null ? checked : `${problem.answer}: ${problem.todo}`,
    );
  expect(await probed()).toEqual(["takes the client's id and secret"]);
  practice.set({ clientSecret: "the one before" });
  expect(await probed()).toEqual([expect.stringMatching(/^client_refused: .*STAFF_OIDC_CLIENT_SECRET/)]);
  await move({
    ...plain,
    metadata: { token_endpoint: undefined, claims_supported: ["sub"], scopes_supported: ["openid"] },
  });
  expect(await probed()).toEqual([
    "lacks_needed: It has no token_endpoint.",
    expect.stringContaining("offline_access"),
    expect.stringContaining("STAFF_OIDC_FRESH"),
  ]);
  twin.goDown(true);
  expect(await probed()).toEqual([expect.stringMatching(/^unavailable: /)]);
  expect(await probeProvider(null)).toEqual([]);
});

test("the discovery document's own address is understood as the issuer", async () => {
  practice.set({ issuer: `${twin.issuer}/.well-known/openid-configuration` });
  expect((await inside()).page).toBe("/clinic");
});

function redirects(...[, response]: Parameters<Fault>): boolean {
  response.writeHead(302, { location: "https://login.portal.example" }).end();
  return true;
}
function breaksOff(...[request]: Parameters<Fault>): boolean {
  request.socket.destroy();
  return true;
}
function halfAnAnswer(...[, response]: Parameters<Fault>): boolean {
  response.writeHead(200, { "content-type": "application/json" }).end('{"access_token": "a", "id_to');
  return true;
}
