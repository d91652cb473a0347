import * as z from "zod/mini";
import { Id, Moment, NewEmail, singleLine, Acknowledgement } from "#contract/fields/fields.ts";
import { optionalPatientCall, patientCall, publicCall } from "#contract/http/endpoint.ts";
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
  changeEmail: patientCall("PUT /user/email", {
    summary:
      "Mail a confirmation to a new e-mail; the answer is the same for every e-mail, and repeating it mails again",
    body: z.strictObject({ email: NewEmail, password: CurrentPassword }),
    ok: z.object({ message: z.string(), pendingemail: z.string() }),
    errors: ["wrong_credentials"],
  }),
  verifyEmail: optionalPatientCall("PUT /user/emailverification", {
    summary: "Confirm an e-mail with the code of the mailed link, on any device; the same code again answers the same",
    body: z.strictObject({ code: singleLine(128) }),
    ok: z.object({ message: z.string(), email: z.string() }),
    errors: ["link_expired"],
  }),
  stopEmailChange: publicCall("PUT /user/email/stop", {
    summary:
      "Stop a change of the e-mail that the practice was asked for, with the code mailed to the old one; a change that was confirmed is taken back, and the account locked until a new password is chosen",
    body: z.strictObject({ code: singleLine(128) }),
    ok: z.object({ message: z.string(), email: z.string(), takenback: z.boolean() }),
    errors: ["link_expired"],
  }),
  sessions: patientCall("GET /user/sessions", {
    summary: "Where the patient is signed in",
    shows: ["user"],
    ok: z.object({ items: z.array(Session) }),
  }),
  endSession: patientCall("DELETE /user/sessions/{id}", {
    summary: "Sign out one of the patient's sessions, at once",
    params: IdParams,
    ok: z.object({ items: z.array(Session) }),
  }),
  closeAccount: patientCall("POST /user/close", {
    summary:
      "Close the account: everything that is running ends, and so does every session. The practice keeps the records it has to",
    retry: false,
    whyNoRetry: "A repeat after a lost answer would meet an account that is closed, and say it was refused",
    body: z.strictObject({
      password: z.string().check(z.minLength(1, "Please enter your password."), z.maxLength(200)),
    }),
    ok: Acknowledgement,
    errors: ["wrong_credentials", "wrong_state"],
  }),
} as const;
