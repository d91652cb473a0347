import type { ReactNode } from "react";
import css from "./facts.module.css";

/** A definition list: names above their values. */
export function DefinitionList({ facts: entries }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={css["facts"]}>
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt className={css["name"]}>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
