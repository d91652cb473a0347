import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { care } from "#contract/care/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import { type Role, roles } from "#contract/policy/roles.ts";
import { support } from "#contract/support.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { callApi } from "../actors/api.ts";
import { createDeliveredPatient, createPatientInCare } from "../actors/patient-in-care.ts";
import { newPerson } from "../actors/person.ts";
import { newDoctor, signInStaff } from "../actors/staff.ts";
import { completeVisit } from "../actors/visit.ts";
import { expectNoSidewaysScroll } from "../checks/readability.ts";
import { expect, test } from "../fixtures.ts";
import { pressEnter } from "../input/keyboard.ts";
import { SignIn } from "../pages/sign-in.ts";

/*
 * Walks through the day of each role by keyboard, with sixty things waiting, and through a patient's pages; each screen is kept as a picture, to be looked at:
 * `npm run explore -- days`.
 */

const folder = process.env["DAYS"] ?? ".cache/days";
const tasksEach = 60;
const things = [
  "Call back about the delivery",
  "Ask for the mammogram",
  "Check what was agreed on Monday",
  "Read the fax",
];

/** A picture of the screen at each of these widths; nothing may scroll sideways at any. */
async function picture(page: Page, who: string, what: string, widths: readonly number[]): Promise<void> {
  mkdirSync(join(folder, who), { recursive: true });
  const usual = page.viewportSize() ?? { width: 1280, height: 800 };
  for (const width of widths) {
    await page.setViewportSize({ width, height: usual.height });
    await expectNoSidewaysScroll(page, `${who}, ${what}, ${width} px`);
    await page.screenshot({ path: join(folder, who, `${what}-${width}.png`), fullPage: true });
  }
  await page.setViewportSize(usual);
}

const nameOf = (text: string) => text.toLowerCase().replaceAll(/\W+/g, "-").replaceAll(/^-|-$/g, "").slice(0, 40);

