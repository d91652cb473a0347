import type * as z from "zod/mini";
import type { ErrorCode } from "./errors.ts";

/** The five bases of the API (decisions: default, v2, v1, messaging v3, process). */
export const bases = { default: "/api", v2: "/api/v2", v1: "/api/v1", v3: "/api/v3", process: "/api/process" } as const;
export type Base = keyof typeof bases;

/**
 * Who may call: `public` nobody in particular · `optional` anyone, a valid bearer is recognised · `patient` a bearer token ·
 * `clinic` the practice's own system, by `x-api-key`.
 */
export type Auth = "public" | "optional" | "patient" | "clinic";

type Schema = z.core.$ZodType;

/** As the `Idempotency-Key` header takes it. */
export const idempotencyKeyPattern = /^[\x21-\x7e]{8,128}$/;

/**
 * The write is not naturally idempotent: it takes an `Idempotency-Key`. Without one the same request of the same patient within ten minutes is
 * the same press, and is answered as the first time.
 */
export type Idempotency =
  | true
  /** What it says or sets can be meant a second time (paused, resumed, paused again): anything written in between makes it another press. */
  | { readonly untilNextWrite: true }
  /** With other path parameters than these it can be repeated as it is; without a key it is then simply done again. */
  | { readonly only: Readonly<Record<string, string | number>> };

/** One call of the API: everything the server, the browser client, the OpenAPI document and the gates derive from. */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly base: Base;
  readonly path: `/${string}`;
  readonly summary: string;
  readonly auth: Auth;
  /** Spec §7 sends `x-api-key` beside the bearer: taken, and not looked at. */
  readonly apiKeyMayCome?: true;
  /** The client never repeats this call by itself: at all, or with these path parameters. */
  readonly retry?: false | { readonly exceptWith: Readonly<Record<string, string | number>> };
  /** Why this call is safer without the one retry that spec §7 gives it. */
  readonly whyNoRetry?: string;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Shape of the reply, or the media type of a binary one. */
  readonly ok: Schema | BinaryType;
  readonly status?: 200 | 201 | 202;
  /** Codes this call may answer besides those every call of its kind may (see `commonErrors`). */
  readonly errors: readonly ErrorCode[];
  readonly idempotency?: Idempotency;
  /** multipart/form-data: one file, in a part `file` or of any other name; the other parts are described by `body`. */
  readonly upload?: true;
  /** The reply sets or clears cookies, so the handler receives a cookie jar. */
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

/** Declares a call; a path whose `{names}` are not in `params` does not compile. */
export const endpoint = <const E extends Endpoint>(call: E & ParamsFit<E>): E => call;

type RequestPart<
  E extends Endpoint,
  K extends "params" | "query" | "body",
  Side extends "in" | "out",
> = E[K] extends Schema ? { readonly [Q in K]: Side extends "in" ? z.input<E[K]> : z.output<E[K]> } : unknown;

/** What a caller passes. */
export type Input<E extends Endpoint> = RequestPart<E, "params", "in"> &
  RequestPart<E, "query", "in"> &
  RequestPart<E, "body", "in">;
/** What a handler receives, checked. */
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

/** Path on the origin, with `{names}` still in it. */
export const fullPath = (call: Pick<Endpoint, "base" | "path">): string => bases[call.base] + call.path;
