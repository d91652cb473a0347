import { expect, test } from "vitest";
import { ApiError, isOutcomeUnknown, networkError, readProblem } from "./api-error.ts";

const away = "Service unavailable. Try again later";
const read = async (status: number, body: object) =>
  (await readProblem(new Response(JSON.stringify(body), { status }))).message;

test.each([400, 401, 404, 409, 422, 418])(
  "§8 what is shown of a %i is the server's message, with or without its code",
  async (status) => {
    expect(await read(status, { message: "Please check the zip code." })).toBe("Please check the zip code.");
    expect(await read(status, { message: "Please check the zip code.", code: "bad_request" })).toBe(
      "Please check the zip code.",
    );
  },
);

test.each([429, 502, 503, 504])("§8 words of a %i without a code are a gateway's, and not shown", async (status) => {
  expect(await read(status, { message: "Endpoint request timed out" })).toBe(away);
  expect(await read(status, { message: "We'll be back at noon.", code: "unavailable" })).toBe("We'll be back at noon.");
});

test("§8 without a message it is the text of the status", async () => {
  for (const message of [undefined, ""]) expect(await read(404, { message, code: "not_found" })).toBe("Not found");
});

const answered = (status: number, code: ApiError["code"]) => new ApiError("Why.", { status, code });

test.each([
  ["no answer", networkError(), true],
  ["a server that broke off", answered(500, "internal"), true],
  ["one that is away", answered(503, "unavailable"), true],
  ["the same press still under way", answered(409, "in_flight"), true],
  ["an answer that can't be read", answered(200, "unexpected_reply"), true],
  ["what isn't an answer at all", new TypeError("x"), true],
  ["a page of somebody else's", answered(404, "unexpected_reply"), false],
  ["a refusal", answered(409, "last_administrator"), false],
  ["haste", answered(429, "rate_limited"), false],
])("whether it worked: %s", (_, error, unknown) => expect(isOutcomeUnknown(error)).toBe(unknown));
