import { Link } from "#app/ui/actions/link.tsx";
import { LockIcon } from "#app/ui/brand/lock-icon.tsx";
import { settings } from "#app/settings.ts";
import css from "./card-assurance.module.css";

/** Beside the card: what happens to it, which cards are taken, and whom to call. */
export function CardAssurance({ held }: { held: string }) {
  const { supportphone, supporthours } = settings.brand;
  return (
    <ul className={css["lines"]}>
      <li className={css["lock"]}>
        <LockIcon />
        <span>
          <strong>{held} held today, not charged.</strong> Your card number is encrypted and goes straight to our
          payment partner. We never see it.
        </span>
      </li>
      <li>
        We take Visa, Mastercard, American Express and Discover. HSA and FSA cards work too, and you’ll find your
        receipt in your account.
      </li>
      {supportphone && (
        <li>
          Questions? Call{" "}
          <Link href={`tel:${supportphone}`} standalone>
            {supportphone}
          </Link>
          {supporthours && <span className={css["hours"]}>{supporthours}</span>}
        </li>
      )}
    </ul>
  );
}
