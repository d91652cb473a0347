import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import {
  clinicAccessOf,
  fullPath,
  idempotencyKeyPattern,
  type Binary,
  type ClinicAccess,
  type Endpoint,
} from "#contract/http/endpoint.ts";
import { commonErrors, type ErrorCode } from "#contract/http/errors.ts";
import { permits } from "#contract/policy/policy.ts";
import { staffLimits } from "#contract/staff/constants.ts";
import { newId } from "../ids.ts";
import { Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import {
  type Authenticators,
  authenticate,
  callerKey,
  claimWork,
  inOwnName,
  isInBackground,
  type RecordAccess,
  requireEmergencySeen,
  requireRecordAccess,
  requireUnmerged,
} from "./authenticate.ts";
import { createConcurrencyLimiter, type ConcurrencyLimiter } from "./concurrency-limit.ts";
import { cookieJar } from "./cookies.ts";
import { sendRefusal, toRefusal } from "./error-response.ts";
import type { Caller, ClinicCaller, Handler, Resumable } from "./handler.ts";
import { runIdempotent, runIdempotentResumable, type CallResult } from "./idempotency/run-idempotent.ts";
import { readUpload, registerUploadRoute } from "./request-body.ts";
import { requestMetadataOf } from "./request-metadata.ts";

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | null;
    clinic: ClinicCaller | null;
    auditedPatients: Set<string>;
    /** What opened the record of each patient, or for whom it was copied. */
    recordAccess: Map<string, RecordAccess>;
    upload: Awaited<ReturnType<typeof readUpload>> | null;
    callName: string;
  }
}

type AnyHandler = Handler<Endpoint> | Resumable<Endpoint>;
type RawInput = { params?: unknown; query?: unknown; body?: unknown };

export interface CallRegistration {
  readonly name: string;
  readonly call: Endpoint;
  readonly handler: AnyHandler;
}

/** How many of a patient's calls run at once, so that nobody takes all database connections, and how many may wait. */
const perPatientLimit = { maxRunning: 10, maxWaiting: 100 };
const limiterByApp = new WeakMap<FastifyInstance, ConcurrencyLimiter>();
const concurrencyLimiterOf = (app: FastifyInstance): ConcurrencyLimiter => {
  const limiter = limiterByApp.get(app) ?? createConcurrencyLimiter(perPatientLimit);
  limiterByApp.set(app, limiter);
  return limiter;
};

