import * as z from "zod/mini";
import { Id, Moment, NewEmail, singleLine, Acknowledgement } from "#contract/fields/fields.ts";
import { endpoint } from "#contract/http/endpoint.ts";
import { IdParams } from "#contract/http/params.ts";

const CurrentPassword = z
  .string("Please enter your current password.")
  .check(z.minLength(1, "Please enter your current password."), z.maxLength(200));

export const Session = z.object({
  id: Id,
  /** Browser and operating system, like “Safari on iPhone”. */
  device: z.string(),
  createdat: Moment,
  lastusedat: Moment,
  current: z.boolean(),
});

/** The sign-in e-mail, sessions, and closing the account; spread into `account`. */
export const securityCalls = {
  changeEmail: endpoint({
    method: "PUT",
    base: "default",
    path: "/user/email",
    summary:
      "Mail a confirmation to a new e-mail; the answer is the same for every e-mail, and repeating it mails again",
    auth: "patient",
    body: z.strictObject({ email: NewEmail, password: CurrentPassword }),
    ok: z.object({ message: z.string(), pendingemail: z.string() }),
    errors: ["wrong_credentials"],
  }),
  verifyEmail: endpoint({
    method: "PUT",
    base: "default",
    path: "/user/emailverification",
    summary: "Confirm an e-mail with the code of the mailed link, on any device; the same code again answers the same",
    auth: "optional",
    body: z.strictObject({ code: singleLine(128) }),
    ok: z.object({ message: z.string(), email: z.string() }),
    errors: ["link_expired"],
  }),
  stopEmailChange: endpoint({
    method: "PUT",
    base: "default",
    path: "/user/email/stop",
    summary:
      "Stop a change of the e-mail that the practice was asked for, with the code mailed to the old one; a change that was confirmed is taken back, and the account locked until a new password is chosen",
    auth: "public",
    body: z.strictObject({ code: singleLine(128) }),
    ok: z.object({ message: z.string(), email: z.string(), takenback: z.boolean() }),
    errors: ["link_expired"],
  }),
  sessions: endpoint({
    method: "GET",
    base: "default",
    path: "/user/sessions",
    summary: "Where the patient is signed in",
    auth: "patient",
    shows: ["user"],
    ok: z.object({ items: z.array(Session) }),
    errors: [],
  }),
  endSession: endpoint({
    method: "DELETE",
    base: "default",
    path: "/user/sessions/{id}",
    summary: "Sign out one of the patient's sessions, at once",
    auth: "patient",
    params: IdParams,
    ok: z.object({ items: z.array(Session) }),
    errors: [],
  }),
  closeAccount: endpoint({
    method: "POST",
    base: "default",
    path: "/user/close",
    summary:
      "Close the account: everything that is running ends, and so does every session. The practice keeps the records it has to",
    auth: "patient",
    retry: false,
    whyNoRetry: "A repeat after a lost answer would meet an account that is closed, and say it was refused",
    body: z.strictObject({
      password: z.string().check(z.minLength(1, "Please enter your password."), z.maxLength(200)),
    }),
    ok: Acknowledgement,
    errors: ["wrong_credentials", "wrong_state"],
  }),
} as const;
