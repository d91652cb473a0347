import css from "./emergency-text.module.css";
import { splitPhoneNumbers } from "#app/ui/phone-numbers.ts";

/** A text whose phone numbers are links; every screen with an emergency number renders it with this. */
export function EmergencyText({ children }: { children: string }) {
  return splitPhoneNumbers(children).map(({ text, href, name }, index) =>
    href ? (
      <a key={index} href={href} aria-label={name} className={css["number"]}>
        {text}
      </a>
    ) : (
      text
    ),
  );
}
