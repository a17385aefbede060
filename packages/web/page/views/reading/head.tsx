import "./reading.css"
import type { ComponentChildren } from "preact"
import { messages } from "../../messages.ts"
import { Tabs } from "../../parts/tabs.tsx"
import { Title } from "../../parts/title.tsx"

const { reading } = messages

const tabs = [
  { to: "/reading", label: reading.shelf },
  { to: "/reading/articles", label: reading.articles },
  { to: "/reading/books", label: reading.books },
  { to: "/reading/highlights", label: reading.highlights },
  { to: "/reading/numbers", label: reading.numbers },
]

/** The head of a view of reading, with the ways to the others. */
export const ReadingHead = ({
  children,
  lead,
  title = messages.domain("reading"),
}: {
  readonly title?: string
  readonly lead?: ComponentChildren
  readonly children?: ComponentChildren
}) => (
  <Title title={title} lead={lead}>
    <Tabs label={reading.views} tabs={tabs} />
    {children}
  </Title>
)
