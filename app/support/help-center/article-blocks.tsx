import { EmergencyText } from "#app/emergency/emergency-text.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import { UrgentHelp } from "#app/emergency/urgent-help.tsx";
import type { Article } from "#contract/support.ts";

type Block = Article["blocks"][number];

/** The text of an article; blocks carry plain text only. */
export function ArticleBlocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, index) => <ArticleBlock key={index} block={block} />);
}

function ArticleBlock({ block }: { block: Block }) {
  switch (block.type) {
    case "heading":
      return <h2>{block.text}</h2>;
    case "paragraph":
      return (
        <p>
          <EmergencyText>{block.text}</EmergencyText>
        </p>
      );
    case "urgent":
      return <UrgentHelp sentences={block.sentences} />;
    case "list": {
      const List = block.ordered ? "ol" : "ul";
      return (
        <List>
          {block.items.map((item) => (
            <li key={item}>
              <EmergencyText>{item}</EmergencyText>
            </li>
          ))}
        </List>
      );
    }
    case "link":
      return (
        <p>
          <Link href={block.href} external={block.href.startsWith("https:")} standalone>
            {block.text}
          </Link>
        </p>
      );
  }
}
