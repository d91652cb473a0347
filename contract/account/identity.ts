import * as z from "zod/mini";
import { Moment, Id } from "#contract/fields/fields.ts";
import { patientCall } from "#contract/http/endpoint.ts";

export const IdentityStatus = z.enum(["none", "matched", "no_match", "review"]);

export const IdentityPhotoKind = z.enum(["photo_id", "selfie"]);

/** Why a person couldn't confirm an identity; each has a sentence for the patient that says what to do. */
export const identityReasons = [
  "photo_unclear",
  "id_expired",
  "name_differs",
  "birthday_differs",
  "face_differs",
] as const;
export type IdentityReason = (typeof identityReasons)[number];

/** The state of identity verification, and which photos a person needs to continue. */
export const IdentityVerification = z.object({
  identitystatus: IdentityStatus,
  /** Photos currently requested; empty when none is needed. */
  requestedphotos: z.array(IdentityPhotoKind),
  /** Why it couldn't be confirmed and what to do, where a person said so and photos are asked for again. */
  reason: z.nullable(z.string()),
  /** The latest of each kind. */
  uploadedphotos: z.array(z.object({ kind: IdentityPhotoKind, uploadedat: Moment })),
});

export const IdentityUpload = z.object({
  id: Id,
  kind: IdentityPhotoKind,
  identitystatus: IdentityStatus,
});

/** The identity check after the visit; spread into `account`. */
export const identityCalls = {
  identity: patientCall("GET /user/identification", {
    summary: "The state of the identity check, and which photos are needed",
    shows: ["user"],
    ok: IdentityVerification,
  }),
  uploadPhoto: patientCall("POST /user/photo", {
    summary: "A selfie for the identity check, after the visit",
    upload: true,
    ok: IdentityUpload,
    status: 201,
    errors: ["wrong_state"],
  }),
  uploadIdentification: patientCall("POST /user/identification", {
    summary: "A photo ID for the identity check, after the visit",
    upload: true,
    ok: IdentityUpload,
    status: 201,
    errors: ["wrong_state"],
  }),
} as const;
