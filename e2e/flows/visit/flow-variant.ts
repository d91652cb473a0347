import type { APIRequestContext, Page } from "@playwright/test";
import type { FlowVariant } from "#contract/constants.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { callApi } from "../../actors/api.ts";
import { expect } from "../../fixtures.ts";
import type { InputMethod } from "../../input/input-method.ts";
import { origin } from "../../settings.ts";

/** Switches the signed-in patient to a flow, with the hidden panel meant for the practice. */
export async function switchFlow(page: Page, inputMethod: InputMethod, flow: FlowVariant): Promise<void> {
  await page.goto("/health-questions?flow_switcher=true");
  const choice = page.getByRole("radio", { name: flow, exact: true });
  await expect(choice).toBeVisible();
  // The panel shows the new variant once the server has confirmed it.
  await inputMethod.press(choice);
  await expect(page.getByText(`Flow variant: ${flow}`)).toBeVisible();
  // Without the query the panel disappears.
  await page.goto("/");
}

/** As `switchFlow`, without the panel: moving through it with the arrow keys would select every flow on the way. */
export async function overrideFlow(page: Page, api: APIRequestContext, flow: FlowVariant): Promise<void> {
  const cookies = await page.context().cookies();
  const token = cookies.find(({ name }) => name === "accessToken")?.value ?? "";
  await callApi(api, onboarding.overrideFlow, { body: { flow_variant: flow } }, { token });
  await page.goto(origin);
}
