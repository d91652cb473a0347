import { describe } from "vitest";
import { firefox } from "../../scripts/test/installed.ts";
import { openFirefox } from "./firefox.ts";
import { journeys } from "./journeys.ts";

describe("Firefox", () => journeys(() => openFirefox(firefox ?? "firefox")));
