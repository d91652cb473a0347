import * as z from "zod/mini";
import { EmptyBody, Id, Moment, optionalText, singleLine } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { IdParams } from "#contract/http/params.ts";
import { scopes } from "#contract/policy/policy.ts";

/** An API key, without its secret. */
export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  /** The last four characters, to tell keys apart; null for the one of the setting `API_KEY`. */
  ending: z.nullable(z.string()),
  createdat: Moment,
  /** Null: it does not expire. */
  expiresat: z.nullable(Moment),
  revokedat: z.nullable(Moment),
  /** To the minute. */
  lastusedat: z.nullable(Moment),
});
export type ApiKey = z.output<typeof ApiKey>;

/** A new key. `secret` is what `x-api-key` takes; it cannot be read again. */
export const NewApiKey = z.object({ key: ApiKey, secret: z.string() });

export const keyCalls = {
  keys: clinicCall("GET /clinic/key", {
    summary: "The API keys, newest first, also those that have expired or were revoked",
    access: { needs: ["read:keys"] },
    ok: z.object({ items: z.array(ApiKey) }),
  }),
  createKey: clinicCall("POST /clinic/key", {
    summary: "Make an API key with some of the scopes of the key that makes it; its secret is in this answer only",
    access: { needs: ["write:keys"], freshProof: true },
    idempotency: true,
    body: z.strictObject({
      name: singleLine(60, "Please name what will use this key."),
      scopes: z
        .array(z.enum(scopes))
        .check(z.minLength(1, "Please choose at least one scope."), z.maxLength(scopes.length)),
      expiresat: optionalText(Moment),
    }),
    ok: NewApiKey,
    status: 201,
    errors: ["wrong_state"],
  }),
  rotateKey: clinicCall("POST /clinic/key/{id}/rotate", {
    summary: "Replace an API key by a new one with the same scopes; the old one works for some hours more",
    access: { needs: ["write:keys"], freshProof: true },
    idempotency: true,
    params: IdParams,
    body: z.strictObject({
      /** How long the old key still works. */
      overlaphours: z._default(z.int().check(z.minimum(0), z.maximum(720)), 24),
      expiresat: optionalText(Moment),
    }),
    ok: NewApiKey,
    status: 201,
    errors: ["wrong_state"],
  }),
  revokeKey: clinicCall("POST /clinic/key/{id}/revoke", {
    summary: "End an API key at once; a repeat changes nothing",
    access: { needs: ["write:keys"], freshProof: true },
    params: IdParams,
    body: EmptyBody,
    ok: ApiKey,
    errors: ["wrong_state"],
  }),
} as const;
