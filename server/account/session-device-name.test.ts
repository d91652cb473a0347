import { expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { deviceName } from "./session-device-name.ts";

const content = await shippedContent();

const webkit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";

test.each([
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} Version/18.0 Mobile/15E148 Safari/604.1`,
    "Safari on iPhone",
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} CriOS/130.0 Mobile/15E148 Safari/604.1`,
    "Chrome on iPhone",
  ],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/130.0.0.0 Safari/537.36 Edg/130.0`, "Edge on Windows"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox on Linux"],
  [`Mozilla/5.0 (Linux; Android 14) ${webkit} Chrome/130.0.0.0 Mobile Safari/537.36`, "Chrome on Android"],
  ["curl/8.5.0", "Unknown device"],
  ["Playwright/1.64.1 (x64; debian 12) node/24.21", "Unknown device"],
  ["", "Unknown device"],
  [null, "Unknown device"],
])("sessions: %s is %s", (userAgent, name) => {
  expect(deviceName(content, userAgent)).toBe(name);
});
