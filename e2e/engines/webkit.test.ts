import { describe } from "vitest";
import { webKitDriver, xvfb } from "../../scripts/test/installed.ts";
import { journeys } from "./journeys.ts";
import { openDisplay, openWebKit } from "./webkit.ts";

describe("WebKit", () =>
  journeys(async () => {
    const display = await openDisplay(xvfb ?? "Xvfb");
    const engine = await openWebKit(webKitDriver ?? "WebKitWebDriver", display.name);
    return {
      ...engine,
      close: async () => {
        await engine.close();
        display.close();
      },
    };
  }));
