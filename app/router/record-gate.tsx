import { useEffect, useState } from "react";
import { shownText } from "#app/api/api-error.ts";
import { Button } from "#app/ui/button.tsx";
import { loadChunk } from "./load-chunk.ts";
import { MessageScreen } from "./message-screen.tsx";
import { Waiting } from "./waiting.tsx";

/** Loads what the guard of a page decides by, and shows that it does. */
export function RecordGate({ signInAt }: { signInAt: string | undefined }) {
  const [attempt, setAttempt] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    let wanted = true;
    const load = async () => {
      const { loadRecord } = await loadChunk(() => import("./load-record.ts"));
      await loadRecord(signInAt);
    };
    load().catch((error: unknown) => {
      if (wanted) setProblem(shownText(error));
    });
    return () => {
      wanted = false;
    };
  }, [attempt, signInAt]);

  if (problem === null) return <Waiting />;
  const again = () => {
    setProblem(null);
    setAttempt(attempt + 1);
  };
  return (
    <MessageScreen title="We could not load your visit" action={<Button onClick={again}>Try again</Button>}>
      {problem}
    </MessageScreen>
  );
}
