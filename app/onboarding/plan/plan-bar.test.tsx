import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PlanBar } from "./plan-layout.tsx";

test("the total that moves is one live region with the sum in it once, so that a change is announced once", () => {
  const markup = renderToStaticMarkup(
    <PlanBar amount="$94" note="held today">
      <button>Continue</button>
    </PlanBar>,
  );
  expect(markup.match(/aria-live="polite"/g)).toHaveLength(1);
  expect(markup.match(/\$94/g)).toHaveLength(1);
  expect(markup).not.toContain("aria-hidden");
});
