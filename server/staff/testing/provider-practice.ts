import type { Role } from "#contract/policy/roles.ts";
import { staff } from "#contract/staff/calls.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, testApiKey, type TestServer } from "#server/testing/harness.ts";
import type { OidcSettings } from "../oidc/discovery.ts";
import { providerBrowser } from "./provider-browser.ts";
import { type ProviderProfile, type ProviderTwin, startProviderTwin, twinClient } from "./provider-twin.ts";
import { invited, mailedToken } from "./staff-people.ts";

/** A practice that can be moved from provider to provider; closes them with itself. */
export async function startProviderPractice(env: Record<string, string> = {}) {
  const server = await startTestServer(
    {},
    {
      PUBLIC_URL: "http://localhost:4321",
      STAFF_OIDC_ISSUER: "http://127.0.0.1:9",
      STAFF_OIDC_CLIENT_ID: twinClient.id,
      STAFF_OIDC_CLIENT_SECRET: twinClient.secret,
      ...env,
    },
  );
  const { staffOidc } = server.services.config;
  if (staffOidc === null) throw new Error("The practice has no provider");
  const defaults = { ...staffOidc };
  const twins: ProviderTwin[] = [];
  return {
    server,
    /** Settings of the practice, beside those of a new one. */
    set: (settings: Partial<OidcSettings>) => void Object.assign(staffOidc, settings),
    /** A new provider, which the practice signs in with from now on. */
    async moveTo(profile: ProviderProfile, settings: Partial<OidcSettings> = {}): Promise<ProviderTwin> {
      const twin = await startProviderTwin(profile);
      twins.push(twin);
      Object.assign(staffOidc, defaults, { issuer: twin.issuer }, settings);
      return twin;
    },
    async close() {
      await Promise.all([server.close(), ...twins.map((twin) => twin.close())]);
    },
  };
}

/** Somebody invited here who opens their link, and signs in at the provider. */
export async function linked(
  server: TestServer,
  twin: ProviderTwin,
  roles: readonly Role[],
  claimsOf: (email: string) => Readonly<Record<string, unknown>>,
) {
  const { id, email } = await invited(server, roles);
  const subject = newId();
  twin.people.set(subject, claimsOf(email));
  const tab = providerBrowser(server);
  const page = await openLink(server, tab, twin, { email, subject });
  return { id, email, subject, tab, page };
}

/** Opens the newest link mailed to somebody and signs in at the provider as this subject; the page that is shown then. */
export async function openLink(
  server: TestServer,
  tab: ReturnType<typeof providerBrowser>,
  twin: ProviderTwin,
  { email, subject }: { readonly email: string; readonly subject: string },
): Promise<string> {
  tab.setCookie("staffLink", await mailedToken(server, email));
  twin.signsIn(subject);
  return tab.go("/api/clinic/staff/oidc?link=1");
}

export const teamOf = async (server: TestServer) =>
  (await server.call(staff.members, {}, { apiKey: testApiKey })).ok.items;
