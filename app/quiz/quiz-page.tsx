import { useEffect } from "react";
import { settings } from "#app/api/settings.ts";
import { acceptPairs } from "./accept.ts";

/** Shows nothing. Keeps what the marketing site's quiz hands over (spec §2.1). */
export default function QuizPage() {
  useEffect(() => {
    const receive = (event: MessageEvent) => {
      const fromParent = window.parent !== window && event.source === window.parent;
      for (const [name, value] of acceptPairs(
        { origin: event.origin, fromParent, data: event.data },
        settings.marketingOrigin,
      )) {
        localStorage.setItem(name, value);
      }
    };
    addEventListener("message", receive);
    return () => removeEventListener("message", receive);
  }, []);
  return (
    <main>
      <h1 className="visually-hidden">Quiz</h1>
    </main>
  );
}
