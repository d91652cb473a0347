import { ChevronDownIcon } from "#app/ui/brand/base-icons.tsx";
import css from "./other-options.module.css";

/** The treatments left out for the patient's safety, and why. */
export function ExcludedTreatments({ items }: { items: readonly { name: string; reason: string }[] }) {
  if (items.length === 0) return null;
  return (
    <details className={css["left"]}>
      <summary className={css["summary"]}>
        <span>Left out for your safety: {items.length}</span>
        <ChevronDownIcon />
      </summary>
      <dl>
        {items.map(({ name, reason }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{reason}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
