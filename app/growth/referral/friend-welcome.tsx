import { Cluster } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { useEffect, useState } from "react";
import { call } from "#app/api/call.ts";
import { isApiError, errorMessage } from "#app/api/api-error.ts";
import { cookieNames } from "#app/api/session/cookie-names.ts";
import { visitorCookies } from "#app/api/session/cookies.ts";
import { queryClient, queryKey } from "#app/api/query.ts";
import { session, useSession } from "#app/api/session/session.ts";
import { settings } from "#app/settings.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { referralCalls } from "#contract/growth/referral.ts";
import { store } from "#contract/cart/calls.ts";
import { ownReferralLinkNotice, showCodeNotice } from "../promo/code-news.ts";
import css from "./friend-welcome.module.css";

/**
 * What a friend's link brings and what the friend learns from it, shown before the code is used. At sign-up the code is applied unless the
 * visitor declines, and this stands above the form: it shows while the code is being checked, so that a good code moves no field later. A signed-in patient
 * has to accept the reward, and sees it once the code is known to be good.
 */
export default function FriendWelcome({ className }: { className?: string | undefined }) {
  const { token, record } = useSession();
  const [reward, setReward] = useState(token === null ? settings.friendreward : null);
  const [dismissed, setDismissed] = useState(false);
  /** The code belongs to no one. */
  const [codeUnknown, setCodeUnknown] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const code = visitorCookies.get(cookieNames.referral);

  useEffect(() => {
    if (code === null) return;
    let mounted = true;
    call(referralCalls.checkReferral, { body: { referralcode: code } }, { silent: true }).then(
      ({ friendreward }) => mounted && setReward(friendreward),
      (error: unknown) => {
        if (!isApiError(error) || !error.code.startsWith("referral_")) return;
        visitorCookies.drop(cookieNames.referral);
        setReward(null);
        if (error.code === "referral_own") showCodeNotice(ownReferralLinkNotice);
        if (error.code === "referral_not_found") setCodeUnknown(true);
      },
    );
    return () => {
      mounted = false;
    };
  }, [code]);

  async function redeemReward() {
    if (code === null || !record) return;
    setBusy(true);
    setProblem(null);
    try {
      const { usedreferralcode } = await call(referralCalls.overwriteReferral, { body: { referralcode: code } });
      visitorCookies.drop(cookieNames.referral);
      setDismissed(true);
      session.setRecord({ ...record, usedreferralcode });
      void queryClient.invalidateQueries({ queryKey: queryKey(store.computeTax) });
      showCodeNotice({ tone: "success", text: `Thank you. You'll get ${reward}.`, takesFocus: true });
    } catch (error) {
      setProblem(errorMessage(error));
    } finally {
      setBusy(false);
    }
  }
  function dismiss() {
    visitorCookies.drop(cookieNames.referral);
    setDismissed(true);
  }

  const tooLate = record?.hasorder || record?.onboardingstatus === "DONE" || record?.stop;
  if (codeUnknown && !dismissed && !tooLate)
    return (
      <div className={className}>
        <Alert tone="warning" onDismiss={dismiss}>
          We don't recognize the code in your friend's link. Please ask your friend to send it again, or continue
          without it.
        </Alert>
      </div>
    );
  if (reward === null || dismissed || tooLate) return null;
  return (
    <Card as="section" tone="accent" className={className} aria-labelledby="friend">
      <Stack gap={3}>
        <p id="friend" className={css["title"]}>
          A friend sent you: {reward}
        </p>
        <p>
          {token === null && "We'll take it off when you order. "}Once you've paid for your first order, your friend
          gets a thank-you on the first day of the next month. That tells her someone used her link and ordered. We'll
          never tell her who, what, or which day.
        </p>
        {problem && <Alert tone="warning">{problem}</Alert>}
        <Cluster align="normal">
          {token !== null && (
            <Button busy={busy} busyLabel="One moment" onClick={() => void redeemReward()}>
              Use it
            </Button>
          )}
          <Button variant="quiet" disabled={busy} onClick={dismiss}>
            {token === null ? "Continue without it" : "No, thank you"}
          </Button>
        </Cluster>
      </Stack>
    </Card>
  );
}
