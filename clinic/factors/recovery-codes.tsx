import { useState } from "react";
import { saveFile } from "#app/browser/save-file.ts";
import { settings } from "#app/settings.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Checkbox } from "#app/ui/forms/choices/checkbox.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import css from "./recovery-codes.module.css";

/** What the file with the codes says. */
export const codesFile = (brand: string, codes: readonly string[]): string =>
  `${[`${brand}: your recovery codes`, "Each one signs you in once, together with your password.", "", ...codes].join("\n")}\n`;

/** Ten codes that can't be read again: nobody continues before they say that they have them. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const [saved, setSaved] = useState(false);
  const [copied, setCopied] = useState<"" | "copied" | "failed">("");
  const copy = () =>
    navigator.clipboard.writeText(codes.join("\n")).then(
      () => setCopied("copied"),
      () => setCopied("failed"),
    );
  return (
    <Stack gap={4}>
      <p>
        If your phone or passkey is lost, one of these codes gets you in. Each one works once. You won’t see them again.
      </p>
      <ol className={css["codes"]} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Cluster gap={3} className="not-printed">
        <Button variant="secondary" onClick={() => void copy()}>
          Copy
        </Button>
        <Button
          variant="secondary"
          onClick={() =>
            saveFile(new Blob([codesFile(settings.brand.name, codes)], { type: "text/plain" }), "recovery-codes.txt")
          }
        >
          Download
        </Button>
        <Button variant="secondary" onClick={() => print()}>
          Print
        </Button>
        <output>
          {copied === "copied" && "Copied."}
          {copied === "failed" && "This browser can’t copy them. Please download or print them."}
        </output>
      </Cluster>
      <div className="not-printed">
        <Stack gap={4}>
          <Checkbox
            label="I’ve saved them where only I can get them"
            checked={saved}
            onChange={(event) => setSaved(event.target.checked)}
          />
          <Button disabled={!saved} onClick={onSaved}>
            Continue
          </Button>
        </Stack>
      </div>
    </Stack>
  );
}
