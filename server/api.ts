import type { FastifyInstance } from "fastify";
import { everyCall } from "#contract/api.ts";
import type { Endpoint } from "#contract/http/endpoint.ts";
import type { WorkKind } from "#contract/http/work.ts";
import { claimInScope } from "#server/care/public.ts";
import { recordGpc } from "#server/growth/public.ts";
import { createApiKeyAuthenticator } from "#server/integrations/public.ts";
import type { Authenticate, Authenticators } from "#server/platform/http/authenticate.ts";
import type { ClinicCaller, Handler, Resumable, StaffCaller } from "#server/platform/http/handler.ts";
import { registerCall } from "#server/platform/http/register-call.ts";
import type { Services } from "#server/platform/services.ts";
import { requireEmergencySeen } from "#server/records/emergency-seen.ts";
import { mergedRecordOf } from "#server/records/patient-of.ts";
import { recordAccessOf } from "#server/records/record-access.ts";
import { createStaffAuthenticator } from "#server/staff/public.ts";
import { handlers } from "./features.ts";

/** Registers every call of the contract with its handler, and `not_found` for every other path below /api. */
export function registerApi(app: FastifyInstance, services: Services, authenticate: Authenticate) {
  // Before the handler, because the call may be an order. A signal from a page the patient only reads counts as well.
  app.addHook("preHandler", ({ caller, headers }) =>
    caller && headers["sec-gpc"] === "1" ? recordGpc(services, caller.patientId) : Promise.resolve(),
  );
  const authenticators = {
    bearer: authenticate,
    apiKey: createApiKeyAuthenticator(services),
    staff: createStaffAuthenticator(services),
    claim: async (person: ClinicCaller & { readonly member: StaffCaller }, kind: WorkKind, id: string) =>
      void (await claimInScope(services, person, { kind, id })),
    recordAccess: recordAccessOf(services),
    emergencySeen: requireEmergencySeen(services),
    mergedInto: (thing: Parameters<Authenticators["mergedInto"]>[0]) => mergedRecordOf(services, thing),
  };
  for (const { feature, name, call } of everyCall()) {
    const featureHandlers = handlers[feature] as Readonly<Record<string, Handler<Endpoint> | Resumable<Endpoint>>>;
    const handler = featureHandlers[name];
    if (!handler) throw new Error(`No handler for ${feature}.${name}`);
    registerCall(app, services, authenticators, { name: `${feature}.${name}`, call, handler });
  }
}
