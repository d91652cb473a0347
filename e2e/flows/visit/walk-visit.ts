import type { Page } from "@playwright/test";
import { expect } from "../../fixtures.ts";
import { actionsByScreen, type VisitActor } from "./actions.ts";
import { exactText } from "./questions.ts";

export interface VisitWalk extends VisitActor {
  /** Name of the screen where the walk ends. */
  readonly until: string;
  /** Name of the screen the walk leaves. */
  readonly after?: string;
  /** Called on every screen before anything is done there. Resolves with the page to go on with. */
  readonly arrived: (page: Page, screen: string) => Promise<Page>;
}

/** Walks through the visit from the current screen to `until`. Resolves with the page that shows it. */
export async function walkVisit(start: Page, visitWalk: VisitWalk): Promise<Page> {
  const actions = actionsByScreen(visitWalk);
  let page = start;
  let screen = visitWalk.after ?? "";
  for (let screens = 0; screens < 80; screens += 1) {
    screen = await nextScreen(page, screen);
    page = await visitWalk.arrived(page, screen);
    if (screen === visitWalk.until) return page;
    const action = actions.get(screen);
    if (!action) throw new Error(`Nobody knows what to do at “${screen}”`);
    await action(page);
  }
  throw new Error(`The road does not come to “${visitWalk.until}”`);
}

/** Name of the screen that follows `before`: its heading; at checkout the heading of the open part. */
export async function nextScreen(page: Page, before: string): Promise<string> {
  const heading = page.getByRole("heading", { level: 1 }).filter({ hasNotText: exactText("You're almost there") });
  const proceed = page.getByRole("button", { name: /^(?:Continue|Save card|Check out: .*)$/ });
  const open = page.getByRole("region").filter({ has: proceed }).getByRole("heading", { level: 2 });
  const next = heading.or(open).filter({ hasNotText: exactText(before) });
  await expect(next, `a screen after “${before}”`).toBeVisible({ timeout: 60_000 });
  return (await next.innerText()).trim();
}
