import type { HelperPart } from "#contract/account/helpers.ts";
import type { UtmSet } from "#contract/growth/campaign-values.ts";
import type { Access, Endpoint, Idempotency, HandlerInput, HandlerResult } from "#contract/http/endpoint.ts";
import type { commonErrors } from "#contract/http/errors.ts";
import type { Permission } from "#contract/policy/policy.ts";
import type { Role } from "#contract/policy/roles.ts";
import type { AuditGround } from "#contract/staff/record-access.ts";
import type { Refuses } from "../refusal.ts";
import type { Services } from "../services.ts";

/** The authenticated caller. */
export interface Caller {
  readonly patientId: string;
  readonly sessionId: string;
  /** Somebody who helps this patient, with a sign-in of their own; left out: the patient. */
  readonly helper?: HelperCaller;
}

/** A helper, and what the patient let them into. */
export interface HelperCaller {
  readonly id: string;
  readonly parts: readonly HelperPart[];
}

/** Who a call of the clinic comes from: one of the practice's systems, by its key, or one of its people. */
export interface ClinicCaller {
  /** As the audit names them. */
  readonly actor: `key:${string}` | `staff:${string}`;
  /** Whose `Idempotency-Key`s these are. It stays the same when a key is rotated: what was begun with one is repeated with its successor. */
  readonly owner: string;
  /** By the scopes of a key, or by roles. */
  readonly permissions: readonly Permission[];
  /** Null for a system. */
  readonly member: StaffCaller | null;
}

/** One of the practice's people, signed in. */
export interface StaffCaller {
  readonly memberId: string;
  readonly sessionId: string;
  readonly roles: readonly Role[];
  /** Of a physician: the doctor in whose name they decide. */
  readonly doctorId: string | null;
  /** A new person who has nothing but a password yet. */
  readonly enrolling: boolean;
}

/** A token's session and patient, and its expiry (ms since the epoch). */
export interface VerifiedToken {
  readonly caller: Caller;
  readonly expiresAt: number;
}

export interface CookieJar {
  readonly get: (name: string) => string | undefined;
  /** HttpOnly, SameSite=Strict, for the API's path only. */
  readonly set: (name: string, value: string, maxAgeSeconds: number) => void;
  readonly clear: (name: string) => void;
}

export interface UploadedPart {
  readonly bytes: Buffer;
  readonly filename: string;
  readonly type: string;
}

/** Valid marketing headers of spec §7; missing and malformed ones are left out. */
export type TrackingHeaders = Readonly<
  Partial<
    Record<"utm" | "firsttouchutm", UtmSet> & Record<"gclid" | "tbclid" | "deduplicationid" | "fbp" | "fbc", string>
  >
>;

export interface RequestMetadata {
  readonly id: string;
  readonly address: string;
  readonly userAgent: string;
  /** The browser's own random id, a UUID. */
  readonly cookieId: string | null;
  readonly tracking: TrackingHeaders;
  /** The browser asks that data not be sold or shared (Global Privacy Control). */
  readonly gpc: boolean;
}

type CallerOf<A extends Access["caller"]> = A extends "patient"
  ? { readonly caller: Caller }
  : A extends "optional"
    ? { readonly caller: Caller | null }
    : A extends "clinic"
      ? { readonly clinic: ClinicCaller }
      : A extends "staff"
        ? { readonly member: StaffCaller; readonly clinic: ClinicCaller }
        : unknown;

type AllowedCode<E extends Endpoint> =
  | E["errors"][number]
  | (typeof commonErrors)["all"][number]
  | (E["access"]["caller"] extends "patient" ? (typeof commonErrors)["patient"][number] : never)
  | (E["access"]["caller"] extends "clinic" ? (typeof commonErrors)["clinic"][number] : never)
  | (E["access"]["caller"] extends "staff" ? (typeof commonErrors)["staff"][number] : never)
  | (E extends { upload: true } ? (typeof commonErrors)["upload"][number] : never);

/** What a handler works with besides its validated input. `db` is a transaction where the call takes an idempotency key. */
export type Context<E extends Endpoint = Endpoint> = Services &
  CallerOf<E["access"]["caller"]> &
  Refuses<AllowedCode<E>> & {
    readonly request: RequestMetadata;
    /** Adds this patient to the audit row of the request (calls by the clinic), if it has a reason of its own with it and the row with its words. */
    readonly auditPatient: (patientId: string, access?: { readonly ground: AuditGround; readonly id: string }) => void;
  } & (E extends { cookies: true } ? { readonly cookies: CookieJar } : unknown) &
  (E extends { upload: true } ? { readonly file: UploadedPart } : unknown) &
  (E extends { idempotency: Idempotency } ? { readonly idempotencyKey: string } : unknown);

export type Handler<E extends Endpoint> = (input: HandlerInput<E>, context: Context<E>) => Promise<HandlerResult<E>>;

/**
 * A handler that calls another system (a charge): it runs outside a transaction, and the same key may run it again
 * after a crash, so its own rows must be unique by the key.
 */
export interface Resumable<E extends Endpoint> {
  readonly resumable: Handler<E>;
}

export type Handlers<Calls extends Record<string, Endpoint>> = {
  readonly [K in keyof Calls]: Handler<Calls[K]> | Resumable<Calls[K]>;
};
