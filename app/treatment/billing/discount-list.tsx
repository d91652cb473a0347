import { CheckIcon } from "#app/ui/brand/base-icons.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import type { Treatment } from "#contract/treatment/overview.ts";
import css from "./discount-list.module.css";

/** What will be taken off the next charge, and why; nothing without a discount. */
export function DiscountList({ discounts }: Pick<Treatment, "discounts">) {
  if (discounts.length === 0) return null;
  return (
    <Stack as="ul" gap={2} className={css["discounts"]} aria-label="Taken off">
      {discounts.map(({ text }, index) => (
        <li key={index}>
          <CheckIcon />
          {text}
        </li>
      ))}
    </Stack>
  );
}
