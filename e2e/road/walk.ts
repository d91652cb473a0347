import type { Page } from "@playwright/test";
import { expect } from "../fixtures.ts";
import { exactly } from "../text.ts";
import { actsOf, type Traveller } from "./acts.ts";

export interface Road extends Traveller {
  /** Name of the screen where the walk ends. */
  readonly until: string;
  /** Name of a screen that is being left. */
  readonly after?: string;
  /** Called at every screen before anything is done there; resolves with the page to go on with. */
  readonly arrived: (page: Page, screen: string) => Promise<Page>;
}

/** Goes along the main road from where the page is, screen by screen. Resolves with the page that shows the last one. */
export async function walk(start: Page, road: Road): Promise<Page> {
  const acts = actsOf(road);
  let page = start;
  let screen = road.after ?? "";
  for (let screens = 0; screens < 80; screens += 1) {
    screen = await nextScreen(page, screen);
    page = await road.arrived(page, screen);
    if (screen === road.until) return page;
    const act = acts.get(screen);
    if (!act) throw new Error(`Nobody knows what to do at “${screen}”`);
    await act(page);
  }
  throw new Error(`The road does not come to “${road.until}”`);
}

/** Name of the screen that follows `before`: its heading; at checkout the heading of the part that is open. */
export async function nextScreen(page: Page, before: string): Promise<string> {
  const heading = page.getByRole("heading", { level: 1 }).filter({ hasNotText: exactly("You're almost there") });
  const proceed = page.getByRole("button", { name: /^(?:Continue|Save card|Check out: .*)$/ });
  const open = page.getByRole("region").filter({ has: proceed }).getByRole("heading", { level: 2 });
  const next = heading.or(open).filter({ hasNotText: exactly(before) });
  await expect(next, `a screen after “${before}”`).toBeVisible({ timeout: 60_000 });
  return (await next.innerText()).trim();
}
