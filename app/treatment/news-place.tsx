import type { Ref } from "react";
import { Alert } from "#app/ui/alert.tsx";

/** Where the outcome of a change is said; it keeps its place while there is none, so that the focus can come here. */
export function News({ message, ref }: { message: string; ref: Ref<HTMLDivElement> }) {
  return (
    <div ref={ref} tabIndex={-1} hidden={message === ""}>
      {message && <Alert kind="success">{message}</Alert>}
    </div>
  );
}
