import type * as z from "zod/mini";
import type { Permission } from "#contract/policy/policy.ts";
import type { ErrorCode } from "./errors.ts";
import type { PatientKey, RecordKey } from "./record.ts";
import type { ChangeTopic } from "./topics.ts";
import type { WorkKind } from "./work.ts";

/** The five bases of the API (decisions: default, v2, v1, messaging v3, process). */
export const bases = { default: "/api", v2: "/api/v2", v1: "/api/v1", v3: "/api/v3", process: "/api/process" } as const;
export type Base = keyof typeof bases;

type Schema = z.core.$ZodType;

/** Header of a call that decides something for a patient: the ids of the open emergencies the caller has seen, with commas between them. */
export const emergencySeenHeader = "x-emergency-seen";
/** An open emergency among the rules that an `override` weighs. */
export const emergencyOpenRule = "emergency_open";

/** Format of the `Idempotency-Key` header. */
export const idempotencyKeyPattern = /^[\x21-\x7e]{8,128}$/;

/**
 * The write is not naturally idempotent: it takes an `Idempotency-Key`. Without one the same request of the same patient within ten minutes is taken
 * as a repeat, and gets the first response.
 */
export type Idempotency =
  | true
  /** The patient may mean it a second time (paused, resumed, paused again): any write in between makes it a new request. */
  | { readonly untilNextWrite: true }
  /** With path parameters other than these it may simply be repeated; without a key it is then executed again. */
  | { readonly only: Readonly<Record<string, string | number>> };

/** Fields of an answer, and the permissions of which one opens them. */
export type FieldNeeds = Readonly<Record<string, readonly Permission[]>>;

/** Who may call, and what is asked of them first. */
export type Access = PublicAccess | OptionalPatientAccess | PatientAccess | ClinicAccess | StaffAccess;

/** Anyone, unidentified. */
interface PublicAccess {
  readonly caller: "public";
  /** It works by a cookie: refused from any page that isn't ours. */
  readonly sameOrigin?: true;
}

/** Anyone; a valid bearer token is recognized. */
interface OptionalPatientAccess {
  readonly caller: "optional";
}

/** A patient, by a bearer token. */
interface PatientAccess {
  readonly caller: "patient";
  /** Spec §7 sends `x-api-key` beside the bearer token: accepted and ignored. */
  readonly acceptsApiKey?: true;
}

/** The practice's own system, by `x-api-key`, or a person of the practice, by their session. */
export interface ClinicAccess {
  readonly caller: "clinic";
  /** The API key's scopes, or the person's roles, give one of these. */
  readonly needs: readonly [Permission, ...Permission[]];
  /** A person must have proved within the last minutes that it is them, because what this gives or ends is worth more than a session. */
  readonly freshProof?: true;
  /**
   * It opens something of the record of the patient that `{id}` stands for. A person who reads about health is refused with `reason_required` unless
   * the patient is their work, or they gave a reason within the last hour. Of an account that became part of another one, whatever changes something is
   * refused with `merged`, and the id of the record that goes on.
   */
  readonly record?: RecordKey;
  /**
   * It decides something for the patient that `{id}` stands for. While an emergency of theirs is open it is refused with `emergency_open`, until the
   * caller names it in `x-emergency-seen`, or among the rules an `override` weighs.
   */
  readonly decidesFor?: PatientKey;
  /** What a person works on who makes this call, named by `{id}`: they claim it by doing so, and are refused while it is somebody else's. */
  readonly work?: WorkKind;
  /** A physician decides this in their own name: the body's `doctorid` can be nobody else's, and is theirs where it is left out. */
  readonly inDoctorsName?: true;
  /** Fields of the answer that are left out unless the caller may read them, too. */
  readonly fieldNeeds?: FieldNeeds;
}

/** A person of the practice, about themself. */
export interface StaffAccess {
  readonly caller: "staff";
  /** They must have proved within the last minutes that it is them. */
  readonly freshProof?: true;
  /** Also open to a new person who has a password, but nothing else to prove it with yet. */
  readonly whileEnrolling?: true;
}

/** One call of the API: everything the server, the browser client, the OpenAPI document and the gates derive from. */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Left out: `default`. */
  readonly base?: Base;
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  /** The client never retries this call automatically: at all, or with these path parameters. */
  readonly retry?: false | { readonly exceptWith: Readonly<Record<string, string | number>> };
  /** Why this call is safer without the one retry that spec §7 gives it. */
  readonly whyNoRetry?: string;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Schema of the response, or the media type of a binary one. */
  readonly ok: Schema | BinaryType;
  readonly status?: 200 | 201 | 202;
  /** What the response depends on: a change of one of these topics makes it outdated. */
  readonly shows?: readonly ChangeTopic[];
  /** Error codes of this call in addition to those of every call of its kind (see `commonErrors`). */
  readonly errors: readonly ErrorCode[];
  readonly idempotency?: Idempotency;
  /** It changes nothing a patient has, like marking as read or logging an event: no `untilNextWrite` ends with it. */
  readonly changesNothing?: true;
  /** multipart/form-data: one file, in a part `file` or of any other name; the other parts are described by `body`. */
  readonly upload?: true;
  /** The response sets or clears cookies, so the handler receives a cookie jar. */
  readonly cookies?: true;
}

