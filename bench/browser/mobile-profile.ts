import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { findBrowser } from "../../e2e/servers/chromium.ts";

/** Bytes of JavaScript and CSS transferred since the last call. */
export interface Wire {
  readonly takeBytes: () => number;
}

/** A cross-origin frame gets a process of its own, which the throttling of a page does not reach: this disables that. */
const oneProcess = [
  "--disable-site-isolation-trials",
  "--disable-features=OriginIsolationHeader,IsolateOrigins,site-per-process",
];

export async function openBrowser(): Promise<Browser> {
  const { executablePath, env } = await findBrowser(join(import.meta.dirname, "../../.cache/chromium"));
  return chromium.launch({
    executablePath,
    env: { ...(process.env as Record<string, string>), ...env },
    args: oneProcess,
  });
}

/** A browser on the mobile profile: 4× CPU, 1.6 Mbit/s, 150 ms. It caches no file unless told to. */
export interface Phone {
  readonly page: Page;
  readonly wire: Wire;
  /** Whether files are cached for the next page, as a browser does. */
  readonly keepFiles: (kept: boolean) => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function mobilePage(browser: Browser): Promise<Phone> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  const keepFiles = async (kept: boolean) =>
    void (await devtools.send("Network.setCacheDisabled", { cacheDisabled: !kept }));
  await keepFiles(false);
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const kinds = new Map<string, string>();
  let bytes = 0;
  devtools.on("Network.responseReceived", ({ requestId, type }) => void kinds.set(requestId, type));
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (["Script", "Stylesheet"].includes(kinds.get(requestId) ?? "")) bytes += encodedDataLength;
  });
  const takeBytes = () => {
    const counted = bytes;
    bytes = 0;
    return counted;
  };
  return { page, wire: { takeBytes }, keepFiles, close: () => context.close() };
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