/** Registers one call of the contract: limit, authenticate, validate, act, audit, present. */
export function registerCall(
  app: FastifyInstance,
  services: Services,
  authenticators: Authenticators,
  { name, call, handler }: CallRegistration,
) {
  const allowed = new Set<ErrorCode>(errorCodesOf(call));
  const concurrencyLimiter = concurrencyLimiterOf(app);
  const access = clinicAccessOf(call);
  const respond = async (request: FastifyRequest, reply: FastifyReply) => {
    const { caller } = request;
    const result = await (caller
      ? concurrencyLimiter.run(callerKey(caller), () => run(request, reply))
      : run(request, reply));
    return presentResult(reply, call, result);
  };

  const run = async (request: FastifyRequest, reply: FastifyReply): Promise<CallResult> => {
    const handle =
      "resumable" in (handler as object) ? (handler as Resumable<Endpoint>).resumable : (handler as Handler<Endpoint>);
    const body = access?.inDoctorsName ? inOwnName(request.clinic, request.body) : request.body;
    const input = { params: request.params, query: request.query, body } as RawInput;
    const work = async (db: Services["db"], idempotencyKey?: string): Promise<CallResult> => {
      const result = await handle(input as never, contextOf(request, reply, db, idempotencyKey) as never);
      return { status: call.status ?? 200, body: visibleFields(access, request.clinic, result) };
    };
    if (!call.idempotency) return work(services.db);
    const key = keyOf(request);
    if (key === null && !needsRepeatDetection(call, request)) return work(services.db, newId());
    const idempotentRequest = {
      owner: ownerOf(request),
      key,
      call: `${name} ${request.url}`,
      body: fingerprint(request),
      auditedPatients: request.auditedPatients,
      untilNextWriteOf: isUntilNextWrite(call) ? (request.caller?.patientId ?? null) : null,
    };
    return handle === handler
      ? runIdempotent(services, idempotentRequest, work)
      : runIdempotentResumable(services, idempotentRequest, (key) => work(services.db, key));
  };

  const contextOf = (request: FastifyRequest, reply: FastifyReply, db: Services["db"], idempotencyKey?: string) => ({
    ...services,
    db,
    caller: request.caller,
    ...(request.clinic ? { clinic: request.clinic, member: request.clinic.member } : {}),
    request: requestMetadataOf(request),
    auditPatient: (patientId: string, access?: Omit<RecordAccess, "patientId">) => {
      request.auditedPatients.add(patientId);
      if (access) request.recordAccess.set(patientId, { patientId, ...access });
    },
    ...(call.cookies ? { cookies: cookieJar(request, reply, services.config.secureCookies) } : {}),
    ...(request.upload ? { file: request.upload } : {}),
    ...(idempotencyKey ? { idempotencyKey } : {}),
  });

  const schema = {
    ...(call.params ? { params: call.params } : {}),
    ...(call.query ? { querystring: call.query } : {}),
    ...(call.body ? { body: call.body } : {}),
    ...(typeof call.ok === "string" ? {} : { response: { [call.status ?? 200]: call.ok } }),
  };

  const route: RouteOptions = {
    method: call.method,
    url: fullPath(call).replace(/\{(\w+)\}/g, ":$1"),
    schema: schema as NonNullable<RouteOptions["schema"]>,
    config: { call: name, codes: allowed },
    onRequest: async (request) => {
      request.callName = name;
      if (call.method !== "GET" && !isWrittenAnyway(name)) requireRightClock(services);
      await authenticate(request, name, call, authenticators, services);
    },
    ...(call.upload
      ? { preValidation: async (request: FastifyRequest) => void (request.upload = await readUpload(request)) }
      : {}),
    // After validation, because what is opened and claimed is named by a valid id.
    ...(access
      ? {
          preHandler: async (request: FastifyRequest) => {
            const { record, work, decidesFor } = access;
            if (record) await requireRecordAccess(request, record, authenticators);
            if (call.method !== "GET" && !call.changesNothing) await requireUnmerged(request, access, authenticators);
            if (work) await claimWork(request, work, authenticators);
            if (decidesFor) await requireEmergencySeen(request, decidesFor, authenticators);
          },
        }
      : {}),
    handler: respond,
    onSend: async (request, reply, payload) => {
      try {
        await auditCall(services, request, reply, call);
        return payload;
      } catch (error) {
        services.log.error({ request: request.id, err: { message: (error as Error).message } }, "access not audited");
        return responseWithoutAudit(services, reply, payload, error as Error);
      }
    },
  };
  if (call.upload) registerUploadRoute(app, route);
  else app.route(route);
}

/** The call's security requirements in OpenAPI; any one of the list suffices. */
export function securityOf({ access }: Endpoint) {
  if (access.caller === "clinic") return [{ apiKey: [] }, { staffSession: [] }];
  if (access.caller === "staff") return [{ staffSession: [] }];
  if (access.caller !== "patient") return [];
  return [{ bearer: [] }, ...(access.acceptsApiKey ? [{ bearer: [], apiKey: [] }] : [])];
}

/** The answer without the fields that the caller may not read. */
function visibleFields(access: ClinicAccess | null, clinic: ClinicCaller | null, body: unknown): unknown {
  const fieldNeeds = access?.fieldNeeds;
  if (!fieldNeeds || !clinic) return body;
  const isHidden = (field: string) => field in fieldNeeds && !permits(clinic.permissions, fieldNeeds[field] ?? []);
  return Object.fromEntries(Object.entries(body as object).filter(([field]) => !isHidden(field)));
}

/** The owner of an idempotency key, so that keys of different callers are distinct: the patient, the API key, the person, or the browser by its cookie id. */
function ownerOf(request: FastifyRequest): string {
  if (request.caller) return callerKey(request.caller);
  return request.clinic ? request.clinic.owner : `browser:${requestMetadataOf(request).cookieId ?? request.ip}`;
}

/** The `Idempotency-Key` of a request; null if missing or empty. */
function keyOf(request: FastifyRequest): string | null {
  const key = request.headers["idempotency-key"];
  if (key === undefined || key === "") return null;
  if (typeof key !== "string" || !idempotencyKeyPattern.test(key)) throw new Refusal("idempotency_key_malformed");
  return key;
}

/** Whether this request, sent twice without a key, must be recognized as a repeat. */
const needsRepeatDetection = ({ idempotency }: Endpoint, { params }: FastifyRequest): boolean =>
  typeof idempotency !== "object" ||
  !("only" in idempotency) ||
  Object.entries(idempotency.only).every(([name, value]) => (params as Record<string, unknown>)[name] === value);

const isUntilNextWrite = ({ idempotency }: Endpoint): boolean =>
  typeof idempotency === "object" && "untilNextWrite" in idempotency;

