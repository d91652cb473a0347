import css from "./topic-buttons.module.css";

/** Filters the articles by one topic; pressed again, or by “All topics”, it shows all. */
export function TopicButtons({
  topics,
  chosen,
  onChoose,
}: {
  topics: readonly { readonly id: string; readonly name: string }[];
  chosen: string;
  onChoose: (topic: string) => void;
}) {
  return (
    <fieldset className={css["topics"]}>
      <legend className="visually-hidden">Topics</legend>
      {[{ id: "", name: "All topics" }, ...topics].map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className={css["topic"]}
          aria-pressed={id === chosen}
          onClick={() => onChoose(id === chosen ? "" : id)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
