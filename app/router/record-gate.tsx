import { useEffect, useState } from "react";
import { shownText } from "#app/api/api-error.ts";
import { Button } from "#app/ui/button.tsx";
import { ChunkLoadError, loadChunk } from "./load-chunk.ts";
import { MessageScreen } from "./message-screen.tsx";
import { MissingPart } from "./missing-part.tsx";
import { useReconnect } from "./use-reconnect.ts";
import { Waiting } from "./waiting.tsx";
import { whenConnected } from "./when-connected.ts";

/** Loads what the guard of a page decides by, and shows that it does; again by itself when the connection is back. */
export function RecordGate({
  signInAt,
  title,
}: {
  signInAt: string | undefined;
  /** Of the page it stands for inside a shell; without one it stands alone. */
  title: string | undefined;
}) {
  const inside = title !== undefined;
  const [attempt, setAttempt] = useState(0);
  const [problem, setProblem] = useState<unknown>(null);

  useEffect(() => {
    let wanted = true;
    const load = async () => {
      await whenConnected();
      const { loadRecord } = await loadChunk(() => import("./load-record.ts"));
      await loadRecord(signInAt);
    };
    load().catch((error: unknown) => {
      if (wanted) setProblem(error);
    });
    return () => {
      wanted = false;
    };
  }, [attempt, signInAt]);

  const again = () => {
    setProblem(null);
    setAttempt((now) => now + 1);
  };
  useReconnect(again, problem !== null);

  if (problem === null) return <Waiting inside={inside} title={title} />;
  if (problem instanceof ChunkLoadError) return <MissingPart inside={inside} />;
  return (
    <MessageScreen
      inside={inside}
      title={inside ? "We could not load this page" : "We could not load your visit"}
      action={<Button onClick={again}>Try again</Button>}
    >
      {shownText(problem)}
    </MessageScreen>
  );
}
