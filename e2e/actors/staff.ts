import { randomUUID } from "node:crypto";
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import type { Role } from "#contract/policy/roles.ts";
import { staff } from "#contract/staff/calls.ts";
import { callApi } from "./api.ts";
import type { CareTeam } from "./patient-in-care.ts";

export const staffPassword = "lavender between two hedges";

/** The link to join in a text; empty where there is none. */
export const staffLinkIn = (text: string): string => /https?:\/\/\S+?\/clinic\/join#[\w-]{43}/.exec(text)?.[0] ?? "";

/** The app that shows the codes of this secret. */
export const authenticatorOf = (secret: string): TOTP => new TOTP({ secret: Secret.fromBase32(secret) });

/** Comes in by a link with an authenticator app, which is returned, without the pages: `request` keeps the session. `now` is what the server's clock says. */
export async function joinOverApi(request: APIRequestContext, link: string, now = new Date()): Promise<TOTP> {
  const body = { token: new URL(link).hash.slice(1), password: staffPassword };
  await callApi(request, staff.acceptInvitation, { body });
  const app = authenticatorOf((await callApi(request, staff.newAuthenticator, { body: {} })).secret);
  await callApi(request, staff.confirmAuthenticator, { body: { code: app.generate({ timestamp: now.getTime() }) } });
  return app;
}

/** The link mailed to this address, once it has arrived. */
async function mailedLink(request: APIRequestContext, email: string): Promise<string> {
  let path = "";
  const search = async () => {
    const mails = (await (await request.get("/dev/mailbox")).text()).split("<li>");
    path = /href="([^"]+)"/.exec(mails.find((mail) => mail.includes(email)) ?? "")?.[1] ?? "";
    return path;
  };
  await expect.poll(search, { message: `a mail to ${email}`, timeout: 180_000 }).not.toBe("");
  return staffLinkIn(await (await request.get(path)).text());
}

/** Invites somebody of the practice, who comes in; `request` keeps the session. */
export async function joinStaff(
  request: APIRequestContext,
  careTeam: CareTeam,
  name: string,
  roles: readonly Role[],
  doctorid?: string,
  now?: Date,
): Promise<{ email: string; authenticator: TOTP }> {
  const email = `staff.${randomUUID()}@practice.example`;
  await careTeam(staff.invite, { body: { email, name, roles: [...roles], ...(doctorid && { doctorid }) } });
  return { email, authenticator: await joinOverApi(request, await mailedLink(request, email), now) };
}

/** Invites somebody of the practice, who is then signed in in this page's browser; it stays where it is. */
export async function signInStaff(
  page: Page,
  careTeam: CareTeam,
  name: string,
  roles: readonly Role[],
  doctorid?: string,
  now?: Date,
): Promise<void> {
  await joinStaff(page.context().request, careTeam, name, roles, doctorid, now);
}

/** A new doctor, who is licensed in this state and takes no new patients; resolves with the id. */
export async function newDoctor(
  careTeam: CareTeam,
  firstname: string,
  lastname: string,
  state: string,
): Promise<string> {
  const { portraits } = await careTeam(staff.doctors, {});
  const { id } = await careTeam(staff.addDoctor, {
    body: {
      ...{ firstname, lastname, credentials: "MD", npi: "1234567893", bio: "Treats menopause." },
      ...{ portrait: portraits[0] ?? "", states: [state], acceptspatients: false },
    },
  });
  return id;
}

/** Signs somebody in who decides in the name of a new doctor, who is licensed in this state. */
export async function signInPhysician(
  page: Page,
  careTeam: CareTeam,
  state: "CA" | "NY",
  name = "Paula Reyes",
): Promise<void> {
  const [firstname = "", lastname = ""] = name.split(" ");
  const doctorid = await newDoctor(careTeam, firstname, `${lastname} ${randomUUID().slice(0, 4)}`, state);
  await signInStaff(page, careTeam, name, ["physician"], doctorid);
}
