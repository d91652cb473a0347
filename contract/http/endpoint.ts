import type * as z from "zod/mini";
import type { ErrorCode } from "./errors.ts";
import type { PatientKey, RecordKey } from "./record.ts";
import type { Scope } from "./scopes.ts";
import type { ChangeTopic } from "./topics.ts";
import type { WorkKind } from "./work.ts";

/** The five bases of the API (decisions: default, v2, v1, messaging v3, process). */
export const bases = { default: "/api", v2: "/api/v2", v1: "/api/v1", v3: "/api/v3", process: "/api/process" } as const;
export type Base = keyof typeof bases;

/**
 * Who may call: `public` anyone, unidentified · `optional` anyone, a valid bearer token is recognised · `patient` a bearer token · `clinic` the
 * practice's own system, by `x-api-key`, or a person of the practice whose roles have a scope of the call · `staff` a person of the practice, about
 * themself.
 */
export type Auth = "public" | "optional" | "patient" | "clinic" | "staff";

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

/** Fields of an answer, and the scopes of which one opens them. */
export type FieldScopes = Readonly<Record<string, readonly Scope[]>>;

/** One call of the API: everything the server, the browser client, the OpenAPI document and the gates derive from. */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly base: Base;
  readonly path: `/${string}`;
  readonly summary: string;
  readonly auth: Auth;
  /** Of a `clinic` call: an API key, or a person's roles, need one of these scopes. */
  readonly scopes?: readonly Scope[];
  /** Fields of the answer that are left out unless the caller has one of these scopes, too. */
  readonly fieldScopes?: FieldScopes;
  /** A person must have proved within the last minutes that it is them, because what this gives or ends is worth more than a session. */
  readonly freshProof?: true;
  /**
   * It opens something of the record of the patient that `{id}` stands for. A person who reads about health is refused with `reason_required` unless
   * the patient is their work, or they gave a reason within the last hour.
   */
  readonly record?: RecordKey;
  /**
   * It decides something for the patient that `{id}` stands for. While an emergency of theirs is open it is refused with `emergency_open`, until the
   * caller names it in `x-emergency-seen`, or among the rules an `override` weighs.
   */
  readonly decidesFor?: PatientKey;
  /** A public call that works by a cookie: refused from any page that isn't ours. */
  readonly sameOrigin?: true;
  /** What a person works on who makes this call, named by `{id}`: they claim it by doing so, and are refused while it is somebody else's. */
  readonly work?: WorkKind;
  /** A physician decides this in their own name: the body's `doctorid` can be nobody else's, and is theirs where it is left out. */
  readonly inDoctorsName?: true;
  /** Of a `staff` call: also open to a new person who has a password, but nothing else to prove it with yet. */
  readonly whileEnrolling?: true;
  /** Spec §7 sends `x-api-key` beside the bearer token: accepted and ignored. */
  readonly acceptsApiKey?: true;
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

type PathNames<P extends string> = P extends `${string}{${infer N}}${infer R}` ? N | PathNames<R> : never;
type ParamsFit<E extends Endpoint> = [PathNames<E["path"]>] extends [never]
  ? { readonly params?: never }
  : E["params"] extends Schema
    ? [PathNames<E["path"]>] extends [keyof z.output<E["params"]>]
      ? unknown
      : { readonly params: "declare every name of the path" }
    : { readonly params: "declare every name of the path" };

/** A clinic call names its scopes, any other call has none. */
type ScopesFit<E extends Endpoint> = E["auth"] extends "clinic"
  ? E["scopes"] extends readonly [Scope, ...Scope[]]
    ? unknown
    : { readonly scopes: "declare which scopes open this call" }
  : { readonly scopes?: never; readonly fieldScopes?: never };

/** Declares a call. A path whose `{names}` are not in `params`, or a clinic call without scopes, does not compile. */
export const endpoint = <const E extends Endpoint>(call: E & ParamsFit<E> & ScopesFit<E>): E => call;

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

/** Path on the origin, with its `{names}` not filled in. */
export const fullPath = (call: Pick<Endpoint, "base" | "path">): string => bases[call.base] + call.path;
