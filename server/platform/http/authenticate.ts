import type { FastifyRequest } from "fastify";
import "@fastify/cookie";
import { emergencyOpenRule, emergencySeenHeader, type Endpoint } from "#contract/http/endpoint.ts";
import type { Scope } from "#contract/http/scopes.ts";
import { type PatientKey, type RecordKey, recordScopes } from "#contract/http/record.ts";
import type { WorkKind } from "#contract/http/work.ts";
import { Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import { staffSessionCookie } from "./cookies.ts";
import type { Caller, ClinicCaller, StaffCaller } from "./handler.ts";
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
  readonly staff: (secret: string, use: SessionUse) => Promise<StaffAccess>;
  /** Claims what a person is about to do; refuses what isn't theirs to do, and what somebody else is working on. */
  readonly claim: (
    person: ClinicCaller & { readonly member: StaffCaller },
    kind: WorkKind,
    id: string,
  ) => Promise<void>;
  /** What opens a record to a person; null for what belongs to no patient. */
  readonly recordAccess: (
    person: StaffCaller & Pick<ClinicCaller, "scopes">,
    record: { readonly key: RecordKey; readonly id: string },
  ) => Promise<RecordAccess | MissingReason | null>;
  /** Refuses to decide anything for a patient with an open emergency that isn't among those the caller has seen. */
  readonly emergencySeen: (
    caller: Pick<ClinicCaller, "scopes">,
    thing: { readonly key: PatientKey; readonly id: string },
    seen: readonly string[] | "all",
  ) => Promise<void>;
}

/** Why a person may read a patient's record now. */
export interface RecordAccess {
  readonly patientId: string;
  /** The row with what they said. */
  readonly id: string;
  /** `work`, `treating`, or the reason they chose. */
  readonly ground: string;
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
export interface StaffAccess {
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
  call: Endpoint,
  authenticators: Authenticators,
  services: Deps,
): Promise<void> {
  const takesSession = call.auth === "staff" || (call.auth === "clinic" && request.headers["x-api-key"] === undefined);
  if (takesSession && request.cookies[staffSessionCookie])
    return authenticateStaff(request, call, authenticators, services);
  await limitRequests(services, "requests", request.ip);
  if (call.sameOrigin) requireSameOrigin(request);
  if (call.auth === "staff") throw new Refusal("staff_session_ended");
  if (call.auth === "clinic") return authenticateClinic(request, call, authenticators, services);
  request.caller = await callerOf(request, call, authenticators.bearer);
}

const limitRequests = ({ limiter, config }: Deps, name: string, key: string, times = 1): Promise<void> =>
  limiter.consume(name, key, { points: config.requestsPerMinute * times, seconds: 60 });

/** A system of the practice, by its key. A refusal for its scopes is audited as the key's. */
async function authenticateClinic(
  request: FastifyRequest,
  call: Endpoint,
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
  requireScope(request.clinic, call.scopes ?? []);
}

/** The page says that it asks by itself, without its person. */
export const isInBackground = (headers: FastifyRequest["headers"]): boolean => headers["x-background"] === "1";

/**
 * One of the practice's people, by the cookie of their session. A practice's desks share an address, so each session has for itself the requests
 * that an address has otherwise.
 */
async function authenticateStaff(
  request: FastifyRequest,
  call: Endpoint,
  { staff }: Authenticators,
  services: Deps,
): Promise<void> {
  const secret = request.cookies[staffSessionCookie] ?? "";
  await limitRequests(services, "staff-address-requests", request.ip, desksPerAddress);
  if (request.method !== "GET") requireSameOrigin(request);
  const { clinic, isFresh } = await staff(secret, { inBackground: isInBackground(request.headers) });
  request.clinic = clinic;
  const { enrolling, sessionId } = clinic.member;
  await limitRequests(services, "staff-requests", sessionId);
  if (enrolling && !call.whileEnrolling) throw new Refusal("staff_session_ended");
  requireScope(clinic, call.scopes ?? []);
  if (call.freshProof && !isFresh && !enrolling) throw new Refusal("proof_required");
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
  const { member, scopes } = request.clinic ?? {};
  if (!member || !scopes?.some((scope) => recordScopes.includes(scope))) return;
  const { id } = request.params as { readonly id: string };
  const access = await recordAccess({ ...member, scopes }, { key, id });
  if (access === null) return;
  request.auditedPatients.add(access.patientId);
  if (access.id === null) throw new Refusal("reason_required", { details: { patientid: access.patientId } });
  request.recordAccess = access;
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

/** Refuses a caller that has none of these scopes, and names them; no scopes are asked of calls about the caller. */
export function requireScope({ scopes: own, member }: ClinicCaller, scopes: readonly Scope[]): void {
  if (scopes.length === 0 || scopes.some((scope) => own.includes(scope))) return;
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

async function callerOf(request: FastifyRequest, call: Endpoint, authenticate: Authenticate): Promise<Caller | null> {
  if (call.auth === "public") return null;
  const header = request.headers.authorization;
  if (!header) {
    if (call.auth === "optional") return null;
    throw new Refusal("need_auth");
  }
  const bearer = /^Bearer (\S+)$/.exec(header)?.[1];
  if (call.auth === "optional") return bearer ? authenticate(bearer).catch(() => null) : null;
  if (!bearer) throw new Refusal("invalid_token");
  return authenticate(bearer);
}
