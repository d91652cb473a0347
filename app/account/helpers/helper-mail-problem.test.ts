import { expect, test } from "vitest";
import { helperMailProblem } from "./helper-entry.tsx";

const dates = { formatDay: (day: string) => `the ${day.slice(8, 10)}th` };
const helper = { firstname: "Ana", email: "ana@example.com", emailrefusedat: "2026-11-20T15:00:00Z" };

test.each([
  [
    "active",
    "Emails to ana@example.com haven't arrived since the 20th. We've stopped sending copies. Ask Ana for the right address, end their access here, and invite them again.",
  ],
  [
    "invited",
    "Emails to ana@example.com haven't arrived since the 20th. Ask Ana for the right address, take back this invitation, and invite them again.",
  ],
  [
    "link_expired",
    "Emails to ana@example.com haven't arrived since the 20th. Ask Ana for the right address, take back this invitation, and invite them again.",
  ],
  ["ended", null],
] as const)("where emails to a helper don't arrive, what to do about one who is %s", (status, text) => {
  expect(helperMailProblem({ ...helper, status }, dates)).toBe(text);
  expect(helperMailProblem({ ...helper, status, emailrefusedat: null }, dates)).toBeNull();
});