/** What must be equal for a key to mean the same request: the body, and the bytes of an upload. */
const fingerprint = (request: FastifyRequest): unknown =>
  request.upload ? [request.body, createHash("sha256").update(request.upload.bytes).digest("hex")] : request.body;

/** What doesn't depend on the day, and mustn't wait: signing in, and telling each other, of emergencies before all. */
const writtenAnyway = new Set(["auth", "staff", "messages", "support"]);
const isWrittenAnyway = (name: string): boolean =>
  writtenAnyway.has(name.split(".")[0] ?? "") || /emergenc/i.test(name);

/** A node with a wrong clock would plan and charge for another day: it only reads, and another node takes the repeat. */
function requireRightClock({ clockGuard }: Services): void {
  if (clockGuard.offByMs() !== 0) throw new Refusal("unavailable", { retryAfterSeconds: 30 });
}

/** Records authenticated patients' calls and clinic calls in the audit, granted or refused. */
async function auditCall(services: Services, request: FastifyRequest, reply: FastifyReply, call: Endpoint) {
  if (call.access.caller === "public" || (call.access.caller === "optional" && !request.caller)) return;
  const auditFields = {
    call: request.callName,
    status: reply.statusCode,
    code: reply.refusedWith,
    requestId: request.id,
  };
  const actor = request.caller ? actorOf(request.caller) : (request.clinic?.actor ?? "anonymous");
  const patients = request.caller
    ? [request.caller.patientId]
    : request.auditedPatients.size > 0
      ? [...request.auditedPatients]
      : [null];
  const unattended = unattendedLook(request, call);
  await Promise.all(
    patients.map((patientId) => {
      const access = request.recordAccess.get(patientId ?? "");
      const entry = {
        ...auditFields,
        actor,
        patientId,
        ...(access && { ground: access.ground, accessId: access.id }),
      };
      return unattended ? services.audit.recordUnattended(entry, unattended) : services.audit.record(entry);
    }),
  );
}

const actorOf = ({ patientId, helper }: Caller): string => (helper ? `helper:${helper.id}` : `patient:${patientId}`);

/** How long a row stands for what the page goes on reading by itself: a list as long as a session can last, an open record an hour. */
const unattendedMs = { list: staffLimits.sessionHours * 3_600_000, record: 3_600_000 };

/** What a person's page reads by itself, which is an access once and no other one with each look. What changes something is always one. */
function unattendedLook({ clinic, callName, params, headers }: FastifyRequest, call: Endpoint) {
  if (!clinic?.member || call.method !== "GET" || !isInBackground(headers)) return null;
  // The pages of a list are one look: where they begin moves with what is in it.
  const what = `${callName} ${Object.values((params ?? {}) as object).join(" ")}`;
  return {
    by: clinic.member.sessionId,
    what,
    withinMs: clinicAccessOf(call)?.record ? unattendedMs.record : unattendedMs.list,
  };
}

/** The answer when the audit row could not be written: nothing about a patient; our own errors stay as they are. */
function responseWithoutAudit(
  { content }: Pick<Services, "content">,
  reply: FastifyReply,
  payload: unknown,
  error: Error,
): unknown {
  if (reply.statusCode >= 500) return payload;
  const refusal = toRefusal(error);
  void reply.removeHeader("content-disposition");
  return sendRefusal(content, reply, refusal);
}

function presentResult(reply: FastifyReply, call: Endpoint, result: CallResult) {
  reply.code(result.status);
  if (typeof call.ok !== "string" || result.status >= 400) return result.body;
  const file = result.body as Binary;
  void reply
    // Nothing in the file may execute where it is opened.
    .header("content-security-policy", "default-src 'none'; sandbox")
    .header("content-disposition", `attachment; filename="${file.filename.replace(/[^\w.-]/g, "_")}"`)
    .type(file.type);
  return Buffer.from(file.bytes);
}

/** Every error code a call may answer. */
export function errorCodesOf(call: Endpoint): ErrorCode[] {
  return [
    ...commonErrors.all,
    ...call.errors,
    ...(call.access.caller === "patient" ? commonErrors.patient : []),
    ...(call.access.caller === "clinic" ? commonErrors.clinic : []),
    ...(call.access.caller === "staff" ? commonErrors.staff : []),
    ...(clinicAccessOf(call)?.record ? commonErrors.record : []),
    ...(clinicAccessOf(call)?.decidesFor ? commonErrors.deciding : []),
    ...(call.idempotency ? commonErrors.idempotency : []),
    ...(call.upload ? commonErrors.upload : []),
  ];
}
