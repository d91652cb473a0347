import { lazyRoute } from "#app/router/lazy-route.tsx";
import { session } from "#app/api/session.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Heading } from "#app/ui/heading.tsx";
import { formatPrice } from "#app/ui/price.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import type { OfferedProduct } from "#contract/onboarding.ts";
import { useCart } from "../context.ts";
import { hasRisen, showLines, subtotalCents, unitCents } from "../lines.ts";
import { obstacleOf, useObstacles, waitsForVisit } from "../obstacles.ts";
import { afterCart } from "../screens.ts";
import { openAttempt } from "../owner.ts";
import css from "./cart.module.css";
import { CartRow } from "./cart-row.tsx";

const EmptyCart = lazyRoute(() => import("./empty-cart.tsx")).Part;
const NeedsPrescription = lazyRoute<{ products: readonly OfferedProduct[] }>(
  () => import("./needs-prescription.tsx"),
).Part;

/** The cart: rows, sub-total and grand total, Next (spec §2.3). */
export function CartScreenPage() {
  const { widget, state, catalogue } = useCart();
  const { shown } = showLines(catalogue, state.kept.lines);
  const risen = shown.filter(hasRisen);
  const prescribed = shown.map(({ product }) => product).filter(({ prescription }) => prescription);
  const obstacles = useObstacles(state.kept.lines, prescribed.length > 0);
  const waiting =
    obstacles === "unknown" ? prescribed : shown.filter(waitsForVisit(obstacles)).map(({ product }) => product);
  const blocked =
    obstacles !== "unknown" && shown.some(({ line }) => obstacles.some((each) => each.pricingid === line.pricingid));
  const total = formatPrice(subtotalCents(shown));

  const problems = state.problems.length > 0 && (
    <Alert kind="warning">
      {state.problems.map((problem) => (
        <p key={problem}>{problem}</p>
      ))}
    </Alert>
  );
  const unsettled = openAttempt(state.kept.attempts, session.get().token) && (
    <Alert
      kind="warning"
      title="One payment is not settled yet"
      actions={
        <Button variant="secondary" onClick={() => widget.show("billing")}>
          Look it up
        </Button>
      }
    >
      We do not know yet how a payment from this device went. Please look it up before you pay again.
    </Alert>
  );
  if (shown.length === 0)
    return (
      <>
        {problems}
        {unsettled}
        <EmptyCart />
      </>
    );

  function next() {
    widget.acknowledge();
    widget.show(afterCart(session.get().token !== null));
  }
  return (
    <div className={css["cart"]}>
      <Heading>Your cart</Heading>
      {problems}
      {unsettled}
      {risen.length > 0 && (
        <Alert kind="info" title="A price has changed">
          {risen.map(({ line, product, pricing }) => (
            <p key={line.pricingid}>
              {product.name} is {formatPrice(unitCents({ pricing }))} now.
            </p>
          ))}
        </Alert>
      )}
      <ul className={css["rows"]}>
        {shown.map((each) => (
          <CartRow key={each.line.pricingid} {...each} obstacle={obstacleOf(obstacles, each.line)} />
        ))}
      </ul>
      {waiting.length > 0 && <NeedsPrescription products={waiting} />}
      <SummaryList
        rows={[
          { label: "Order Sub-total", value: total },
          { label: "Grand Total", value: total, total: true },
        ]}
      />
      <p className={css["note"]}>Tax is added once we know where to ship.</p>
      {blocked ? (
        <p className={css["note"]}>Please change or remove what is marked above. Then you can go on.</p>
      ) : (
        <Button wide onClick={next}>
          Next
        </Button>
      )}
    </div>
  );
}
