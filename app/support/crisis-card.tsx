import { settings } from "#app/api/settings.ts";
import css from "./crisis-card.module.css";
import { phoneNumbersIn } from "./phone-numbers.ts";

/** Where to turn when it cannot wait; the numbers can be pressed. */
export function CrisisCard() {
  const { emergency, suicide } = settings.brand.crisis;
  return (
    <aside className={css["card"]} aria-labelledby="crisis">
      <h2 id="crisis" className={css["title"]}>
        If it cannot wait
      </h2>
      {[emergency, suicide].map((sentence) => (
        <p key={sentence}>
          {phoneNumbersIn(sentence).map(({ text, tel }) =>
            tel ? (
              <a key={text} href={`tel:${tel}`} className={css["number"]}>
                {text}
              </a>
            ) : (
              text
            ),
          )}
        </p>
      ))}
    </aside>
  );
}
