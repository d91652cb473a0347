import { Stack } from "#app/ui/layout/stack.tsx";
import type { ReactNode } from "react";
import css from "./facts.module.css";

/** A definition list: names above their values. */
export function DefinitionList({ facts: entries }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <Stack as="dl" gap={4}>
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt className={css["name"]}>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Stack>
  );
}
