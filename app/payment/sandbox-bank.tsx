import { useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Heading } from "#app/ui/layout/heading.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { networkErrorText } from "#contract/http/status-texts.ts";
import css from "./sandbox-bank.module.css";

interface BankQuestion {
  readonly publishablekey: string;
  readonly clientsecret: string;
}

/** The sandbox bank's window, which asks the patient to confirm a charge, over whatever is on screen. Resolves once it was answered. */
export function openSandboxBank(question: BankQuestion): Promise<void> {
  const focusedBefore = document.activeElement;
  const host = document.body.appendChild(document.createElement("div"));
  const root = createRoot(host);
  return new Promise((resolve) => {
    const close = () => {
      root.unmount();
      host.remove();
      if (focusedBefore instanceof HTMLElement) focusedBefore.focus();
      resolve();
    };
    root.render(<BankWindow question={question} onAnswered={close} />);
  });
}

function BankWindow({ question, onAnswered }: { question: BankQuestion; onAnswered: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => dialog.current?.showModal(), []);

  async function answer(answer: "confirm" | "refuse") {
    setBusy(true);
    setProblem(null);
    try {
      await sendAnswer(question, answer);
      onAnswered();
    } catch {
      setProblem(networkErrorText);
      setBusy(false);
    }
  }

  return (
    <dialog
      ref={dialog}
      className={css["window"]}
      aria-labelledby="bank-question"
      onCancel={(event) => {
        event.preventDefault();
        if (!busy) void answer("refuse");
      }}
    >
      <Stack gap={5}>
        <p className={css["sender"]}>Demo bank</p>
        <Heading level={2} id="bank-question">
          Is this payment yours?
        </Heading>
        <p>Some banks ask before they let a payment through. In this demo, you play both sides.</p>
        {problem && <Alert tone="warning">{problem}</Alert>}
        <Button wide busy={busy} busyLabel="Please wait" onClick={() => void answer("confirm")}>
          Yes, it’s mine
        </Button>
        <Button wide variant="secondary" disabled={busy} onClick={() => void answer("refuse")}>
          No, decline it
        </Button>
      </Stack>
    </dialog>
  );
}

/** Throws without a response; a question already closed counts as answered. */
async function sendAnswer({ publishablekey, clientsecret }: BankQuestion, answer: "confirm" | "refuse"): Promise<void> {
  const response = await fetch("/sandbox/v1/payment_intents/answer", {
    method: "POST",
    credentials: "omit",
    headers: { authorization: `Bearer ${publishablekey}`, "content-type": "application/json" },
    body: JSON.stringify({ client_secret: clientsecret, answer }),
  });
  if (response.status >= 500 || response.status === 429) throw new Error("The bank didn't answer");
}
