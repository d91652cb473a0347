import * as z from "zod/mini";
import { Moment, Id } from "#contract/fields/fields.ts";
import { endpoint } from "#contract/http/endpoint.ts";

export const IdentityStatus = z.enum(["none", "matched", "no_match", "review"]);

export const IdentityPhotoKind = z.enum(["photo_id", "selfie"]);

/** The state of identity verification, and which photos a person needs to continue. */
export const IdentityVerification = z.object({
  identitystatus: IdentityStatus,
  /** Photos currently requested; empty when none is needed. */
  requestedphotos: z.array(IdentityPhotoKind),
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
  identity: endpoint({
    method: "GET",
    base: "default",
    path: "/user/identification",
    summary: "The state of the identity check, and which photos are needed",
    auth: "patient",
    shows: ["user"],
    ok: IdentityVerification,
    errors: [],
  }),
  uploadPhoto: endpoint({
    method: "POST",
    base: "default",
    path: "/user/photo",
    summary: "A selfie for the identity check, after the visit",
    auth: "patient",
    upload: true,
    ok: IdentityUpload,
    status: 201,
    errors: ["wrong_state"],
  }),
  uploadIdentification: endpoint({
    method: "POST",
    base: "default",
    path: "/user/identification",
    summary: "A photo ID for the identity check, after the visit",
    auth: "patient",
    upload: true,
    ok: IdentityUpload,
    status: 201,
    errors: ["wrong_state"],
  }),
} as const;
