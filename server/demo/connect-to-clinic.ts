import type { FastifyInstance } from "fastify";
import { createClinicClient, type ClinicClient } from "#client/src/index.ts";
import type { Scope } from "#contract/policy/policy.ts";
import { ensureKey } from "#server/integrations/public.ts";
import type { Services } from "#server/platform/services.ts";

/** What the care desk may do: the work of the clinic's people, but nothing with money, other keys or the audit. */
const scopes: readonly Scope[] = ["patients", "clinical", "identity", "rx", "messages", "dispense", "events"];

/** The address the desk calls from, so that its calls count against no browser's rate limit. */
const deskAddress = "127.0.0.2";

/**
 * The clinic's calls for the care desk, with a key of its own. Its secret is derived, so that nobody keeps it, and all nodes and restarts have the same one.
 * Revoked by a person, it stays revoked, and the desk rests.
 */
export async function connectToClinic(
  app: FastifyInstance,
  services: Pick<Services, "db" | "clock" | "secrets">,
): Promise<ClinicClient> {
  const apiKey = await ensureKey(services, {
    name: "Demo care desk",
    scopes,
    random: services.secrets.derive("key of the demo care desk"),
  });
  return createClinicClient({ url: "http://localhost", apiKey, retries: 0, fetch: fetchFrom(app) });
}

/** `fetch` from this node itself, without a connection: limits, keys, scopes, validation and audit are those of every request. */
const fetchFrom =
  (app: FastifyInstance): typeof fetch =>
  async (address, { method = "GET", headers, body } = {}) => {
    const { pathname, search } = new URL(address as string);
    const answer = await app.inject({
      method: method as "GET",
      url: pathname + search,
      headers: headers as Record<string, string>,
      remoteAddress: deskAddress,
      ...(typeof body === "string" ? { payload: body } : {}),
    });
    return new Response(answer.payload, {
      status: answer.statusCode,
      headers: Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]),
    });
  };
