import { type Ref, useEffect, useRef, useState } from "react";
import { Alert } from "#app/ui/feedback/alert.tsx";

/** Where the outcome of a change is said; it keeps its place while there is none, so that the focus can come here. */
export function ResultMessage({ message, ref }: { message: string; ref: Ref<HTMLDivElement> }) {
  return (
    <div ref={ref} tabIndex={-1} hidden={message === ""}>
      {message && <Alert kind="success">{message}</Alert>}
    </div>
  );
}

/** The outcome of what she did last, and the `News` that takes the focus when it is said, also when the same is said twice. */
export function useResultMessage() {
  const [result, setResult] = useState({ message: "" });
  const ref = useRef<HTMLDivElement>(null);
  // The place is hidden while it is empty: it can take the focus once the words are there.
  useEffect(() => {
    if (result.message !== "") ref.current?.focus();
  }, [result]);
  return { message: result.message, say: (message: string) => setResult({ message }), ref };
}
