import { formatCents } from "#contract/fields/numbers.ts";
import { type ReactNode, useId } from "react";
import { formatDollars } from "#app/formats/money.ts";
import { LockIcon } from "#app/ui/brand/lock-icon.tsx";
import { SummaryList } from "#app/ui/data/summary-list.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import type { Doctor } from "#contract/doctors.ts";
import type { ChosenPlan } from "#contract/onboarding/options.ts";
import css from "./plan-summary.module.css";

export interface SummaryItem {
  readonly id: string;
  readonly name: string;
  readonly detail: string;
  readonly picture: string;
  /** In dollars. */
  readonly price: number;
}

export interface SummaryRow {
  readonly label: ReactNode;
  readonly value: ReactNode;
  readonly total?: true | undefined;
  readonly highlight?: true | undefined;
}

/** What is in the plan, what is held and when it is charged, who decides, and what comes next. The same from the first choice to the payment. */
export function PlanSummary({
  items,
  rows,
  heldNote = "We only hold this on your card. It’s charged when your doctor approves, and never before.",
  doctor,
}: {
  /** Null where the screen shows them itself. */
  items: readonly SummaryItem[] | null;
  rows: readonly SummaryRow[];
  /** What is held and what is charged when, in one line. */
  heldNote?: ReactNode;
  doctor: Doctor | null;
}) {
  const id = useId();
  return (
    <Stack as="section" gap={4} className={css["summary"]} aria-labelledby={id}>
      <h2 id={id} className={css["title"]}>
        {items === null ? "What it comes to" : "Your plan so far"}
      </h2>
      {items?.length === 0 && <p>Nothing yet.</p>}
      {items !== null && <SummaryItems items={items} />}
      <SummaryList rows={rows} />
      <p className={css["held"]}>
        <LockIcon />
        <span>{heldNote}</span>
      </p>
      {doctor && (
        <div className={css["who"]}>
          <PlanDoctor doctor={doctor} />
        </div>
      )}
      <div className={css["next"]}>
        <p>What happens next</p>
        <ol>
          <li>You show us it’s you, and check out.</li>
          <li>A doctor licensed in your state reads your answers and decides with you.</li>
          <li>After that “yes,” we charge your card and send your first box.</li>
        </ol>
      </div>
    </Stack>
  );
}

/** Who reads the visit. */
const PlanDoctor = ({ doctor }: { doctor: Doctor }) => (
  <div className={css["doctor"]}>
    <img src={doctor.profileUrl} alt="" width={72} height={72} />
    <p>
      <strong>{doctor.name}</strong>
      <br />
      {doctor.credentials}
    </p>
  </div>
);

/** Who reads the visit, where the page is too narrow for the summary. */
export const NarrowPlanDoctor = ({ doctor }: { doctor: Doctor | null }) =>
  doctor && (
    <section className={css["narrow"]} aria-label="Your doctor">
      <PlanDoctor doctor={doctor} />
    </section>
  );

/** What the plan comes to before its address, and so its tax, is known. */
export const rowsBeforeTax = (cents: number): SummaryRow[] => [
  { label: "Tax", value: "Once we know your address" },
  { label: "Today", value: formatCents(cents), total: true },
];

type Supply = Pick<ChosenPlan["items"][number], "strength" | "dayssupply">;

/** `0.05 mg/day · 28 days`. */
export const supplyText = ({ strength, dayssupply }: Supply): string => `${strength} · ${dayssupply} days`;

/** The products chosen in the visit, as the server knows them. */
export const chosenItems = (plan: ChosenPlan | null): SummaryItem[] =>
  (plan?.items ?? []).map((item) => ({
    id: item.productid,
    name: item.name,
    picture: item.picture,
    detail: supplyText(item),
    price: item.price,
  }));

export const SummaryItems = ({ items }: { items: readonly SummaryItem[] }) => (
  <Stack as="ul" gap={3}>
    {items.map(({ id, name, detail, picture, price }) => (
      <li key={id} className={css["item"]}>
        <img src={picture} alt="" width={48} height={48} />
        <p>
          {name}
          <br />
          <span className={css["detail"]}>{detail}</span>
        </p>
        <span className={css["price"]}>{formatDollars(price)}</span>
      </li>
    ))}
  </Stack>
);
