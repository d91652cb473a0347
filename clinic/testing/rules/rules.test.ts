import { describe } from "vitest";
import { describeRules } from "#app/testing/rules/describe-rules.ts";
import { staffRules } from "./staff-rules.ts";

describe("rules of the staff app", () => describeRules("clinic", staffRules, { without: {}, reasons: 0, atLeast: 80 }));
