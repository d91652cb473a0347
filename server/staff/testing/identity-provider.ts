import { createServer } from "node:http";
import Provider from "oidc-provider";
import { listenAnew } from "./listen-anew.ts";

/** Somebody at the practice's identity provider. */
export interface ProvidedPerson {
  email: string;
  name: string;
  roles: string[];
}

/** A real OpenID provider on this machine, with the defaults of its library, that signs in whoever `signsIn` says, without asking. */
export async function startIdentityProvider() {
  const people = new Map<string, ProvidedPerson>();
  let person: string | null = null;
  let provider: Provider | undefined;
  const server = createServer((request, response) => {
    if (isDown) return void response.destroy();
    if (request.url?.startsWith("/interaction/")) return void interact(request, response);
    provider?.callback()(request, response);
  });
  let isDown = false;
  const issuer = `http://127.0.0.1:${await listenAnew(server)}`;

  async function interact(...http: Parameters<Provider["interactionDetails"]>) {
    if (!provider) return;
    const { prompt, params } = await provider.interactionDetails(...http);
    if (person === null) {
      await provider.interactionFinished(...http, { error: "access_denied", error_description: "They pressed Cancel" });
      return;
    }
    if (prompt.name === "login") return provider.interactionFinished(...http, { login: { accountId: person } });
    const grant = new provider.Grant({ accountId: person, clientId: params["client_id"] });
    grant.addOIDCScope(params["scope"] ?? "");
    await provider.interactionFinished(
      ...http,
      { consent: { grantId: await grant.save() } },
      { mergeWithLastSubmission: true },
    );
  }

  return {
    issuer,
    people,
    signsIn: (id: string | null) => void (person = id),
    goDown: (down: boolean) => void (isDown = down),
    /** Makes the provider known to a server at this address. */
    connect(publicUrl: string) {
      // All else is as the library has it: claims of scopes at userinfo alone, refresh tokens only after a consent that was asked for, its own times.
      provider = new Provider(issuer, {
        clients: [
          {
            client_id: "calendula",
            client_secret: "a secret of the client, long enough",
            redirect_uris: [`${publicUrl}/api/clinic/staff/oidc/callback`],
            grant_types: ["authorization_code", "refresh_token"],
          },
        ],
        claims: { email: ["email", "email_verified"], profile: ["name", "roles"] },
        features: { devInteractions: { enabled: false } },
        interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
        findAccount: (_: unknown, accountId: string) =>
          people.has(accountId)
            ? { accountId, claims: () => ({ sub: accountId, email_verified: true, ...people.get(accountId) }) }
            : undefined,
      });
      provider.on("server_error", (_, error) => console.error(error));
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
