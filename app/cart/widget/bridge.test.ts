import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ToFrame } from "#contract/cart/frame.ts";
import { createBridge, createDroppedCounter, type DropReason } from "./bridge.ts";
import { parseFrameMessage } from "./parse-frame-message.ts";

const marketingOrigin = "https://www.example.com";
const open = { cart: 1, n: 1, type: "cart-open" } as const;

function frame(framed = true) {
  let listener: (event: MessageEvent) => void = () => {};
  const posted: unknown[][] = [];
  const parent = { postMessage: (...args: unknown[]) => void posted.push(args) } as unknown as Window;
  const self = {} as Window;
  const messages: ToFrame[] = [];
  const dropped: DropReason[] = [];
  const bridge = createBridge({
    win: {
      addEventListener: (_: string, on: typeof listener) => void (listener = on),
      parent: framed ? parent : self,
    } as never,
    self,
    marketingOrigin,
    parseMessage: parseFrameMessage,
    countDropped: (reason) => void dropped.push(reason),
  });
  bridge.start((message) => void messages.push(message));
  const get = (event: Partial<MessageEvent>) =>
    listener({ origin: marketingOrigin, source: parent, ...event } as MessageEvent);
  return { bridge, parent, posted, heard: messages, dropped, get };
}

describe("§6 the widget trusts messages from the marketing site only", () => {
  test("it posts that it is ready, to exactly the marketing origin", () => {
    expect(frame().posted).toEqual([[{ cart: 1, type: "ready" }, marketingOrigin]]);
  });
  test("a message of the right window, origin, version and shape is accepted", () => {
    const { heard: messages, dropped, get } = frame();
    get({ data: open });
    expect([messages, dropped]).toEqual([[open], []]);
  });
  test.each([
    ["origin", { origin: "https://evil.example" }],
    ["origin", { origin: "null" }],
    ["origin", { origin: "https://www.example.com.evil.example" }],
    ["origin", { origin: "http://www.example.com" }],
    ["origin", { origin: "https://www.example.com:444" }],
    ["window", { source: {} as Window }],
    ["window", { source: null }],
    ["version", { data: { ...open, cart: 2 } }],
    ["version", { data: { type: "cart-open", n: 1 } }],
    ["shape", { data: { ...open, type: "pay" } }],
    ["shape", { data: { ...open, extra: 1 } }],
    ["shape", { data: { ...open, n: -1 } }],
    ["shape", { data: { ...open, products: Array.from({ length: 31 }, () => ({})) } }],
    ["shape", { data: { cart: 1, n: 1, type: "cookie", name: "accessToken", value: "x" } }],
    ["shape", { data: "cart-open" }],
    ["shape", { data: null }],
  ] as const)("one of another %s is dropped and counted", (reason, event) => {
    const { heard: messages, dropped, get } = frame();
    get({ data: open, ...event });
    expect([messages, dropped]).toEqual([[], [reason]]);
  });
  test("whatever is sent, an accepted message has the contract's shape", () => {
    const { heard: messages, get } = frame();
    fc.assert(
      fc.property(fc.anything(), fc.string(), (data, type) => {
        get({ data });
        get({ data: { ...open, type } });
        get({ data: { ...open, products: data } });
      }),
    );
    for (const message of messages) expect(parseFrameMessage(message)).toEqual(message);
  });
  test("unframed it neither posts nor accepts messages", () => {
    const { bridge, posted, heard: messages, get } = frame(false);
    bridge.post({ type: "close" });
    get({ data: open });
    expect([posted, messages]).toEqual([[], []]);
  });
});

test("dropped messages are reported once per reason, and each hundredth", () => {
  const reports: string[] = [];
  const count = createDroppedCounter((report) => void reports.push(report));
  for (let times = 0; times < 250; times++) count("origin");
  count("shape");
  expect(reports).toEqual(["origin: 1", "origin: 100", "origin: 200", "shape: 1"]);
});
