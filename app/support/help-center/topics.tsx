import type { ReactNode } from "react";
import { Stack } from "#app/ui/layout/stack.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { ArrowLeftIcon, ChevronRightIcon } from "#app/ui/brand/base-icons.tsx";
import { moveFocusTo } from "#app/ui/focus.ts";
import supportCss from "../support.module.css";
import css from "./topics.module.css";

/** The topics, each of which opens its articles. */
export function Topics({
  topics,
  onChoose,
}: {
  topics: readonly { readonly id: string; readonly name: string }[];
  onChoose: (topic: string) => void;
}) {
  return (
    <Stack as="section" gap={4} aria-labelledby="topics">
      <h2 id="topics" className={supportCss["cardTitle"]}>
        Topics
      </h2>
      <ul className={css["topics"]}>
        {topics.map(({ id, name }) => (
          <li key={id}>
            <button type="button" className={css["topic"]} onClick={() => onChoose(id)}>
              {name}
              <ChevronRightIcon />
            </button>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

/** The articles of one topic; `takesFocus` when the patient has just chosen it. */
export function Topic({
  name,
  takesFocus,
  onBack,
  children,
}: {
  name: string;
  takesFocus: boolean;
  onBack: () => void;
  children: ReactNode;
}) {
  return (
    <Stack as="section" gap={4} aria-labelledby="topic">
      <Button variant="quiet" className={supportCss["back"]} onClick={onBack}>
        <ArrowLeftIcon />
        All topics
      </Button>
      <h2 id="topic" ref={takesFocus ? moveFocusTo : undefined} className={supportCss["cardTitle"]}>
        {name}
      </h2>
      {children}
    </Stack>
  );
}
