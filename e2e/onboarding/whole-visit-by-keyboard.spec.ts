import type { Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { keyboard } from "../input/keyboard.ts";
import { Home } from "../pages/home.ts";
import { overrideFlow } from "../flows/visit/flow-variant.ts";
import { walkVisit } from "../flows/visit/walk-visit.ts";

/**
 * From sign-up to a home page that shows the approval. tracking.spec.ts completes the visit by mouse, with the questions before the reveal;
 * large-text.spec.ts by touch, with the reveal before the questions and a person who checks the ID.
 */
test("@desktop the whole visit by keyboard, short flow", async ({
  page,
  patient,
  content,
  api,
  checkAccessibility,
}) => {
  const hello = `Hello, ${patient.firstname}`;
  const arrived = async (at: Page, screen: string) => {
    // Checked first, because the clinic may approve the plan during the accessibility check.
    if (screen === hello) await new Home(at).expectReview();
    await checkAccessibility(at, screen);
    return at;
  };
  const visitWalk = { person: patient, inputMethod: keyboard, content, arrived };
  await page.goto("/eligibility");
  await walkVisit(page, { ...visitWalk, until: "About you" });
  await overrideFlow(page, api, "H");
  await walkVisit(page, { ...visitWalk, until: hello });
  await new Home(page).expectApproval();
  await checkAccessibility(page, "Home, approved");
});
