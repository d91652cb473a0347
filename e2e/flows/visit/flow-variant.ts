import type { APIRequestContext, Page } from "@playwright/test";
import type { FlowVariant } from "#contract/constants.ts";
import { onboarding } from "#contract/onboarding.ts";
import { callApi } from "../../actors/api.ts";
import { expect } from "../../fixtures.ts";
import type { InputMethod } from "../../input/input-method.ts";
import { origin } from "../../settings.ts";

/** Switches who is signed in on a page to a flow, with the panel that the practice opens. */
export async function switchFlow(page: Page, inputMethod: InputMethod, flow: FlowVariant): Promise<void> {
  await page.goto("/health-questions?flow_switcher=true");
  const choice = page.getByRole("radio", { name: flow, exact: true });
  await expect(choice).toBeVisible();
  // It shows its new state when the server has said so.
  await inputMethod.press(choice);
  await expect(page.getByText(`Flow variant: ${flow}`)).toBeVisible();
  // Without the query the panel goes.
  await page.goto("/");
}

/** As `switchFlow`, without the panel: arrows through it would try every flow on the way. */
export async function overrideFlow(page: Page, api: APIRequestContext, flow: FlowVariant): Promise<void> {
  const cookies = await page.context().cookies();
  const token = cookies.find(({ name }) => name === "accessToken")?.value ?? "";
  await callApi(api, onboarding.overrideFlow, { body: { flow_variant: flow } }, { token });
  await page.goto(origin);
}
