import type { FastifyRequest } from "fastify";
import {
  type Access,
  type ClinicAccess,
  emergencyOpenRule,
  emergencySeenHeader,
  type Endpoint,
  type StaffAccess,
} from "#contract/http/endpoint.ts";
import "@fastify/cookie";
import { opensMerged, type PatientKey, type RecordKey, readsAboutHealth } from "#contract/http/record.ts";
import type { WorkKind } from "#contract/http/work.ts";
import { helperCalls } from "#contract/policy/helper-calls.ts";
import { type Permission, permits, scopesThatPermit } from "#contract/policy/policy.ts";
import type { AuditGround } from "#contract/staff/record-access.ts";
import { Refusal } from "../refusal.ts";
import { sentence } from "../sentences.ts";
import type { Services } from "../services.ts";
import { staffSessionCookie } from "./cookies.ts";
import type { Caller, ClinicCaller, HelperCaller, StaffCaller } from "./handler.ts";
import { createKnownSecrets } from "./known-secrets.ts";
import { requireSameOrigin } from "./same-origin.ts";

type Deps = Pick<Services, "limiter" | "config">;

/** Authenticates a bearer token; a Refusal's code says why it failed. */
export type Authenticate = (bearer: string) => Promise<Caller>;

/** Who may call: the patients by their tokens, the clinic by its keys and by the sessions of its people. */
export interface Authenticators {
  readonly bearer: Authenticate;
  /** Null for an unknown key; refuses one that has expired. */
  readonly apiKey: (key: string) => Promise<ClinicCaller | null>;
  /** By the secret of a session's cookie. Refuses one that has ended, is locked, or still waits for the second factor. */
  readonly staff: (secret: string, use: SessionUse) => Promise<OpenSession>;
  /** Claims what a person is about to do; refuses what isn't theirs to do, and what somebody else is working on. */
  readonly claim: (
    person: ClinicCaller & { readonly member: StaffCaller },
    kind: WorkKind,
    id: string,
  ) => Promise<void>;
  /** What opens a record to a person; null for what belongs to no patient. */
  readonly recordAccess: (
    person: StaffCaller & Pick<ClinicCaller, "permissions">,
    record: { readonly key: RecordKey; readonly id: string },
  ) => Promise<RecordAccess | MissingReason | null>;
  /** Refuses to decide anything for a patient with an open emergency that isn't among those the caller has seen. */
  readonly emergencySeen: (
    caller: Pick<ClinicCaller, "permissions">,
    thing: { readonly key: PatientKey; readonly id: string },
    seen: readonly string[] | "all",
  ) => Promise<void>;
  /** The record that a thing's patient was merged into; null: into none. */
  readonly mergedInto: (thing: { readonly key: PatientKey; readonly id: string }) => Promise<string | null>;
}

/** Why a person may read a patient's record now. */
export interface RecordAccess {
  readonly patientId: string;
  /** The row with what they said. */
  readonly id: string;
  /** `work`, `treating`, or the reason they chose. */
  readonly ground: AuditGround;
}
/** The patient isn't the person's work, and they gave no reason. */
export interface MissingReason {
  readonly patientId: string;
  readonly id: null;
}

/** How a request uses a staff session. */
export interface SessionUse {
  /** The page asks by itself: the session locks as if nobody had asked. */
  readonly inBackground: boolean;
}

/** A person's open session. */
export interface OpenSession {
  readonly clinic: ClinicCaller & { readonly member: StaffCaller };
  /** The person proved within the last minutes that it is them. */
  readonly isFresh: boolean;
}

/** Wrong clinic keys per address: enough for setting up a deployment, not for guessing. */
const wrongApiKeyLimit = { points: 20, seconds: 60 };

/** Desks of a practice behind one address. */
const desksPerAddress = 100;

