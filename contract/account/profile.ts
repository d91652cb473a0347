import * as z from "zod/mini";
import {
  Id,
  Day,
  StateId,
  Name,
  optionalText,
  Phone,
  singleLine,
  textAsRead,
  NewEmail,
  Acknowledgement,
} from "#contract/fields/fields.ts";
import { endpoint } from "#contract/http/endpoint.ts";
import { FailedTransactionReason } from "#contract/payment.ts";

export const User = z.object({
  id: Id,
  firstname: z.nullable(z.string()),
  lastname: z.nullable(z.string()),
  email: z.string(),
  emailverified: z.boolean(),
  profileUrl: z.nullable(z.string()),
  phoneno: z.nullable(z.string()),
  birthday: z.nullable(Day),
  state: z.nullable(StateId),
  followup_code: z.nullable(z.string()),
  hasfailedtransaction: z.boolean(),
  failedtransactionreason: z.nullable(FailedTransactionReason),
  needspatientreply: z.boolean(),
  pharmacy: z.nullable(z.string()),
});
export type User = z.output<typeof User>;

/** Fields of the user that are only read. */
function asRead<const F extends keyof User>(fields: readonly F[]) {
  return Object.fromEntries(fields.map((field) => [field, textAsRead(User.shape[field])])) as unknown as {
    readonly [Each in F]: z.ZodMiniOptional<z.ZodMiniType<User[Each], User[Each] | null>>;
  };
}

/** A name; null is left out, and an empty one an error. */
const NameAsRead = z.optional(
  z.pipe(
    z.transform((given: unknown) => given ?? undefined),
    z.optional(Name),
  ),
) as unknown as z.ZodMiniOptional<z.ZodMiniType<string, string | null>>;

/**
 * Fields left out are unchanged. Birthday and name are fixed once the identity check matched them. The user may be sent back whole as read: `email` must be
 * the one on file, and what else isn't changed here is ignored.
 */
export const ProfileBody = z.strictObject({
  firstname: NameAsRead,
  lastname: NameAsRead,
  birthday: textAsRead(Day),
  phoneno: optionalText(z.nullable(Phone)),
  state: textAsRead(StateId),
  email: textAsRead(z.string()),
  ...asRead(["id", "emailverified", "profileUrl", "followup_code", "hasfailedtransaction"]),
  ...asRead(["failedtransactionreason", "needspatientreply", "pharmacy"]),
});

/** Profile, picture, pharmacy and newsletter; spread into `account`. */
export const profileCalls = {
  user: endpoint({
    method: "GET",
    base: "default",
    path: "/user",
    summary: "The signed-in patient",
    auth: "patient",
    shows: ["user", "treatment", "order", "payment", "conversation"],
    ok: User,
    errors: [],
  }),
  updateUser: endpoint({
    method: "PUT",
    base: "default",
    path: "/user",
    summary: "Change the profile",
    auth: "patient",
    body: ProfileBody,
    ok: User,
    errors: ["wrong_state", "not_available_in_state"],
  }),
  uploadAvatar: endpoint({
    method: "POST",
    base: "default",
    path: "/user/avatar",
    summary: "Set the profile picture; the earlier one is deleted",
    auth: "patient",
    upload: true,
    ok: User,
    status: 201,
    errors: [],
  }),
  avatar: endpoint({
    method: "GET",
    base: "default",
    path: "/user/avatar",
    summary: "The profile picture",
    auth: "patient",
    ok: "application/octet-stream",
    errors: [],
  }),
  removeAvatar: endpoint({
    method: "DELETE",
    base: "default",
    path: "/user/avatar",
    summary: "Delete the profile picture; without one nothing changes",
    auth: "patient",
    ok: User,
    errors: [],
  }),
  updatePharmacy: endpoint({
    method: "PUT",
    base: "default",
    path: "/user/updatepharmacy",
    summary: "The patient's preferred pharmacy; null is the practice's own",
    auth: "patient",
    body: z.strictObject({ pharmacy: z.nullable(singleLine(300, "Please enter the pharmacy's name and address.")) }),
    ok: User,
    errors: [],
  }),
  joinMailingList: endpoint({
    method: "POST",
    base: "default",
    path: "/mailinglist",
    summary: "Subscribe an e-mail to the newsletter; the answer is the same for every e-mail",
    auth: "optional",
    body: z.strictObject({ email: NewEmail, firstname: optionalText(Name) }),
    ok: Acknowledgement,
    errors: [],
  }),
} as const;
