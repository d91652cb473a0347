import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { patientCall } from "#contract/http/endpoint.ts";
import type { Handler } from "./http/handler.ts";
import { Refusal, type Refuses, refusesAny } from "./refusal.ts";

const call = patientCall("POST /example", {
  summary: "An example",
  ok: z.object({ message: z.string() }),
  errors: ["wrong_state"],
});

const refuseLate = ({ refuse }: Refuses<"wrong_state">) => {
  throw refuse("wrong_state");
};
const refuseEarly = ({ refuse }: Refuses<"too_early">) => {
  throw refuse("too_early");
};
const refuseEither = (services: Refuses<"wrong_state" | "too_early">) => {
  refuseLate(services);
  refuseEarly(services);
};

describe("refusals are typed by their call", () => {
  it("a rule compiles in a call that declares its codes, and in no other", () => {
    const handlers: Handler<typeof call>[] = [
      async (_input, ctx) => refuseLate(ctx),
      // @ts-expect-error The call does not declare `too_early`.
      async (_input, ctx) => refuseEarly(ctx),
      // @ts-expect-error Nor through a rule that asks another one.
      async (_input, ctx) => refuseEither(ctx),
      async (_input, ctx) => {
        // @ts-expect-error Nor in the handler itself.
        throw ctx.refuse("too_early");
      },
    ];
    expect(handlers).toHaveLength(4);
  });

  it("without a call's context only codes of every call can be made", () => {
    expect(new Refusal("not_found")).toMatchObject({ status: 404, code: "not_found" });
    // @ts-expect-error `too_early` has to be declared.
    expect(new Refusal("too_early")).toMatchObject({ status: 409 });
  });

  it("in a job any code may stop the work", () => {
    expect(() => refuseEither(refusesAny)).toThrow(expect.objectContaining({ code: "wrong_state" }));
  });
});
