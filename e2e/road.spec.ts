import { onboarding } from "#contract/onboarding.ts";
import type { Page } from "@playwright/test";
import { callApi } from "./actors/api.ts";
import { expect, test } from "./fixtures.ts";
import { keyboard } from "./hands/keyboard.ts";
import { mouse } from "./hands/mouse.ts";
import { touch } from "./hands/touch.ts";
import type { Hands } from "./hands/hands.ts";
import { Home } from "./pages/home.ts";
import { walk } from "./road/walk.ts";

const chooseFlow = async (page: Page, hands: Hands, variant: string) => {
  await page.goto("/health-questions?flow_switcher=true");
  const choice = page.getByRole("radio", { name: variant, exact: true });
  await expect(choice).toBeVisible();
  if (await choice.isChecked()) return;
  await hands.press(choice);
  await expect(choice).toBeHidden();
};

test("@desktop the road by mouse, questions before the reveal", async ({ page, patient, content, checked }) => {
  const traveller = { person: patient, hands: mouse, content };
  const arrived = async (at: Page, screen: string) => {
    await checked(at, screen);
    return at;
  };
  await page.goto("/eligibility");
  await walk(page, { ...traveller, arrived, until: "About you" });
  await chooseFlow(page, mouse, "C");
  await walk(page, { ...traveller, arrived, until: `Hello, ${patient.firstname}` });
  await new Home(page).expectApproval();
  await checked(page, "Home, approved");
});

test("@phone the road by touch, reveal before the questions, a person checks her ID", async ({
  page,
  patient,
  content,
  checked,
}) => {
  const traveller = { person: patient, hands: touch, content, ssn: "666-12-3456" };
  const arrived = async (at: Page, screen: string) => {
    await checked(at, screen);
    return at;
  };
  await page.goto("/eligibility");
  await walk(page, { ...traveller, arrived, until: "About you" });
  await chooseFlow(page, touch, "F1");
  await walk(page, { ...traveller, arrived, until: `Hello, ${patient.firstname}` });
  await new Home(page).expectApproval();
  await checked(page, "Home, approved");
});

test("@desktop the road by keyboard, short flow", async ({ page, patient, content, api, checked }) => {
  const traveller = { person: patient, hands: keyboard, content };
  const arrived = async (at: Page, screen: string) => {
    await checked(at, screen);
    return at;
  };
  await page.goto("/eligibility");
  await walk(page, { ...traveller, arrived, until: "About you" });
  const token = (await page.context().cookies()).find(({ name }) => name === "accessToken")?.value ?? "";
  await callApi(api, onboarding.overrideFlow, { body: { flow_variant: "H" } }, { token });
  await page.reload();
  await walk(page, { ...traveller, arrived, until: `Hello, ${patient.firstname}` });
  await new Home(page).expectApproval();
});
