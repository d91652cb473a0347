import css from "./treatment-options-page.module.css";

/** The treatments left out for the patient's safety, and why. */
export function ExcludedTreatments({ items }: { items: readonly { name: string; reason: string }[] }) {
  if (items.length === 0) return null;
  return (
    <section className={css["withheld"]} aria-labelledby="withheld">
      <h2 id="withheld">Left out for your safety</h2>
      <dl>
        {items.map(({ name, reason }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{reason}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
