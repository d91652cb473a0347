import { randomUUID } from "node:crypto";
import { care } from "#contract/care/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { callApi } from "../actors/api.ts";
import { onePersonTwice, shipOrder, signInForToken } from "../actors/patient-in-care.ts";
import { newDoctor, signInStaff } from "../actors/staff.ts";
import { expect, test } from "../fixtures.ts";
import { expectClinicAccessible } from "../pages/clinic.ts";
import { openMail } from "../pages/mailbox.ts";
import { SignIn } from "../pages/sign-in.ts";

test("decisions §19 two accounts of one person become one: what is open ends first, the subscriptions of the one that closes are said before, both mailboxes agree, the old address says where to log in, and it is undone @desktop", async ({
  page,
  freshBrowser,
  careTeam,
  api,
  expectProblem,
  expectApiError,
  checkAccessibility,
}) => {
  const { first, second, ids, orders } = await onePersonTwice(api);
  const [, id = ""] = ids;
  const lastname = `Valdez ${randomUUID().slice(0, 4)}`;
  await signInStaff(page, careTeam, "Amara Okafor", ["physician"], await newDoctor(careTeam, "Ines", lastname, "CA"));
  expectProblem(/status of (401|403|409)/);
  const [pair] = (await careTeam(care.patient, { params: { id } })).pairs ?? [];

  await test.step("what is in the way stands where it's asked for", async () => {
    await page.goto(`/clinic/pair/${pair?.id}`);
    await page.getByRole("radio", { name: "The same person" }).check();
    await page.getByLabel("Why").fill("Married in June; she told us on the phone.");
    await page.getByRole("button", { name: "Save it" }).click();
    await expect(page.getByText("The account of the first record: not possible now")).toBeVisible();
    await expect(page.getByText("The account that would close has a subscription").first()).toBeVisible();
    const order = orders[1] ?? "";
    await careTeam(care.accept, { params: { id }, body: {} });
    await careTeam(care.approvePlan, { params: { id }, body: {} });
    const token = await signInForToken(api, second);
    const status = async () => (await callApi(api, treatment.order, { params: { id: order } }, { token })).status;
    await expect.poll(status, { timeout: 180_000 }).toBe("paid");
    await shipOrder(careTeam, { order });
    await careTeam(care.deliverOrder, { params: { id: order }, body: null });
  });

  await test.step("the patient is asked at both addresses", async () => {
    const toFirst = page.getByRole("radio", { name: "The account of the first record" });
    const notYet = page.getByText("The account of the first record: not possible now");
    await expect(async () => {
      await page.reload();
      await expect(toFirst.or(notYet)).toBeVisible();
      expect(await toFirst.isVisible()).toBe(true);
    }).toPass();
    await toFirst.check();
    const inBoth = page.getByRole("group", { name: /^Both accounts have / });
    await expect(inBoth.first()).toBeVisible();
    await page.getByRole("button", { name: "Ask the patient" }).click();
    await expect(inBoth.first().getByText("Choose one.")).toBeVisible();
    for (const each of await inBoth.all())
      await each.getByRole("radio", { name: /in the account that’s kept/ }).check();
    await page.getByRole("button", { name: "Ask the patient" }).click();
    await expect(page.getByText("The patient was asked")).toBeVisible();
    await expectClinicAccessible(page, "One account instead of two");
  });

  const mails = await freshBrowser();
  await test.step("and agrees in both mailboxes", async () => {
    await openMail(mails, first.email, /two accounts with us/);
    await mails.getByRole("link", { name: /one-account/ }).click();
    await expect(mails.getByRole("heading", { name: "Do you have two accounts with us?" })).toBeVisible();
    await expect(mails.getByText("Your subscriptions in this account will end")).toHaveCount(0);
    await mails.getByRole("button", { name: "Yes, both are mine" }).click();
    await expect(mails.getByText("Please choose how you want to log in.")).toBeVisible();
    await mails.setViewportSize({ width: 390, height: 844 });
    await mails.getByText(`With ${first.email}`).click();
    await mails.getByRole("button", { name: "Yes, both are mine" }).click();
    await expect(mails.getByRole("heading", { name: "One more step" })).toBeVisible();
    await openMail(mails, second.email, /two accounts with us/);
    await mails.getByRole("link", { name: /one-account/ }).click();
    await expect(mails.getByText("You've said yes at your other address.")).toBeVisible();
    await expect(mails.getByText("Your subscriptions in this account will end")).toBeVisible();
    await expect(mails.getByRole("radio", { name: "With my other email address" })).toBeChecked();
    await expect(mails.getByText(first.email)).toHaveCount(0);
    await mails.getByRole("button", { name: "Yes, both are mine" }).click();
    await expect(mails.getByRole("heading", { name: "Your two accounts are one now" })).toBeVisible();
  });

  await test.step("the old address says where to log in", async () => {
    await mails.getByRole("link", { name: "Log in" }).click();
    expectApiError({ path: "/api/signin", status: 401 });
    await new SignIn(mails).submit(second);
    await expect(mails.getByText("You log in with your other email address now.")).toBeVisible();
  });

  await test.step("and the documents of both are with the one that goes on", async () => {
    await new SignIn(mails).openSignedIn("/insurance-documents", first);
    const earlier = mails.getByRole("region", { name: "From your other account" });
    await earlier.getByText("Medical record").click();
    const download = mails.waitForEvent("download");
    await earlier.getByRole("button", { name: "Download" }).click();
    expect((await download).suggestedFilename()).toBe("calendula-medical-records.pdf");
    await checkAccessibility(mails, "Documents of two accounts");
    await mails.close();
  });

  await test.step("both records lead to each other, and it is undone with a reason", async () => {
    await page.goto(`/clinic/patients/${id}`);
    await expect(page.getByText("This account became part of another one")).toBeVisible();
    await page.getByRole("link", { name: "Open the record in use" }).click();
    await expect(page.getByText("Another account became part of this one")).toBeVisible();
    await page.goto(`/clinic/pair/${pair?.id}`);
    await page.setViewportSize({ width: 390, height: 844 });
    const undo = page.getByLabel("Why do you undo it?");
    await expect(undo.or(page.getByText("It can’t be undone"))).toBeVisible();
    await expect(page.getByText(/canceled with the account of the second record/).first()).toBeVisible();
  });
});
