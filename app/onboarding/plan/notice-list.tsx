import { EmergencyText } from "#app/emergency/emergency-text.tsx";

/** What must be known of a product before it is started, word for word; numbers in it can be called. */
export const NoticeList = ({ notices }: { notices: readonly string[] }) => (
  <ul>
    {notices.map((notice) => (
      <li key={notice}>
        <EmergencyText>{notice}</EmergencyText>
      </li>
    ))}
  </ul>
);