/** Limits a request, and finds out who makes it and whether they may: a patient, a system of the practice, one of its people, or anybody. */
export async function authenticate(
  request: FastifyRequest,
  name: string,
  call: Endpoint,
  authenticators: Authenticators,
  services: Deps,
): Promise<void> {
  const { access } = call;
  const takesSession =
    access.caller === "staff" || (access.caller === "clinic" && request.headers["x-api-key"] === undefined);
  if (takesSession && request.cookies[staffSessionCookie])
    return authenticateStaff(request, access, authenticators, services);
  const caller = await callerOf(request, access, authenticators.bearer);
  // Verifying a token asks nobody, so it comes before counting: patients behind one address (a household, a carrier) don't use up each other's requests.
  if (caller instanceof Refusal || caller === null) await limitRequests(services, "requests", request.ip);
  else await limitRequests(services, "patient-requests", callerKey(caller));
  if (access.caller === "public" && access.sameOrigin) requireSameOrigin(request);
  if (access.caller === "staff") throw new Refusal("staff_session_ended");
  if (access.caller === "clinic") return authenticateClinic(request, access, authenticators, services);
  if (caller instanceof Refusal) throw caller;
  request.caller = caller?.helper ? helperOf(request, { ...caller, helper: caller.helper }, name, access) : caller;
}

/** Whose requests these are: a helper uses up none of the patient's. */
export const callerKey = ({ patientId, helper }: Caller): string => (helper ? `helper ${helper.id}` : patientId);

/** A helper, where the call is of a part the patient chose; nobody, where it needs no token. A refusal is audited as the helper's. */
function helperOf(
  request: FastifyRequest,
  caller: Caller & { readonly helper: HelperCaller },
  name: string,
  access: Access,
): Caller | null {
  const part = helperCalls.get(name) ?? "patient";
  if (part === "any" || (part !== "patient" && caller.helper.parts.includes(part))) return caller;
  if (access.caller === "optional") return null;
  request.caller = caller;
  throw new Refusal("forbidden", { message: sentence("account.helper_only") });
}

const requestLimit = ({ config }: Deps, times = 1) => ({ points: config.requestsPerMinute * times, seconds: 60 });
const limitRequests = (services: Deps, name: string, key: string, times = 1): Promise<void> =>
  services.limiter.consume(name, key, requestLimit(services, times));

const knownSessions = createKnownSecrets(10_000);

/** A system of the practice, by its key. A refusal for its scopes is audited as the key's. */
async function authenticateClinic(
  request: FastifyRequest,
  { needs }: ClinicAccess,
  authenticators: Authenticators,
  services: Deps,
): Promise<void> {
  const suppliedKey = request.headers["x-api-key"];
  request.clinic =
    (typeof suppliedKey === "string" && suppliedKey !== "" && (await authenticators.apiKey(suppliedKey))) || null;
  if (!request.clinic) {
    if (suppliedKey) await services.limiter.consume("wrong-api-keys", request.ip, wrongApiKeyLimit);
    throw new Refusal("api_key_required");
  }
  requirePermission(request.clinic, needs);
}

/** The page says that it asks by itself, without its person. */
export const isInBackground = (headers: FastifyRequest["headers"]): boolean => headers["x-background"] === "1";

/**
 * One of the practice's people, by the cookie of their session. A practice's desks share an address, so each session has for itself the requests
 * that an address has otherwise. A cookie that opened none yet counts as a stranger's request, and is given back once it did: made-up ones lift nothing.
 */
async function authenticateStaff(
  request: FastifyRequest,
  access: ClinicAccess | StaffAccess,
  { staff }: Authenticators,
  services: Deps,
): Promise<void> {
  const secret = request.cookies[staffSessionCookie] ?? "";
  const isKnown = knownSessions.has(secret);
  if (isKnown) await limitRequests(services, "staff-address-requests", request.ip, desksPerAddress);
  else await limitRequests(services, "requests", request.ip);
  if (request.method !== "GET") requireSameOrigin(request);
  const { clinic, isFresh } = await staff(secret, { inBackground: isInBackground(request.headers) }).catch((error) => {
    if (error instanceof Refusal && error.code === "staff_session_ended") knownSessions.forget(secret);
    throw error;
  });
  if (!isKnown) {
    await services.limiter.uncount("requests", request.ip, requestLimit(services));
    knownSessions.add(secret);
  }
  request.clinic = clinic;
  const { enrolling, sessionId } = clinic.member;
  await limitRequests(services, "staff-requests", sessionId);
  if (enrolling && !(access.caller === "staff" && access.whileEnrolling)) throw new Refusal("staff_session_ended");
  if (access.caller === "clinic") requirePermission(clinic, access.needs);
  if (access.freshProof && !isFresh && !enrolling) throw new Refusal("proof_required");
}

