import { expect, request as requests } from "@playwright/test";
import { care } from "#contract/care/calls.ts";
import type { OrderItem } from "#contract/care/worklists.ts";
import { orderCode } from "#contract/dispensing/order-code.ts";
import { uspsNumber } from "#contract/testing/usps-number.ts";
import { makeDatabase } from "#server/platform/database/testing/server-databases.ts";
import { callApi } from "../../e2e/actors/api.ts";
import { type CareTeam, createPatientInCare } from "../../e2e/actors/patient-in-care.ts";
import { newPerson } from "../../e2e/actors/person.ts";
import { signInStaff } from "../../e2e/actors/staff.ts";
import { codesToPack, scan } from "../../e2e/flows/scan-boxes.ts";
import { freshFolder, removeFolder, startNode } from "../../e2e/servers/node-process.ts";
import { median, openBrowser } from "../browser/mobile-profile.ts";

export interface PackingFigures {
  /** That left, each with the boxes and the number that were scanned for it. */
  readonly orders: number;
  readonly scans: number;
  /** From the first scan of an order to the page that is ready for the next, without the time of hands, ms. */
  readonly medianMs: number;
  readonly worstMs: number;
}

const apiKey = "the clinic of the packing bench";

/** Packs and sends orders in the staff app by scans alone: no key is pressed otherwise, and no mouse is moved. */
export async function measurePacking(serverUrl: string, port: number, count: number): Promise<PackingFigures> {
  const database = await makeDatabase(serverUrl, `calendula_bench_${Date.now()}`);
  const dataDir = freshFolder();
  const env = { DATABASE_URL: database.url, API_KEY: apiKey, CARE_DESK_PACE_SECONDS: "3600", DEMO_PATIENTS: "off" };
  const node = await startNode({ port, dataDir, env });
  const browser = await openBrowser();
  try {
    const api = await requests.newContext({ baseURL: node.url });
    const careTeam: CareTeam = (endpoint, input) => callApi(api, endpoint, input, { apiKey });
    const orderIds = new Set<string>();
    for (let n = 0; n < count; n += 1) {
      const { order } = await createPatientInCare(api, careTeam, newPerson("Rosa", `Winter${n}`));
      orderIds.add(order);
    }
    const context = await browser.newContext({ baseURL: node.url, viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await signInStaff(page, careTeam, "Paz Lindqvist", ["pharmacy"]);
    await page.goto("/clinic/dispensing");
    await expect(page.locator("[data-row]").first()).toBeVisible();
    const items = await ordersIn(careTeam, "ready");
    const times: number[] = [];
    let scans = 0;
    const read = (code: string) => ((scans += 1), scan(page, code));
    for (const [n, item] of items.filter(({ id }) => orderIds.has(id)).entries()) {
      const number = item.order?.number ?? "";
      const code = orderCode(number);
      const packing = page.getByRole("dialog", { name: `Pack order ${number}` });
      const shipping = page.getByRole("dialog", { name: `Mark order ${number} as shipped` });
      const began = performance.now();
      await read(code);
      await expect(packing).toBeVisible();
      for (const box of codesToPack(item)) await read(box);
      await expect(packing.getByText("Matched", { exact: true })).toHaveCount(item.dispensing?.lines.length ?? 0);
      await read(code);
      await expect(shipping).toBeVisible();
      const label = uspsNumber(1000 + n);
      await read(`420${item.order?.shipto?.zipcode ?? ""}${label}`);
      await expect(shipping.getByText(`Read as USPS ${label}`)).toBeVisible();
      await read(code);
      await expect(shipping).toHaveCount(0);
      times.push(performance.now() - began);
    }
    const sent = await ordersIn(careTeam, "shipped");
    await api.dispose();
    return {
      orders: sent.filter(({ id }) => orderIds.has(id)).length,
      scans,
      medianMs: median(times),
      worstMs: Math.max(...times),
    };
  } finally {
    await browser.close();
    await node.stop();
    removeFolder(dataDir);
    await database.drop();
  }
}

/** All pages of a list. */
async function ordersIn(careTeam: CareTeam, status: "ready" | "shipped"): Promise<readonly OrderItem[]> {
  const items: OrderItem[] = [];
  let nextpage: string | null = null;
  do {
    const page: { readonly items: readonly OrderItem[]; readonly nextpage: string | null } = await careTeam(
      care.orders,
      {
        query: { status, ...(nextpage !== null && { nextpage }) },
      },
    );
    items.push(...page.items);
    ({ nextpage } = page);
  } while (nextpage !== null);
  return items;
}
