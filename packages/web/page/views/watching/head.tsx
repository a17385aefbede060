import "./watching.css"
import type { ComponentChildren } from "preact"
import { messages } from "../../messages.ts"
import { Tabs } from "../../parts/tabs.tsx"
import { Title } from "../../parts/title.tsx"

const { watching } = messages

const tabs = [
  { to: "/watching", label: watching.wall },
  { to: "/watching/movies", label: watching.films },
  { to: "/watching/shows", label: watching.shows },
  { to: "/watching/diary", label: watching.diary },
  { to: "/watching/numbers", label: watching.numbers },
]

/** The head of a view of watching, with the ways to the others. */
export const WatchingHead = ({
  children,
  lead,
  title = messages.domain("watching"),
}: {
  readonly title?: string
  readonly lead?: ComponentChildren
  readonly children?: ComponentChildren
}) => (
  <Title title={title} lead={lead}>
    <Tabs label={watching.views} tabs={tabs} />
    {children}
  </Title>
)
