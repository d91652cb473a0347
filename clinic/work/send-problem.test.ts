import { expect, test } from "vitest";
import { ApiError, networkError } from "#app/api/api-error.ts";
import { sendProblem } from "./send-problem.ts";

const refusal = (status: number, code: ApiError["code"], details?: ApiError["details"]) =>
  new ApiError("Why.", { status, code, ...(details && { details }) });

test.each([
  [networkError(), { kind: "unclear" }],
  [refusal(503, "unavailable"), { kind: "unclear" }],
  [refusal(500, "internal"), { kind: "unclear" }],
  [refusal(409, "in_flight"), { kind: "unclear" }],
  [refusal(200, "unexpected_reply"), { kind: "unclear" }],
  [new TypeError("x"), { kind: "unclear" }],
  [refusal(409, "claimed", { name: "Ines" }), { kind: "claimed", holder: "Ines" }],
  [refusal(409, "conflict"), { kind: "outdated", message: "Why." }],
  [refusal(409, "wrong_state"), { kind: "outdated", message: "Why." }],
  [refusal(403, "forbidden"), { kind: "refused", message: "Why." }],
])("decisions §11 who works on it, no answer, and a refusal are told apart: %o", (error, problem) =>
  expect(sendProblem(error)).toEqual(problem),
);
