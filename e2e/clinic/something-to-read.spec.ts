import { messages } from "#contract/messages/calls.ts";
import { callApi } from "../actors/api.ts";
import { signInForToken } from "../actors/patient-in-care.ts";
import { signInStaff } from "../actors/staff.ts";
import { expect, test } from "../fixtures.ts";
import { pressEnter } from "../input/keyboard.ts";
import { expectClinicAccessible } from "../pages/clinic.ts";
import { SignIn } from "../pages/sign-in.ts";

test("a nurse sends a leaflet with an answer by keys, and the patient opens it inside the app @desktop", async ({
  page,
  freshBrowser,
  api,
  careTeam,
  patient,
  createDeliveredPatient,
}) => {
  await createDeliveredPatient();
  const token = await signInForToken(api, patient);
  const { items } = await callApi(api, messages.conversations, {}, { token });
  const id = items.find(({ kind }) => kind === "doctor")?.id ?? "";
  await callApi(api, messages.send, { params: { id }, body: { message: "I sleep badly." } }, { token });
  await signInStaff(page, careTeam, "Noor Haddad", ["nurse"]);
  await page.goto(`/clinic/conversation/${id}`);
  const field = page.getByRole("textbox", { name: /^(Answer|Write to) / });
  const material = page.getByLabel(/^Send to read/);
  await expect(material).toBeVisible();
  await page.keyboard.press("h");
  await expect(material).toBeFocused();
  await material.selectOption({ label: "Sleeping better through warm nights" });
  await expect(field).toBeFocused();
  await expect(page.getByText("Leaflet to read:")).toBeVisible();
  await expectClinicAccessible(page, "An answer with a leaflet");
  await page.keyboard.type("This may help until then.");
  await pressEnter(page.getByRole("button", { name: "Send", exact: true }));
  const thread = page.getByRole("region", { name: "Messages" });
  await expect(thread.getByRole("link", { name: "Sleeping better through warm nights" })).toBeVisible();

  const own = await freshBrowser();
  await new SignIn(own).openSignedIn("/messages/doctor", patient);
  const link = own.getByRole("link", { name: "Sleeping better through warm nights" });
  await expect(link).toBeVisible();
  await pressEnter(link);
  await expect(own.getByRole("heading", { level: 1, name: "Sleeping better through warm nights" })).toBeVisible();
});
