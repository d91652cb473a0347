import { expect, test } from "vitest";
import { systemClock } from "../clock/clock.ts";
import { refusesAny } from "../refusal.ts";
import { handleClientEvents } from "./client-events.ts";
import type { Connection } from "./connection.ts";

test("a renewal that takes a moment isn't overtaken by what was sent after it", async () => {
  const caller = { patientId: "rosa", sessionId: "session" };
  const happened: string[] = [];
  const checked = Promise.withResolvers<void>();
  let receive: (name: string, body: unknown) => void = () => {};
  const connection = {
    caller,
    socket: { onAny: (listener: typeof receive) => void (receive = listener), disconnect: () => {} },
    set tokenExpiresAt(at: number) {
      happened.push(`until ${at}`);
    },
    get tokenExpiresAt() {
      return 1;
    },
  } as unknown as Connection;
  const refused = Promise.withResolvers<void>();
  handleClientEvents(connection, {
    clock: systemClock,
    ports: {
      verifyToken: async (token: string) => {
        if (token !== "good") throw refusesAny.refuse("invalid_token");
        await checked.promise;
        return { caller, expiresAt: 9 } as never;
      },
    },
    sender: {
      emit: (_: unknown, { name }: { name: string }) => {
        happened.push(name);
        refused.resolve();
      },
    } as never,
  });
  receive("token", { token: "good" });
  receive("token", { token: "forged" });
  // Long enough for the second one, if it didn't wait.
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  checked.resolve();
  await refused.promise;
  expect(happened).toEqual(["until 9", "request_error"]);
});
