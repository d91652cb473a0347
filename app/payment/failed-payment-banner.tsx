import { useLocation } from "wouter";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { ButtonLink } from "#app/ui/actions/button.tsx";
import type { User } from "#contract/account/profile.ts";

/** Header and text of the failed-payment banner (spec §8); null when the last payment went through. */
export function failedPaymentNotice(
  user: Pick<User, "hasfailedtransaction" | "failedtransactionreason">,
): { readonly title: string; readonly text: string } | null {
  if (!user.hasfailedtransaction) return null;
  switch (user.failedtransactionreason) {
    case "insufficient_funds":
      return { title: failedTitle, text: "Your payment failed due to insufficient funds." };
    case "lost_card":
      return {
        title: importantTitle,
        text: "We have detected that your card has been reported lost. Please contact your card issuer and update your payment details.",
      };
    case "expired_card":
    case "invalid_expiry_month":
      return { title: importantTitle, text: "We have detected that your card has expired." };
    default:
      return {
        title: failedTitle,
        text: "Your card has been declined. Update your payment info to continue treatment.",
      };
  }
}

const failedTitle = "FAILED PAYMENT NOTICE";
const importantTitle = "IMPORTANT NOTICE";

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
      tone="danger"
      label="Failed payment"
      title={notice.title}
      action={<ButtonLink href={billingDetailsPath}>Update Now</ButtonLink>}
    >
      {notice.text}
    </Banner>
  );
}
