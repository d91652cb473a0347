import { useQuery } from "@tanstack/react-query";
import { LoadError } from "#app/api/load-error.tsx";
import { queryOf } from "#app/api/query.ts";
import { formatCalendarDay } from "#contract/fields/formats.ts";
import { formatDollars } from "#app/formats/money.ts";
import { useDates } from "#app/formats/use-dates.ts";
import { Link } from "#app/ui/actions/link.tsx";
import { CardHead } from "#app/ui/data/card-head.tsx";
import { DividedList } from "#app/ui/data/divided-list.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { Bar } from "#app/ui/layout/cluster.tsx";
import { account } from "#contract/account/calls.ts";
import type { HelperSession } from "./helper-page.tsx";
import css from "./helpers.module.css";

/** Orders, charges to come and packages. Nothing can be changed here. */
export function HelperOrders({ session: { patient } }: { session: HelperSession }) {
  const orders = useQuery(queryOf(account.helperOrders, {}));
  const { formatDay } = useDates();
  if (!orders.data) return orders.isError ? <LoadError query={orders} /> : <Skeleton shape="card" count={1} />;
  const { charges, orders: placed, packages } = orders.data;
  return (
    <Card as="section" gap={4} aria-labelledby="orders">
      <CardHead id="orders" title="Orders and charges" />
      <h3>Next charges</h3>
      {charges.length === 0 && <p>No charge is planned.</p>}
      <DividedList>
        {charges.map(({ chargeon, amount, names, retry }) => (
          <Bar as="li" key={`${chargeon} ${names.join(" ")}`} className={css["row"]}>
            <span>
              <strong>{formatCalendarDay(chargeon)}</strong>
              {retry && " (the last try didn't work)"}
              <br />
              {names.join(", ")}
            </span>
            <span>{formatDollars(amount)}</span>
          </Bar>
        ))}
      </DividedList>
      {packages.length > 0 && (
        <>
          <h3>Packages</h3>
          <DividedList>
            {packages.map(({ carrier, trackingnumber, trackingurl, shippedat, deliveredat }) => (
              <li key={trackingnumber} className={css["row"]}>
                {carrier}{" "}
                {trackingurl === null ? (
                  trackingnumber
                ) : (
                  <Link href={trackingurl} external>
                    {trackingnumber}
                  </Link>
                )}
                <br />
                {deliveredat === null ? `Shipped on ${formatDay(shippedat)}` : `Delivered on ${formatDay(deliveredat)}`}
              </li>
            ))}
          </DividedList>
        </>
      )}
      <h3>Orders</h3>
      {placed.length === 0 && <p>{patient} hasn't ordered anything yet.</p>}
      <DividedList>
        {placed.map(({ id, number, placedat, state, names, total, refunded }) => (
          <Bar as="li" key={id} className={css["row"]}>
            <span>
              <strong>
                {formatDay(placedat)}
                {number !== null && ` · ${number}`}
              </strong>
              <br />
              {names.join(", ")}
              <br />
              <span className={css["quiet"]}>{state}</span>
            </span>
            <span>
              {formatDollars(total)}
              {refunded > 0 && (
                <>
                  <br />
                  <span className={css["quiet"]}>{formatDollars(refunded)} refunded</span>
                </>
              )}
            </span>
          </Bar>
        ))}
      </DividedList>
    </Card>
  );
}
