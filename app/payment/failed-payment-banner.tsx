import { useLocation } from "wouter";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { ButtonLink } from "#app/ui/actions/button.tsx";
import type { User } from "#contract/entities.ts";
import { failedPaymentNotice } from "./failed-payment.ts";

const billingDetailsPath = "/account-settings/billing-details";

/** Says why the last charge failed and links to where the card is changed (spec §2.3, §8); that page says it itself. */
export function FailedPaymentBanner({
  user,
}: {
  user: Pick<User, "hasfailedtransaction" | "failedtransactionreason">;
}) {
  const [path] = useLocation();
  const notice = failedPaymentNotice(user);
  if (!notice || path === billingDetailsPath) return null;
  return (
    <Banner
      kind="danger"
      label="Failed payment"
      title={notice.title}
      action={<ButtonLink href={billingDetailsPath}>Update Now</ButtonLink>}
    >
      {notice.text}
    </Banner>
  );
}
