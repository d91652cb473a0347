import { describe } from "vitest";
import { openFirefox } from "./firefox.ts";
import { firefox } from "./installed.ts";
import { journeys } from "./journeys.ts";

describe("Firefox", () => journeys(() => openFirefox(firefox ?? "firefox")));
