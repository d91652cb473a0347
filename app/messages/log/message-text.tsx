import { EmergencyText } from "#app/emergency/emergency-text.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import css from "./message-row.module.css";
import { splitLinks } from "./split-links.ts";

/** The text of a message, in its own writing direction, with its links. */
export function MessageText({ children }: { children: string }) {
  return (
    <p dir="auto" className={css["text"]}>
      {splitLinks(children, location.origin).map(({ text, href, external = false }, index) =>
        href ? (
          <Link key={index} href={href} external={external}>
            <bdi dir="ltr">{text}</bdi>
          </Link>
        ) : (
          <EmergencyText key={index}>{text}</EmergencyText>
        ),
      )}
    </p>
  );
}
