import { settings } from "#app/settings.ts";
import { ButtonLink } from "#app/ui/actions/button.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import css from "../support.module.css";

/** Ways to reach a person: the practice's form, or its phone. `writing`: the form is open already. */
export function ContactCard({ writing: hideForm = false }: { writing?: boolean }) {
  const { supportphone, supporthours, supportemail } = settings.brand;
  return (
    <Card as="aside" gap={4} className={css["contact"]} aria-labelledby="contact">
      <h2 id="contact" className={css["cardTitle"]}>
        {hideForm ? "Other ways to reach us" : "Talk to a person"}
      </h2>
      {!hideForm && (
        <>
          <p>Contact us, and a person will answer. For questions about your plan, message your doctor.</p>
          <ButtonLink href="/contact-us">Contact us</ButtonLink>
        </>
      )}
      {supportphone && (
        <p>
          <Link standalone href={`tel:${supportphone.replace(/\D/g, "")}`}>
            {supportphone}
          </Link>
          <br />
          <span className={css["muted"]}>{keepHoursOnOneLine(supporthours)}</span>
        </p>
      )}
      {hideForm && supportemail && (
        <Link standalone href={`mailto:${supportemail}`}>
          {supportemail}
        </Link>
      )}
      {hideForm && (
        <Link standalone href="/messages/doctor">
          Message your doctor
        </Link>
      )}
    </Card>
  );
}

/** “6 pm” stays on one line. */
const keepHoursOnOneLine = (hours: string): string => hours.replaceAll(/ (?=[ap]m\b)/g, "\u00a0");