export type BinaryType = "application/pdf" | "application/fhir+json" | "application/octet-stream";

type Method = Endpoint["method"];
type Route = `${Method} /${string}`;
type MethodOf<R extends Route> = R extends `${infer M extends Method} ${string}` ? M : never;
type PathOf<R extends Route> = R extends `${Method} ${infer P extends `/${string}`}` ? P : never;

type Caller = Access["caller"];
type AccessOf<A extends Caller> = Omit<Extract<Access, { readonly caller: A }>, "caller">;

/** What a call declares beside its method, its path and its caller. */
type Declaration<A extends Caller> = Omit<Endpoint, "method" | "path" | "access" | "errors"> & {
  readonly errors?: readonly ErrorCode[];
} & (A extends "clinic" ? { readonly access: AccessOf<A> } : { readonly access?: AccessOf<A> });

type PathNames<P extends string> = P extends `${string}{${infer N}}${infer R}` ? N | PathNames<R> : never;
type ParamsFit<R extends Route, D> = [PathNames<R>] extends [never]
  ? { readonly params?: never }
  : D extends { readonly params: infer P extends Schema }
    ? [PathNames<R>] extends [keyof z.output<P>]
      ? unknown
      : { readonly params: "declare every name of the path" }
    : { readonly params: "declare every name of the path" };

/** Refuses what `Known` doesn't have. */
type Only<D, Known> = { readonly [K in Exclude<keyof D, keyof Known>]: never };
type AccessFits<A extends Caller, D> = D extends { readonly access: infer Own }
  ? { readonly access: Only<Own, AccessOf<A>> }
  : unknown;

type Declared<A extends Caller, R extends Route, D> = D & {
  readonly method: MethodOf<R>;
  readonly path: PathOf<R>;
  readonly access: { readonly caller: A };
} & (D extends { readonly errors: unknown } ? unknown : { readonly errors: readonly [] });

const declareCallsOf =
  <A extends Caller>(caller: A) =>
  <const R extends Route, const D extends Declaration<A>>(
    route: R,
    declaration: D & Only<D, Declaration<A>> & ParamsFit<R, D> & AccessFits<A, D>,
  ) => {
    const [method, path] = route.split(" ");
    const access = { ...declaration.access, caller };
    return { errors: [], ...declaration, method, path, access } as Declared<A, R, D>;
  };

/**
 * Declare a call by who may make it: `patientCall("GET /conversation/{id}", { … })`. A path whose `{names}` are not in `params`, what `access` of this
 * caller doesn't have, or a clinic call without `needs`, does not compile.
 */
export const publicCall = declareCallsOf("public");
export const optionalPatientCall = declareCallsOf("optional");
export const patientCall = declareCallsOf("patient");
export const clinicCall = declareCallsOf("clinic");
export const staffCall = declareCallsOf("staff");

type RequestPart<
  E extends Endpoint,
  K extends "params" | "query" | "body",
  Side extends "in" | "out",
> = E[K] extends Schema ? { readonly [Q in K]: Side extends "in" ? z.input<E[K]> : z.output<E[K]> } : unknown;

/** What a caller passes. */
export type Input<E extends Endpoint> = RequestPart<E, "params", "in"> &
  RequestPart<E, "query", "in"> &
  RequestPart<E, "body", "in">;
/** What a handler receives, validated. */
export type HandlerInput<E extends Endpoint> = RequestPart<E, "params", "out"> &
  RequestPart<E, "query", "out"> &
  RequestPart<E, "body", "out">;
/** What a caller gets back. */
export type Output<E extends Endpoint> = E["ok"] extends Schema ? z.output<E["ok"]> : Blob;
/** What a handler returns. */
export type HandlerResult<E extends Endpoint> = E["ok"] extends Schema ? z.input<E["ok"]> : Binary;

export interface Binary {
  readonly bytes: Uint8Array;
  readonly filename: string;
  readonly type: string;
}

/** What a call of the practice asks of its caller; null of any other call. */
export const clinicAccessOf = ({ access }: Endpoint): ClinicAccess | null =>
  access.caller === "clinic" ? access : null;

/** Path on the origin, with its `{names}` not filled in. */
export const fullPath = ({ base = "default", path }: Pick<Endpoint, "base" | "path">): string => bases[base] + path;
