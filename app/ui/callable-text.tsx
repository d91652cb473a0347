import css from "./callable-text.module.css";
import { phoneNumbersIn } from "./phone-numbers.ts";

/** A sentence whose phone numbers can be pressed to call. */
export function CallableText({ children }: { children: string }) {
  return phoneNumbersIn(children).map(({ text, tel }, index) =>
    tel ? (
      <a key={index} href={`tel:${tel}`} className={css["number"]}>
        {text}
      </a>
    ) : (
      text
    ),
  );
}
