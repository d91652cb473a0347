import { LeafIcon } from "#app/ui/brand/app-icons.tsx";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import { onHandTexts } from "./subscription-text.ts";
import css from "./on-hand-list.module.css";

/** How long what the patient has lasts; what belongs together is said once. */
export function OnHandList({ subscriptions }: { subscriptions: readonly Subscription[] }) {
  const texts = onHandTexts(subscriptions);
  if (texts.length === 0) return null;
  return (
    <ul className={css["list"]}>
      {texts.map(({ until, text }) => (
        <li key={until}>
          <LeafIcon />
          {text}
        </li>
      ))}
    </ul>
  );
}
