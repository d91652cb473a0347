import { randomInt } from "node:crypto";
import { care } from "#contract/care/calls.ts";
import { followup } from "#contract/followup.ts";
import { messages } from "#contract/messages/calls.ts";
import type { Role } from "#contract/policy/roles.ts";
import { staff } from "#contract/staff/calls.ts";
import { uspsNumber } from "#contract/testing/usps-number.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { joinOverApi, staffLinkIn } from "../actors/staff.ts";
import { expect } from "../fixtures.ts";
import { answerFollowup, callOfPerson, test } from "../flows/practice.ts";
import { packByScan } from "../flows/scan-boxes.ts";

test("decisions §11 a practice lives on the staff app from an empty production database: first administrator, doctor with license, first patients, a question answered, approved per product, sent in a batch, reviewed, strength changed, stopped, while a second person works the same queue @desktop", async ({
  practice: { production, desk, comeIn, newPatient },
}) => {
  const administrator = await desk();
  await test.step("the first administrator comes in by the command's link, with both factors", async () => {
    const printed = await production.staffCommand("invite", "amara@practice.example", "Amara Okafor", "administrator");
    await comeIn(administrator, staffLinkIn(printed));
    await expect(administrator.getByRole("heading", { name: "Team" })).toBeVisible();
    expect(await production.staffCommand("list")).toContain("Amara Okafor\tadministrator\tactive");
  });

  await test.step("says until when the doctor's license is valid", async () => {
    await administrator.getByRole("link", { name: /Doctors and licenses/ }).click();
    const licenses = administrator.getByRole("list", { name: /Licenses of .*Marsh/ });
    await licenses.getByRole("button", { name: /: CA/ }).click();
    const dialog = administrator.getByRole("dialog");
    await dialog
      .getByLabel("Last day it’s valid")
      .fill(new Date(Date.now() + 300 * 86_400_000).toISOString().slice(0, 10));
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(administrator.getByRole("status").filter({ hasText: /is licensed in CA until/ })).toBeVisible();
  });

  /** Somebody who is invited comes in by the mailed link, at a desk of their own. */
  const join = async (email: string) => {
    await expect.poll(() => staffLinkIn(production.mailTo(email))).not.toBe("");
    const page = await desk();
    await joinOverApi(page.context().request, staffLinkIn(production.mailTo(email)));
    return page;
  };
  const invite = async (name: string, role: Role, doctorid?: string) => {
    const email = `${name.split(" ")[0]?.toLowerCase()}@practice.example`;
    const body = { email, name, roles: [role], ...(doctorid && { doctorid }) };
    await callOfPerson(administrator)(staff.invite, { body });
    return join(email);
  };
  const physician = await test.step("invites a physician, who decides as that doctor", async () => {
    await administrator.goto("/clinic/team");
    await administrator.getByRole("button", { name: "Invite somebody" }).click();
    await administrator.getByLabel("Name").fill("Elena Marsh");
    await administrator.getByLabel("Email").fill("elena@practice.example");
    await administrator.getByRole("checkbox", { name: "Physician" }).check();
    const select = administrator.getByLabel("Doctor they decide as");
    const option = await select.getByRole("option", { name: /Marsh/ }).textContent();
    await select.selectOption({ label: option ?? "" });
    await administrator.getByRole("button", { name: "Send the invitation" }).click();
    await expect(administrator.getByRole("status").filter({ hasText: "Elena Marsh is invited." })).toBeVisible();
    return join("elena@practice.example");
  });
  const second = await invite("Ines Valdez", "physician", "ines_valdez");
  const pharmacy = await invite("Vera Sommer", "pharmacy");

  const [rosa, ada] = [await newPatient("Winter"), await newPatient("Sommer")];
  const { items } = await rosa.call(messages.conversations, {});
  const doctor = items.find(({ kind }) => kind === "doctor")?.id ?? "";
  await rosa.call(messages.send, { params: { id: doctor }, body: { message: "May I take it in the morning?" } });

  await test.step("a question is answered by a second physician, who works the same queue", async () => {
    await physician.goto("/clinic/inbox");
    await second.goto("/clinic/inbox");
    for (const page of [physician, second])
      await expect(page.getByRole("link", { name: /Rosa Winter/ }).first()).toBeVisible();
    await second.goto(`/clinic/conversation/${doctor}`);
    await expect(second.getByText("May I take it in the morning?")).toBeVisible();
    await second.locator("main").press("r");
    await second.keyboard.type("Yes, at any hour, but always the same one.");
    await physician.goto(`/clinic/conversation/${doctor}`);
    await expect(physician.getByText("Ines Valdez is working on this")).toBeVisible();
    await expect(second.getByRole("button", { name: "Send", exact: true })).toBeEnabled();
    await second.keyboard.press("Control+Enter");
    await expect(second.getByText("Sent.")).toBeVisible();
    const thread = await rosa.call(messages.messages, { params: { id: doctor }, query: { afterseq: 0 } });
    expect(thread.items.filter(({ message }) => message.startsWith("Yes, at any hour"))).toHaveLength(1);
  });

  await test.step("the plan is decided product by product, while the second one sees whose it is", async () => {
    await physician.goto(`/clinic/case/${rosa.id}`);
    await expect(physician.getByText("Yours")).toBeVisible();
    await second.goto(`/clinic/case/${rosa.id}`);
    await expect(second.getByText("Elena Marsh is working on this")).toBeVisible();
    const patch = physician
      .getByRole("listitem")
      .filter({ has: physician.getByRole("heading", { name: /Estradiol patch/ }) });
    await patch.getByRole("radio", { name: "Replace" }).check();
    const other = patch.getByLabel("Prescribe instead");
    await other.selectOption({ index: 1 });
    await patch.getByRole("textbox", { name: "Reason" }).fill("We begin with a gentler strength.");
    await physician.getByLabel("Note", { exact: true }).fill("Please write to me after two weeks.");
    await physician.locator("main").press("a");
    const dialog = physician.getByRole("dialog", { name: "Approve the plan of Rosa Winter?" });
    await expect(dialog).toContainText("Replaced");
    await physician.keyboard.press("Enter");
    await expect(physician.getByRole("status").filter({ hasText: "Approved: Rosa Winter." })).toBeVisible();
    await expect(second.getByText("Elena Marsh is working on this")).toHaveCount(0);
  });
  await test.step("the second patient's plan is approved as it is", async () => {
    await physician.goto(`/clinic/case/${ada.id}`);
    await expect(physician.getByText("Yours")).toBeVisible();
    await physician.locator("main").press("a");
    await expect(physician.getByRole("dialog")).toBeVisible();
    await physician.keyboard.press("Enter");
    await expect(physician.getByRole("status").filter({ hasText: "Approved: Rosa Sommer." })).toBeVisible();
  });

  await test.step("each box of both parcels is scanned; they are sent in one batch, and arrive", async () => {
    await pharmacy.goto("/clinic/dispensing");
    await expect.poll(() => pharmacy.getByRole("checkbox").count()).toBeGreaterThan(2);
    const { items: ready } = await callOfPerson(pharmacy)(care.orders, { query: { status: "ready" } });
    await pharmacy.getByRole("checkbox", { name: "Select all" }).check();
    await pharmacy.getByRole("button", { name: "Pack", exact: true }).click();
    for (const order of ready) await packByScan(pharmacy, order);
    await pharmacy.getByRole("button", { name: "Mark as shipped" }).click();
    const dialog = pharmacy.getByRole("dialog");
    await dialog.getByLabel("Carrier").fill("USPS");
    const numbers = dialog.getByLabel(/Tracking number of/);
    const count = await numbers.count();
    expect(count).toBeGreaterThan(1);
    for (let index = 0; index < count; index += 1) await numbers.nth(index).fill(uspsNumber(randomInt(1e12)));
    await dialog.getByRole("button", { name: "Mark as shipped" }).click();
    await expect(pharmacy.getByText("Nothing is to be sent.")).toBeVisible();
    await pharmacy.goto("/clinic/dispensing?status=shipped");
    await pharmacy.getByRole("checkbox", { name: "Select all" }).check();
    await pharmacy.getByRole("button", { name: "Mark as delivered" }).click();
    await pharmacy.getByRole("dialog").getByRole("button", { name: "Mark as delivered" }).click();
    await expect(pharmacy.getByText("Nothing is on its way.")).toBeVisible();
  });

  await test.step("a follow-up is answered and reviewed, and the strength changed", async () => {
    await physician.goto(`/clinic/case/${rosa.id}`);
    await physician.getByRole("button", { name: "Send a review" }).click();
    await physician.getByRole("dialog").getByRole("button", { name: "Send" }).click();
    await expect(physician.getByText("A review is sent and not answered yet.")).toBeVisible();
    const { id: followupid } = await rosa.call(followup.check, {});
    await answerFollowup(rosa, followupid ?? "");
    await physician.goto("/clinic/inbox?queue=followup");
    await physician
      .getByRole("link", { name: /Rosa Winter/ })
      .first()
      .click();
    const review = physician.getByRole("region", { name: "Treatment reviews" });
    await review.getByLabel("Note to the patient").fill("I see that it helps.");
    await review.getByRole("button", { name: "Send the note and close" }).click();
    await expect(review.getByText("Closed. Your note is sent to Rosa.")).toBeVisible();
    const thread = await rosa.call(messages.messages, { params: { id: doctor }, query: { afterseq: 0 } });
    expect(thread.items.filter(({ message }) => message === "I see that it helps.")).toHaveLength(1);
    await physician.goto(`/clinic/patients/${rosa.id}`);
    await physician.getByRole("button", { name: /^Change ?: Estradiol patch/ }).click();
    const dialog = physician.getByRole("dialog", { name: "Change the treatment" });
    const choice = dialog.getByLabel("Prescribe instead");
    const stronger = await choice.getByRole("option", { name: /0\.1 mg\/day · 28 days/ }).textContent();
    await choice.selectOption({ label: stronger ?? "" });
    await dialog.getByLabel("It begins").selectOption("when_box_ends");
    await dialog.getByLabel("Message to the patient").fill("A little more.");
    await expect(dialog.getByText(/^\$62\.00 every 28 days instead of/)).toBeVisible();
    await dialog.getByRole("button", { name: "Change the treatment" }).click();
    await expect(dialog).toHaveCount(0);
    const waiting = physician.getByRole("region", { name: "Treatment changes" });
    await expect(waiting).toContainText("Waits for the patient");
    const { changes } = await rosa.call(treatment.overview, {});
    const change = changes.find(({ status }) => status === "waiting");
    expect([change?.to.dosage, change?.note]).toEqual(["0.1 mg/day", "A little more."]);
    await rosa.call(treatment.agreeToChange, {
      params: { id: change?.id ?? "" },
      body: { price: change?.to.price ?? 0 },
    });
  });

  await test.step("and the medicine is stopped", async () => {
    await physician.goto(`/clinic/patients/${rosa.id}`);
    await physician
      .getByRole("button", { name: /^Stop ?: Estradiol patch/ })
      .first()
      .click();
    const dialog = physician.getByRole("dialog");
    await dialog.getByLabel("Reason").fill("A clot was found.");
    await dialog.getByLabel("Message to the patient").fill("Please take the patch off today, and call me.");
    await dialog.getByRole("button", { name: "Stop" }).click();
    await expect(dialog).toHaveCount(0);
    const { prescriptions = [] } = await callOfPerson(physician)(care.patient, { params: { id: rosa.id } });
    expect(prescriptions.filter(({ status, name }) => status === "active" && name.includes("patch"))).toEqual([]);
    const { subscriptions } = await rosa.call(treatment.overview, {});
    const patches = subscriptions.filter(({ item }) => item.productid.startsWith("estradiol_patch"));
    expect(patches.filter(({ nextchargeon }) => nextchargeon !== null)).toEqual([]);
  });
});