/** What is on screen has come. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "One moment" })).toHaveCount(0);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

test("the day of each role by keys, with sixty things waiting", async ({
  api,
  careTeam,
  freshBrowser,
  expectProblem,
}) => {
  test.setTimeout(1_800_000);
  expectProblem(/status of (403|404|409)/);
  const patients = [];
  for (const lastname of ["Winter", "Frost", "Hale"])
    patients.push(
      await createDeliveredPatient(api, careTeam, newPerson("Rosa", `${lastname} ${randomUUID().slice(0, 4)}`)),
    );
  const rosa = patients[0]!;
  await createPatientInCare(api, careTeam, newPerson("Ada", "Sommer"));
  const undecided = newPerson("Grace", "Lind");
  await completeVisit(api, undecided);
  const { items } = await rosa.call(messages.conversations, {});
  for (const { id } of items)
    await rosa.call(messages.send, { params: { id }, body: { message: "May I take it at noon?" } });
  await callApi(api, support.contact, {
    body: { topic: "other", name: "Greta Falk", email: "greta@example.com", message: "Do you treat my sister?" },
  });
  const dueon = new Date().toISOString().slice(0, 10);
  for (const role of roles)
    for (let nth = 0; nth < tasksEach; nth += 1) {
      const { id } = patients[nth % patients.length]!;
      const body = { kind: "task" as const, role, words: `${things[nth % things.length] ?? ""}: ${nth + 1}`, dueon };
      await (role === "finance" || role === "administrator"
        ? careTeam(care.addTask, { body })
        : careTeam(care.addPatientTask, { params: { id }, body }));
    }

  for (const role of roles) await test.step(role, () => dayOf(role));

  async function dayOf(role: Role): Promise<void> {
    const page = await freshBrowser({ viewport: { width: 1280, height: 800 } });
    const pointed: string[] = [];
    await page.exposeFunction("mouseUsed", (what: string) => void pointed.push(what));
    await page.addInitScript(() => {
      for (const type of ["pointerdown", "mousedown", "touchstart"])
        addEventListener(
          type,
          () => (window as unknown as { mouseUsed: (what: string) => void }).mouseUsed(type),
          true,
        );
    });
    const doctorid =
      role === "physician" ? await newDoctor(careTeam, "Paula", `Reyes ${randomUUID().slice(0, 4)}`, "CA") : undefined;
    await signInStaff(page, careTeam, "Robin Meyer", [role], doctorid);
    const look = async (what: string) => {
      await settled(page);
      await picture(page, role, what, [1280, 820]);
    };
    await page.goto("/clinic");
    await settled(page);
    await page.goto("/clinic/inbox");
    await look("01-inbox");
    const queues = await page
      .locator('a[href*="queue="]')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).search));
    let nth = 2;
    const numbered = (what: string) => `${String(nth++).padStart(2, "0")}-${what}`;
    for (const search of [...new Set(queues)]) {
      const queue = new URLSearchParams(search).get("queue") ?? "all";
      await page.goto(`/clinic/inbox?queue=${queue}`);
      await settled(page);
      await page.keyboard.press("j");
      const opened = await page.evaluate(() => document.activeElement?.tagName === "A");
      if (!opened) continue;
      await page.keyboard.press("Enter");
      await page.waitForURL((url) => url.pathname !== "/clinic/inbox");
      await look(numbered(nameOf(queue)));
    }
    await page.goto("/clinic/inbox");
    await settled(page);
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog")).toBeVisible();
    await look(numbered("keys"));
    await page.keyboard.press("Escape");
    for (const link of await page.getByRole("navigation", { name: "Pages" }).getByRole("link").all()) {
      const href = (await link.getAttribute("href")) ?? "";
      await pressEnter(link);
      await page.waitForURL((url) => url.pathname.startsWith(href));
      await look(numbered(nameOf(href.replace("/clinic/", ""))));
    }
    await page.goto(`/clinic/patients/${rosa.id}`);
    await settled(page);
    const reason = page.getByLabel("Reason");
    if (await reason.isVisible()) {
      await look(numbered("reason"));
      await reason.selectOption("patient_called");
      await pressEnter(page.getByRole("button", { name: "Open the record" }));
      await expect(reason).toHaveCount(0);
    }
    await look(numbered("record"));
    for (const [key, what] of [
      ["l", "log"],
      ["q", "task"],
    ] as const) {
      await page.keyboard.press(key);
      const dialog = page.getByRole("dialog");
      if (
        !(await dialog.waitFor({ timeout: 5000 }).then(
          () => true,
          () => false,
        ))
      )
        continue;
      await look(numbered(what));
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
    }
    expect(pointed).toEqual([]);
    await page.close();
  }
});

test("a patient's pages on a phone", async ({ page, createDeliveredPatient: create }) => {
  const rosa = await create();
  await page.setViewportSize({ width: 390, height: 844 });
  const { subscriptions } = await rosa.call(treatment.overview, {});
  const settings = ["billing-details", "shipping-address", "email", "password", "emails", "sharing", "requests"];
  const paths = [
    ...[
      "/home",
      "/treatment",
      ...subscriptions.map(({ id }) => `/subscription/${id}`).slice(0, 1),
      `/order/${rosa.order}`,
    ],
    ...["/messages", "/messages/doctor", "/support", "/insurance-documents", "/medical-information", "/your-account"],
    ...["/account-settings", ...settings.map((each) => `/account-settings/${each}`), "/referral", "/contact-us"],
    ...["/cancel-subscription", "/report-a-death"],
  ];
  let nth = 1;
  for (const path of paths) {
    if (nth === 1) await new SignIn(page).openSignedIn(path, rosa);
    else await page.goto(path);
    await settled(page);
    await picture(
      page,
      "patient",
      `${String(nth++).padStart(2, "0")}-${nameOf(path.replace(/[\da-f]{8}-[-\da-f]+/, ""))}`,
      [390],
    );
  }
});
