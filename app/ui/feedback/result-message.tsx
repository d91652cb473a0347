import { type Ref, useEffect, useRef, useState } from "react";
import { Alert } from "./alert.tsx";

/** Shows the outcome of an action. The element exists, hidden, while there is no message, so that it can take the focus. */
export function ResultMessage({ message, ref }: { message: string; ref: Ref<HTMLDivElement> }) {
  return (
    <div ref={ref} tabIndex={-1} hidden={message === ""}>
      {message && <Alert tone="success">{message}</Alert>}
    </div>
  );
}

/** The outcome of the last action and the ref for its `ResultMessage`, which takes the focus with every message, even a repeated one. */
export function useResultMessage() {
  const [result, setResult] = useState({ message: "" });
  const ref = useRef<HTMLDivElement>(null);
  // The element is hidden while empty and can only take the focus once the text is rendered.
  useEffect(() => {
    if (result.message !== "") ref.current?.focus();
  }, [result]);
  return { message: result.message, say: (message: string) => setResult({ message }), ref };
}
