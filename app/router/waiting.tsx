import { useEffect, useState } from "react";
import { Spinner } from "#app/ui/spinner.tsx";
import css from "./message-screen.module.css";

/** While a page loads. Quick loads show nothing; slow ones say so. `inside` a shell the page's landmark is there already. */
export function Waiting({ inside = false }: { inside?: boolean }) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 300);
    return () => clearTimeout(timer);
  }, []);
  const Place = inside ? "div" : "main";
  return (
    <Place className={css["waiting"]} aria-busy="true">
      {slow && <Spinner large label="Loading" />}
    </Place>
  );
}
