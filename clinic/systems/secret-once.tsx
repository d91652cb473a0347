import { useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Checkbox } from "#app/ui/forms/choices/checkbox.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import css from "./systems.module.css";

/** A secret that is in one answer only: nobody continues by mistake before they have it. */
export function SecretOnce({
  title,
  detail,
  secret,
  onDone,
}: {
  title: string;
  detail: string;
  secret: string;
  onDone: () => void;
}) {
  const [saved, setSaved] = useState(false);
  const [copied, setCopied] = useState<"" | "copied" | "failed">("");
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => setCopied("copied"),
      () => setCopied("failed"),
    );
  return (
    <Modal
      title={title}
      description={detail}
      wide
      actions={
        <Button disabled={!saved} onClick={onDone}>
          Done
        </Button>
      }
    >
      <Stack gap={4}>
        <code className={css["secret"]}>{secret}</code>
        <Cluster gap={3}>
          <Button variant="secondary" data-first onClick={() => void copy()}>
            Copy
          </Button>
          <output>
            {copied === "copied" && "Copied."}
            {copied === "failed" && "This browser can’t copy it. Please select it and copy it yourself."}
          </output>
        </Cluster>
        <Checkbox
          label="It’s where the other system keeps its secrets"
          checked={saved}
          onChange={({ target }) => setSaved(target.checked)}
        />
      </Stack>
    </Modal>
  );
}
