import { expect, test } from "vitest";
import { cartCommandFromLink } from "./cart-lines.ts";
import { parseFrameMessage } from "./parse-frame-message.ts";
import { catalogue, line, createTestWidget } from "./testing.ts";

function follow(...pricingids: string[]) {
  const { widget, lines } = createTestWidget();
  const command = cartCommandFromLink(pricingids, catalogue, 1_700_000_000_000);
  expect(parseFrameMessage(command)).toEqual(command);
  widget.handleCommand(command);
  return { lines: lines(), screen: widget.get().screen, problems: widget.get().problems };
}

test("a link with prices of the catalogue adds one of each to the cart", () => {
  expect(follow("cream_1m", "serum_1m", "cream_1m")).toEqual({
    lines: [line("cream", 2), line("serum")],
    screen: "cart",
    problems: [],
  });
});

test("anything else in the link adds nothing, and the visitor is told", () => {
  const { lines, problems } = follow("unicorn_1m", "<script>", "serum_1m");
  expect([lines, problems[0]]).toEqual([[line("serum")], expect.stringContaining("isn't offered anymore")]);
});

test("a link longer than a cart is truncated", () => {
  expect(
    cartCommandFromLink(
      Array.from({ length: 99 }, () => "cream_1m"),
      catalogue,
      1,
    ).products,
  ).toHaveLength(30);
});
