import { formatCents } from "#contract/fields/numbers.ts";
import { Suspense } from "react";
import { lazyRoute } from "#app/router/lazy-component.tsx";
import { session } from "#app/api/session/session.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Heading } from "#app/ui/layout/heading.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { SummaryList } from "#app/ui/data/summary-list.tsx";
import type { CatalogueProduct } from "#contract/catalogue.ts";
import { useCart } from "../widget/cart-context.ts";
import { isPriceRaised, resolveLines, subtotalCents, unitCents } from "../widget/cart-lines.ts";
import { lineObstacle, useObstacles, needsVisit } from "./obstacles.ts";
import { screenAfterCart } from "../widget/screen-rules.ts";
import { findOpenAttempt } from "../widget/open-attempts.ts";
import css from "./cart-screen.module.css";
import { CartRow } from "./cart-row.tsx";

const EmptyCart = lazyRoute(() => import("./empty-cart.tsx")).Part;
const PrescriptionNeeded = lazyRoute<{ products: readonly CatalogueProduct[] }>(
  () => import("./doctor-needed.tsx"),
).Part;

/** The cart: rows, sub-total and grand total, Next (spec §2.3). */
export function CartScreenContent() {
  const { widget, state, catalogue } = useCart();
  const { available: lines } = resolveLines(catalogue, state.storedCart.lines);
  const raisedPrices = lines.filter(isPriceRaised);
  const prescribed = lines.map(({ product }) => product).filter(({ prescription }) => prescription);
  const obstacles = useObstacles(state.storedCart.lines, prescribed.length > 0);
  const needVisit =
    obstacles === "unknown" ? prescribed : lines.filter(needsVisit(obstacles)).map(({ product }) => product);
  const blocked =
    obstacles !== "unknown" && lines.some(({ line }) => obstacles.some((each) => each.pricingid === line.pricingid));
  const total = formatCents(subtotalCents(lines));

  const problems = state.problems.length > 0 && (
    <Alert tone="warning">
      {state.problems.map((problem) => (
        <p key={problem}>{problem}</p>
      ))}
    </Alert>
  );
  const unsettled = findOpenAttempt(state.storedCart.pendingcheckouts, session.get().token) && (
    <Alert
      tone="warning"
      title="One payment isn’t settled yet"
      actions={
        <Button variant="secondary" onClick={() => widget.show("billing")}>
          Look it up
        </Button>
      }
    >
      We don’t know yet how a payment from this device went. Please look it up before you pay again.
    </Alert>
  );
  if (lines.length === 0)
    return (
      <>
        {problems}
        {unsettled}
        <EmptyCart />
      </>
    );

  function next() {
    widget.acceptChanges();
    widget.show(screenAfterCart(session.get().token !== null));
  }
  return (
    <div className={css["cart"]}>
      <Heading>Your cart</Heading>
      {problems}
      {unsettled}
      {raisedPrices.length > 0 && (
        <Alert tone="info" title="A price has changed">
          {raisedPrices.map(({ line, product, pricing }) => (
            <p key={line.pricingid}>
              {product.name} is {formatCents(unitCents({ pricing }))} now.
            </p>
          ))}
        </Alert>
      )}
      <ul className={css["rows"]}>
        {lines.map((each) => (
          <CartRow key={each.line.pricingid} {...each} obstacle={lineObstacle(obstacles, each.line)} />
        ))}
      </ul>
      <Suspense fallback={<Skeleton shape="card" count={1} label="" />}>
        {needVisit.length > 0 && <PrescriptionNeeded products={needVisit} />}
      </Suspense>
      <SummaryList
        rows={[
          { label: "Order Sub-total", value: total },
          { label: "Grand Total", value: total, total: true },
        ]}
      />
      <p className={css["note"]}>Tax is added once we know where to ship.</p>
      {blocked ? (
        <p className={css["note"]}>Please change or remove what’s marked above. Then you can continue.</p>
      ) : (
        <Button wide onClick={next}>
          Next
        </Button>
      )}
    </div>
  );
}
