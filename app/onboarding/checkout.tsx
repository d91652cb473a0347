export default function Page() {
  return <h1>One moment</h1>;
}