/**
 * A record outside of a person's work asks them for a reason. A system has asked its own people, and whoever reads nothing about health opens no record.
 * Refuses `reason_required`, with the patient it is about.
 */
export async function requireRecordAccess(
  request: FastifyRequest,
  key: RecordKey,
  { recordAccess }: Authenticators,
): Promise<void> {
  const { member, permissions = [] } = request.clinic ?? {};
  if (!member || !permits(permissions, readsAboutHealth)) return;
  const { id } = request.params as { readonly id: string };
  const access = await recordAccess({ ...member, permissions }, { key, id });
  if (access === null) return;
  request.auditedPatients.add(access.patientId);
  if (access.id === null) throw new Refusal("reason_required", { details: { patientid: access.patientId } });
  request.recordAccess.set(access.patientId, access);
}

/** Nothing is begun in the record of an account that became part of another one: refuses `merged`, with the record that goes on. */
export async function requireUnmerged(
  { params }: FastifyRequest,
  { record, decidesFor }: ClinicAccess,
  { mergedInto }: Authenticators,
): Promise<void> {
  const key = record ?? decidesFor;
  if (key === undefined || opensMerged.includes(key)) return;
  const patientid = await mergedInto({ key, id: (params as { readonly id: string }).id });
  if (patientid !== null) throw new Refusal("merged", { details: { patientid } });
}

/** Asks whoever decides something for a patient whether they know of the emergency that is open, a person or a system. */
export async function requireEmergencySeen(
  { clinic, params, headers, body }: FastifyRequest,
  key: PatientKey,
  { emergencySeen }: Authenticators,
): Promise<void> {
  if (!clinic) return;
  const { id } = params as { readonly id: string };
  const { override } = (body ?? {}) as { readonly override?: { readonly rules?: readonly string[] } };
  const seen = [headers[emergencySeenHeader] ?? []].flat().flatMap((ids) => ids.split(/\s*,\s*/));
  await emergencySeen(clinic, { key, id }, override?.rules?.includes(emergencyOpenRule) === true ? "all" : seen);
}

/** A system claims nothing: it knows who of its people does what. */
export async function claimWork(
  { clinic, params }: FastifyRequest,
  kind: WorkKind,
  { claim }: Authenticators,
): Promise<void> {
  if (clinic?.member) await claim({ ...clinic, member: clinic.member }, kind, (params as { readonly id: string }).id);
}

/** Refuses a caller that has none of these permissions, and names the scopes that give one. */
export function requirePermission({ permissions, member }: ClinicCaller, needs: readonly Permission[]): void {
  if (permits(permissions, needs)) return;
  const scopes = scopesThatPermit(needs);
  const needed = scopes.map((scope) => `“${scope}”`).join(" or ");
  const message = member
    ? "Your role doesn't open this. Please ask an administrator if you need it."
    : `This API key needs the scope ${needed} for this.`;
  throw new Refusal("scope_missing", { message, details: { scopes } });
}

/** A person decides as the doctor they are: a body that names another one is refused, one that names none gets theirs. A system says whom it acts for. */
export function inOwnName(clinic: ClinicCaller | null, body: unknown): unknown {
  if (!clinic?.member) return body;
  const { doctorId } = clinic.member;
  const { doctorid = doctorId } = (body ?? {}) as { readonly doctorid?: string };
  if (doctorid === doctorId) return doctorId === null ? body : { ...(body as object | null), doctorid };
  throw new Refusal("forbidden", { message: "You can decide this in your own name only, as the doctor you are." });
}

/** The patient of a request's token; null: nobody's request, to a call that doesn't ask whose it is. A Refusal is for the caller to throw. */
async function callerOf(
  { headers }: FastifyRequest,
  access: Access,
  authenticate: Authenticate,
): Promise<Caller | Refusal | null> {
  if (access.caller !== "patient" && access.caller !== "optional") return null;
  const header = headers.authorization;
  if (!header) return access.caller === "optional" ? null : new Refusal("need_auth");
  const bearer = /^Bearer (\S+)$/.exec(header)?.[1];
  const caller = bearer === undefined ? new Refusal("invalid_token") : await authenticate(bearer).catch(asRefusal);
  return caller instanceof Refusal && access.caller === "optional" ? null : caller;
}

const asRefusal = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error;
  throw error;
};
