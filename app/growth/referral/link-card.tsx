import { Cluster } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { useRef, useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { CheckIcon } from "#app/ui/brand/base-icons.tsx";
import { ShareIcon } from "#app/ui/brand/app-icons.tsx";
import { MarigoldBranch } from "#app/ui/brand/illustrations/marigold-branch.tsx";
import { StatusMessage } from "#app/ui/feedback/status-message.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import type { Referral } from "#contract/growth/referral.ts";
import { shareText } from "./share-text.ts";
import css from "./link-card.module.css";

/** The browser offers the native share sheet. */
const canShare = (): boolean => typeof navigator.share === "function";

/** Opens the share sheet; cancelling it is not an error. */
async function share(data: { readonly text: string; readonly url: string }): Promise<void> {
  await navigator.share(data).catch(() => undefined);
}

/** Copies the text. False if the browser refuses: then the field is selected for copying by hand. */
async function copyText(field: HTMLInputElement | null, text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field?.focus();
    field?.select();
    return false;
  }
}

/** The block that leads the page: what both sides get, and the patient's link, to share from the phone or to copy. */
export function LinkCard({ referral }: { referral: Referral }) {
  const { referralLink, friendreward, ownreward } = referral;
  const [copied, setCopied] = useState<boolean | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const shareable = canShare();
  return (
    <Stack as="section" className={css["lead"]} aria-labelledby="link">
      <div className={css["top"]}>
        <h2 id="link" className={css["title"]}>
          Your personal link
        </h2>
        <dl className={css["rewards"]}>
          <div>
            <dt>Your friend gets</dt>
            {/* This text is written to the friend. */}
            <dd>{friendreward.replace(/\byour\b/u, "their")}</dd>
          </div>
          <div>
            <dt>You get</dt>
            <dd>{ownreward}</dd>
          </div>
        </dl>
        <div className={css["picture"]}>
          <MarigoldBranch />
        </div>
      </div>
      <Cluster align="normal" className={css["actions"]}>
        {shareable && (
          <Button onClick={() => void share({ text: shareText(referral), url: referralLink })}>
            <ShareIcon /> Share link
          </Button>
        )}
        <Button
          variant={shareable ? "secondary" : "primary"}
          onClick={() => void copyText(field.current, referralLink).then(setCopied)}
        >
          {copied && <CheckIcon />} {copied ? "Copied" : "Copy link"}
        </Button>
      </Cluster>
      <TextField
        ref={field}
        label="Link"
        readOnly
        value={referralLink}
        onFocus={(event) => event.currentTarget.select()}
      />
      <StatusMessage visible={copied !== null}>
        {copied && "Your link is copied. Paste it into a message."}
        {copied === false &&
          "Your browser wouldn't let us copy it. We've selected the link, so you can copy it from the field."}
      </StatusMessage>
    </Stack>
  );
}
