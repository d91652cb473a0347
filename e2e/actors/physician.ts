import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { staff } from "#contract/staff/calls.ts";
import { expect } from "../fixtures.ts";
import { joinWithAuthenticator } from "../pages/clinic.ts";
import type { CareTeam } from "./patient-in-care.ts";

/** A physician of the practice in the name of a doctor of their own, who is licensed in this state. */
export async function physicianLicensedIn(
  page: Page,
  careTeam: CareTeam,
  state: "CA" | "NY",
  name = "Paula Reyes",
): Promise<void> {
  const { portraits } = await careTeam(staff.doctors, {});
  const [firstname = "", lastname = ""] = name.split(" ");
  const { id: doctorid } = await careTeam(staff.addDoctor, {
    body: {
      ...{ firstname, lastname: `${lastname} ${randomUUID().slice(0, 4)}`, credentials: "MD", npi: "1234567893" },
      ...{ bio: "Treats menopause.", portrait: portraits[0] ?? "", states: [state], acceptspatients: false },
    },
  });
  const email = `physician.${randomUUID()}@practice.example`;
  await careTeam(staff.invite, { body: { email, name, roles: ["physician"], doctorid } });
  await joinWithAuthenticator(page, email);
  await expect(page.getByRole("heading", { name: "Inbox" })).toBeVisible();
}
